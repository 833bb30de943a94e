import { z } from 'zod';
import { asMeant, moment, source, subject, timezone, whole } from '../arguments.ts';
import { takeFitting } from '../fit.ts';
import { unknownNameHints } from '../hints.ts';
import { hintsOutput, toTime } from '../output.ts';
import { defineTool, READ_ONLY_ANNOTATIONS } from '../tool.ts';

const EMPTY_HINT =
  'No deployment, release or rollback matches up to that moment. source and subject are exact: list_event_sources and list_event_subjects give them.';

export const getState = defineTool({
  name: 'get_state',
  title: 'What runs where',
  description:
    'The version that runs in each source and subject: its latest deployment, release or rollback, now or at a moment of the past. Use for what is in production, or what ran when an incident began. Not for the history (query_events). Example: {"subject":"production","at":"-2d"}',
  scope: 'READ_ONLY',
  annotations: READ_ONLY_ANNOTATIONS,
  input: z.strictObject({
    at: moment,
    timezone,
    source,
    subject,
    limit: whole(1, 300, 100, 'Rows.'),
  }),
  output: z.looseObject({
    at: z.string(),
    total: z.int(),
    has_more: z.boolean().meta({ description: 'True: name sources or subjects to see the rest.' }),
    truncated_by: z.string().optional(),
    rows: z.array(
      z.looseObject({
        source: z.string(),
        since: z.string(),
        type: z.string().meta({ description: 'rollback: the version was rolled back to.' }),
        event_id: z.string(),
      }),
    ),
    hints: hintsOutput,
  }),
  handler: async (context, args) => {
    const { query, principal } = context;
    const cells = { source: asMeant(args.source), subject: asMeant(args.subject) };
    const state = await query.state(principal.organization, {
      // Always given, so that the zone is checked as well.
      at: args.at ?? 'now',
      timezone: args.timezone,
      ...cells,
    });
    const wanted = state.cells.slice(0, args.limit);
    const rows = takeFitting(wanted, ({ event }) => ({
      source: event.source,
      subject: event.subject ?? undefined,
      version: event.version ?? undefined,
      since: toTime(event.time, args.timezone),
      type: event.type,
      event_id: event.id,
    }));
    const total = state.cells.length;
    const cutBy = rows.length < wanted.length ? 'characters' : 'limit';
    return {
      at: toTime(state.at, args.timezone),
      total,
      has_more: rows.length < total,
      truncated_by: rows.length < total ? cutBy : undefined,
      rows,
      hints: total === 0 ? [...(await unknownNameHints(context, cells)), EMPTY_HINT] : undefined,
    };
  },
});
