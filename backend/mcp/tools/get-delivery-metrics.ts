import { z } from 'zod';
import { asMeant, openRange, source, subject, text } from '../arguments.ts';
import { takeFitting } from '../fit.ts';
import { unknownNameHints } from '../hints.ts';
import { toTime } from '../output.ts';
import { defineTool, READ_ONLY_ANNOTATIONS } from '../tool.ts';

const FAILED_LIMIT = 14_000;
const CELLS_LIMIT = 14_000;

export const getDeliveryMetrics = defineTool({
  name: 'get_delivery_metrics',
  title: 'How delivery does',
  description:
    'The DORA figures (deployment frequency, lead time, change failure rate, recovery time, rework rate) with counts, the period before, and failed deployments. Use for weeks. A missing figure says why: repeat that, do not estimate. Example: {"from":"-30d","subject":["production"]}',
  scope: 'READ_ONLY',
  annotations: READ_ONLY_ANNOTATIONS,
  input: z.strictObject({
    from: text('Start, inclusive; forms as everywhere. Default -30d.').optional(),
    to: openRange.to,
    timezone: openRange.timezone,
    source,
    subject,
  }),
  output: z.looseObject({
    from: z.string(),
    to: z.string(),
    figures: z.looseObject({ deployments: z.int() }).meta({
      description: 'Times in seconds, shares from 0 to 1, frequency a day.',
    }),
    previous: z.looseObject({}),
    failed: z.array(z.looseObject({})),
    cells: z.array(z.looseObject({})),
  }),
  handler: async (context, args) => {
    const { delivery, principal, now } = context;
    const names = { source: asMeant(args.source), subject: asMeant(args.subject) };
    const found = await delivery.of(principal.organization, {
      ...{ from: args.from, to: args.to, timezone: args.timezone },
      ...names,
    });
    const failed = takeFitting(found.failed, (one) => ({ ...one }), FAILED_LIMIT);
    const cells = takeFitting(
      found.cells,
      ({ subject: stage, figures: _, ...cell }) => ({ ...cell, subject: stage ?? undefined }),
      CELLS_LIMIT,
    );
    const unknown = found.figures.deployments === 0 ? await unknownNameHints(context, names) : [];
    return {
      from: toTime(found.from, args.timezone),
      to: toTime(found.to, args.timezone),
      now: toTime(now, args.timezone),
      figures: { ...found.figures },
      previous: { ...found.previous },
      failed,
      failed_not_shown: found.failed.length - failed.length || undefined,
      cells,
      cells_not_shown: found.cells.length - cells.length || undefined,
      hints: unknown.length > 0 ? unknown : undefined,
    };
  },
});
