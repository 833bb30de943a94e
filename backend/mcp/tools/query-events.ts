import { z } from 'zod';
import { invalidField, MilepostError } from '../../errors.ts';
import type { TimelineEvent } from '../../model/event.ts';
import { PAGE_LIMIT } from '../../model/query.ts';
import type { EventList, ListRequest } from '../../services/query.ts';
import type { FilterRequest } from '../../services/range.ts';
import { choice, filters, ids, range, search, text, toFilterRequest, whole } from '../arguments.ts';
import { takeFitting } from '../fit.ts';
import { emptyHints } from '../hints.ts';
import {
  eventOutput,
  hintsOutput,
  rangeOutput,
  toConcise,
  toDetailed,
  toRange,
  toUtc,
} from '../output.ts';
import { defineTool, READ_ONLY_ANNOTATIONS, type ToolContext } from '../tool.ts';

const input = z.strictObject({
  ...range,
  ...filters,
  id: ids,
  search,
  order: choice(['desc', 'asc'], 'desc: newest first.').default('desc'),
  limit: whole(PAGE_LIMIT.min, PAGE_LIMIT.max, PAGE_LIMIT.default, 'Events a page.'),
  cursor: text('next_cursor of the page before; repeat the other arguments.').optional(),
  response_format: choice(['concise', 'detailed'], 'detailed adds data and extensions.').default(
    'concise',
  ),
});

const output = z.looseObject({
  range: rangeOutput,
  total: z.int().optional().meta({ description: 'Matches, where cheap to know.' }),
  has_more: z.boolean(),
  next_cursor: z.string().optional(),
  truncated_by: z
    .string()
    .optional()
    .meta({ description: 'limit, or characters: the answer was too long.' }),
  events: z.array(eventOutput),
  hints: hintsOutput,
});

export const queryEvents = defineTool({
  name: 'query_events',
  title: 'Query events',
  description: `Events of the timeline, newest first. Use when you need the events themselves: what changed before an incident, what a release did. Not for counting (get_event_summary), not for what runs now (get_state). Filters narrow each other and match exactly; search finds parts. Example: {"subject":"production","type":["deployment","rollback"],"from":"-6h"}`,
  scope: 'READ_ONLY',
  annotations: READ_ONLY_ANNOTATIONS,
  input,
  output,
  handler: async (context, args) => {
    const { timezone, order, limit, cursor } = args;
    const filter = toFilterRequest(args);
    const shape = (event: TimelineEvent) =>
      args.response_format === 'detailed'
        ? toDetailed(event, timezone)
        : toConcise(event, timezone);
    const { list, events, isCut } = await readFitting(
      context,
      { ...filter, order, limit, cursor },
      shape,
    );
    const hasMore = list.nextCursor !== null;
    const isEmpty = events.length === 0 && cursor === undefined;
    return {
      range: toRange(list.range, context.now, timezone),
      total: await totalOf(context, filter, list, cursor),
      has_more: hasMore,
      next_cursor: list.nextCursor ?? undefined,
      truncated_by: isCut ? 'characters' : hasMore ? 'limit' : undefined,
      events,
      hints: isEmpty ? await emptyHints(context, filter, list.range) : undefined,
    };
  },
});

/**
 * A page whose events fit into one answer. Where they do not, a shorter page is read instead of
 * dropping events from this one: its cursor starts right behind its last event.
 */
async function readFitting<Shaped>(
  { query, principal }: ToolContext,
  request: ListRequest,
  shape: (event: TimelineEvent) => Shaped,
) {
  let { limit } = request;
  for (;;) {
    const list = await query
      .list(principal.organization, { ...request, limit })
      .catch(explainCursor);
    const events = takeFitting(list.events, shape);
    if (events.length === list.events.length) {
      return { list, events, isCut: limit < request.limit };
    }
    limit = events.length;
  }
}

function explainCursor(error: unknown): never {
  if (error instanceof MilepostError && error.message.startsWith('cursor:')) {
    throw invalidField(
      'cursor',
      'is damaged or belongs to other arguments. Repeat the call that gave it, with next_cursor as cursor and the same from, to, timezone, filters and order (limit and response_format may differ); or leave cursor out to start again',
    );
  }
  throw error;
}

/** Counting is cheap where labels decide; the store keeps totals of those. */
async function totalOf(
  { query, principal }: ToolContext,
  filter: FilterRequest,
  { events, nextCursor, range }: EventList,
  cursor: string | undefined,
): Promise<number | undefined> {
  if (cursor === undefined && nextCursor === null) return events.length;
  const isAboutLabels = [filter.version, filter.id, filter.search].every(
    (one) => one === undefined,
  );
  if (!isAboutLabels) return undefined;
  const { organization } = principal;
  return query.count(organization, { ...filter, from: toUtc(range.from), to: toUtc(range.to) });
}
