import { z } from 'zod';
import { BUCKET_MS, GROUP_FIELDS } from '../../model/query.ts';
import type { Summary } from '../../services/query.ts';
import type { FilterRequest } from '../../services/range.ts';
import type { ValueCount } from '../../store/port.ts';
import { choice, filters, range, search, toFilterRequest } from '../arguments.ts';
import { takeFitting } from '../fit.ts';
import { emptyHints } from '../hints.ts';
import {
  hintsOutput,
  type Range,
  rangeOutput,
  toConcise,
  toRange,
  toTime,
  toUtc,
  toValue,
  valueOutput,
} from '../output.ts';
import { defineTool, READ_ONLY_ANNOTATIONS, type ToolContext } from '../tool.ts';

const GROUPS = 20;
const NOTABLE = 5;
/** Characters of the groups, and of the notable events. */
const PART_LIMIT = 15_000;
const SEVERE = ['MAJOR', 'CRITICAL'] as const;
const MAX_BUCKETS = 60;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Lengths of histogram buckets, ms; the first that gives few enough of them is taken. */
const WIDTHS = [60_000, 300_000, HOUR_MS, 6 * HOUR_MS, DAY_MS, 7 * DAY_MS, 28 * DAY_MS];

const output = z.looseObject({
  range: rangeOutput,
  total: z.int(),
  previous_total: z.int().optional().meta({ description: 'In the equally long time before.' }),
  groups: z.array(valueOutput).meta({ description: 'Most frequent first.' }),
  bucket_seconds: z.int(),
  histogram: z
    .array(z.looseObject({ start: z.string(), count: z.int() }))
    .meta({ description: 'Buckets without events are left out.' }),
  notable: z
    .array(z.looseObject({ id: z.string() }))
    .meta({ description: 'The newest MAJOR and CRITICAL events.' }),
  hints: hintsOutput,
});

export const getEventSummary = defineTool({
  name: 'get_event_summary',
  title: 'Summarize events',
  description:
    'Counts of events by one field, a histogram, the total of the period before, and the newest severe events. Use first for long periods and for how many, how often, busiest, trend. Not for single events (query_events). Example: {"from":"-7d","group_by":"source","subject":"production"}',
  scope: 'READ_ONLY',
  annotations: READ_ONLY_ANNOTATIONS,
  input: z.strictObject({
    ...range,
    ...filters,
    search,
    group_by: choice(GROUP_FIELDS, 'The field to count by.').default('type'),
  }),
  output,
  handler: async (context, args) => {
    const { timezone } = args;
    const { query, principal, now } = context;
    const filter = toFilterRequest(args);
    const summary = await query.summary(principal.organization, {
      ...filter,
      by: args.group_by,
      bucket: 'auto',
    });
    // With an open end the service counts up to the newest event; the period goes on until now.
    const used: Range = summary.range ?? {};
    const end = args.to === undefined ? undefined : used.to;
    const { total } = summary;
    return {
      range: toRange({ from: used.from, to: end }, now, timezone),
      total,
      previous_total: await previousTotal(context, filter, used.from, end ?? now),
      ...toGroups(summary, timezone),
      ...toHistogram(summary, timezone),
      notable: total === 0 ? [] : await notableEvents(context, filter, timezone),
      hints: total === 0 ? await emptyHints(context, filter, { ...used, to: end }) : undefined,
    };
  },
});

async function previousTotal(
  { query, principal }: ToolContext,
  filter: FilterRequest,
  from: number | undefined,
  to: number,
): Promise<number | undefined> {
  if (filter.from === undefined || from === undefined || from >= to) return undefined;
  const start = toUtc(from - (to - from) - 1);
  if (start === undefined) return undefined;
  return query.count(principal.organization, { ...filter, from: start, to: toUtc(from - 1) });
}

async function notableEvents(
  { query, principal }: ToolContext,
  filter: FilterRequest,
  timezone: string | undefined,
) {
  const severity = SEVERE.filter((one) => filter.severity?.includes(one) ?? true);
  if (severity.length === 0) return [];
  const list = await query.list(principal.organization, {
    ...filter,
    severity,
    order: 'desc',
    limit: NOTABLE,
  });
  return takeFitting(list.events, (event) => toConcise(event, timezone), PART_LIMIT);
}

function toGroups({ counts }: Summary, timezone: string | undefined) {
  const named = counts.filter((one) => one.value !== null);
  const shape = (one: ValueCount) => toValue(one, timezone);
  const groups = takeFitting(named.slice(0, GROUPS), shape, PART_LIMIT);
  const rest = named.slice(groups.length);
  return {
    groups,
    other_groups: rest.length || undefined,
    other_count: rest.reduce((sum, one) => sum + one.count, 0) || undefined,
    without_value: counts.find((one) => one.value === null)?.count,
  };
}

function toHistogram({ range, bucket, histogram }: Summary, timezone: string | undefined) {
  const width = range === null ? BUCKET_MS[bucket] : chooseWidth(range, BUCKET_MS[bucket]);
  const counts = new Map<number, number>();
  for (const { start, count } of histogram) {
    const wider = Math.floor(start / width) * width;
    counts.set(wider, (counts.get(wider) ?? 0) + count);
  }
  return {
    bucket_seconds: width / 1000,
    histogram: [...counts].map(([start, count]) => ({ start: toTime(start, timezone), count })),
  };
}

function chooseWidth({ from, to }: { from: number; to: number }, bucket: number): number {
  const fits = (width: number) => width % bucket === 0 && (to - from) / width <= MAX_BUCKETS;
  const many = Math.ceil((to - from) / MAX_BUCKETS / DAY_MS) * DAY_MS;
  return WIDTHS.find(fits) ?? many;
}
