import { z } from 'zod';
import { invalidField } from '../../errors.ts';
import {
  DEFAULT_WINDOW,
  type Impact,
  type MetricImpact,
  WINDOWS,
  windowMs,
} from '../../model/impact.ts';
import { asMeant, choice, text, texts, timezone } from '../arguments.ts';
import { shorten, takeFitting } from '../fit.ts';
import { unknownNameHints } from '../hints.ts';
import { hintsOutput, toRange, toTime } from '../output.ts';
import { unescapeText } from '../text.ts';
import { defineTool, READ_ONLY_ANNOTATIONS, type ToolContext } from '../tool.ts';

/** Characters for the metrics, and for the other changes. */
const METRICS_LIMIT = 26_000;
const OTHERS_LIMIT = 8000;

export const getMetricsAroundEvent = defineTool({
  name: 'get_metrics_around_event',
  title: 'Metrics before and after a change',
  description:
    'Whether a change made things better or worse: each metric of its environment before and after, with a verdict and its reason. Use for "did this deploy break something". Give event_id, or time. A verdict is no proof of the cause: mind other_changes. Example: {"time":"-3h","subject":"production"}',
  scope: 'READ_ONLY',
  annotations: READ_ONLY_ANNOTATIONS,
  input: z.strictObject({
    event_id: text('The event, as query_events gives it.').optional(),
    time: text('Instead of event_id: -3h, ISO 8601, or local time next to timezone.').optional(),
    window: choice(WINDOWS, 'How long before and after. Default 2h.').default(DEFAULT_WINDOW),
    subject: text('With time: only this environment.').optional(),
    source: text('With time: only this system. With event_id: whose event it is.').optional(),
    metric: texts('Only these metrics; see list_metrics.'),
    timezone,
  }),
  output: z.looseObject({
    time: z.string(),
    window: z.string(),
    complete: z.boolean().meta({ description: 'False: the time after has not passed yet.' }),
    verdicts: z.looseObject({}).meta({ description: 'How many metrics have each verdict.' }),
    metrics: z.array(
      z.looseObject({
        metric: z.string(),
        verdict: z.string(),
        reason: z.string(),
      }),
    ),
    other_changes: z.array(z.looseObject({ event_id: z.string() })),
    has_more: z.boolean().meta({ description: 'True: name metrics to see the rest.' }),
    hints: hintsOutput,
  }),
  handler: async (context, args) => {
    const { impact, event } = await lookUp(context, args);
    const order = impact.metrics.toSorted((one, other) => weight(one) - weight(other));
    const metrics = takeFitting(order, toShown, METRICS_LIMIT);
    const others = takeFitting(impact.others, (one) => toChange(one, args.timezone), OTHERS_LIMIT);
    return {
      event,
      time: toTime(impact.time, args.timezone),
      window: impact.window,
      range: toRange(around(impact), context.now, args.timezone),
      complete: impact.isComplete,
      verdicts: count(impact.metrics),
      metrics,
      other_changes: impact.others.length === 0 ? [] : others,
      other_changes_not_shown: impact.others.length - others.length || undefined,
      has_more: impact.omitted > 0 || metrics.length < impact.metrics.length,
      hints: impact.metrics.length === 0 ? await emptyHints(context, args, impact) : undefined,
    };
  },
});

interface Arguments {
  readonly event_id?: string | undefined;
  readonly time?: string | undefined;
  readonly window: (typeof WINDOWS)[number];
  readonly subject?: string | undefined;
  readonly source?: string | undefined;
  readonly metric?: string[] | undefined;
  readonly timezone?: string | undefined;
}

async function lookUp({ impact, principal }: ToolContext, args: Arguments) {
  const { event_id: id, time, window } = args;
  const source = args.source && unescapeText(args.source);
  const metric = asMeant(args.metric);
  if (id !== undefined && time === undefined) {
    const request = { source, window, metric };
    const found = await impact.ofEvent(principal.organization, unescapeText(id), request);
    const { type, version, source: system } = found.event;
    const event = { event_id: found.event.id, type, version: version ?? undefined, source: system };
    return { impact: found.impact, event: shorten(event, OTHERS_LIMIT).value };
  }
  if (time === undefined || id !== undefined) {
    throw invalidField('event_id', 'give either event_id or time, such as {"time":"-3h"}');
  }
  const subject = args.subject && unescapeText(args.subject);
  const request = { time, timezone: args.timezone, window, subject, source, metric };
  return { impact: await impact.around(principal.organization, request), event: undefined };
}

function around({ time, window }: Impact) {
  return { from: time - windowMs(window), to: time + windowMs(window) };
}

/** What is worth reading comes first, whatever the limit leaves. */
function weight({ verdict }: MetricImpact): number {
  return ['degraded', 'improved', 'changed', 'inconclusive', 'unchanged'].indexOf(verdict);
}

function count(metrics: readonly MetricImpact[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { verdict } of metrics) counts[verdict] = (counts[verdict] ?? 0) + 1;
  return counts;
}

function toShown(impact: MetricImpact) {
  const { metric, unit, direction, subject, source, verdict, reason, test, effect } = impact;
  return {
    metric,
    verdict,
    reason,
    unit: unit ?? undefined,
    direction: direction ?? undefined,
    subject,
    source: source ?? undefined,
    before: toSide(impact.before),
    after: toSide(impact.after),
    relative_change: short(impact.change?.relative),
    p_adjusted: short(test?.pAdjusted),
    cliffs_delta: short(effect?.cliffsDelta),
    interval: effect === null ? undefined : [short(effect.low), short(effect.high)],
    overlapping: impact.overlapping > 0 ? impact.overlapping : undefined,
  };
}

function toSide({ n, mean, median, p95 }: MetricImpact['before']) {
  return { n, mean: short(mean), median: short(median), p95: short(p95) };
}

/** Four significant digits: more would be noise, and cost tokens. */
function short(value: number | null | undefined): number | undefined {
  return value === null || value === undefined ? undefined : Number(value.toPrecision(4));
}

function toChange({ event, sameSource }: Impact['others'][number], zone: string | undefined) {
  const { id, type, source, version, time } = event;
  return {
    event_id: id,
    type,
    source,
    version: version ?? undefined,
    time: toTime(Date.parse(time), zone),
    same_source: sameSource,
  };
}

async function emptyHints(context: ToolContext, args: Arguments, impact: Impact) {
  const { source, subject } = args;
  const unknown = await unknownNameHints(context, {
    source: source === undefined ? undefined : asMeant([source]),
    subject: subject === undefined ? undefined : asMeant([subject]),
  });
  return [...unknown, emptyHint(impact)];
}

function emptyHint({ subject }: Impact): string {
  return subject === null
    ? 'No metric has samples under these names; list_metrics shows what there is. An event without a subject belongs to no environment that a metric could be of.'
    : 'No metric is recorded for this environment and system; list_metrics shows what there is.';
}
