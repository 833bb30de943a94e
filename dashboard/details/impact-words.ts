/** How an impact reads. Pure. */
import type { Verdict } from '../../backend/model/impact.ts';
import { formatValue } from '../charts/numbers.ts';
import { postCommand } from '../curl.ts';
import type { Metric } from './insight-api.ts';

export const VERDICT_NAMES: Readonly<Record<Verdict, string>> = {
  degraded: 'Got worse',
  changed: 'Changed',
  improved: 'Improved',
  inconclusive: 'Inconclusive',
  unchanged: 'Unchanged',
};

/** What asks for attention comes first. */
const ORDER = Object.keys(VERDICT_NAMES);

export function byAttention(metrics: readonly Metric[]): readonly Metric[] {
  return metrics.toSorted(
    (one, other) =>
      ORDER.indexOf(one.verdict) - ORDER.indexOf(other.verdict) ||
      titleOf(one).localeCompare(titleOf(other)),
  );
}

export function titleOf({ displayName, metric }: Pick<Metric, 'displayName' | 'metric'>): string {
  return displayName ?? metric;
}

/** `2 got worse, 1 improved, 3 unchanged`. */
export function summarize(metrics: readonly Metric[]): string {
  const counts = new Map<Verdict, number>();
  for (const { verdict } of byAttention(metrics)) {
    counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  }
  return [...counts]
    .map(([verdict, count]) => `${count} ${VERDICT_NAMES[verdict].toLowerCase()}`)
    .join(', ');
}

/** What the chart shows, for those who do not see it. */
export function describeChart(metric: Metric): string {
  const { before, after, unit } = metric;
  const side = (name: string, { n, median }: Metric['before']) =>
    median === null
      ? `${name}: no samples`
      : `${name}: median ${formatValue(median, unit)} of ${n} samples`;
  return `${titleOf(metric)}. ${side('Before', before)}. ${side('After', after)}.`;
}

/** Sends one sample that belongs to the event. */
export function sampleCommand(origin: string, subject: string, source: string): string {
  const sample = {
    metric: 'error_rate',
    value: 0.012,
    time: 'NOW',
    subject,
    source,
    unit: 'ratio',
  };
  return postCommand(`${origin}/api/v1/metrics/webhook`, { samples: [sample] });
}
