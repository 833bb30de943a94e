/** What a metric did at the same hours of earlier weeks, from its hours. Pure but for one reading. */
import type { ImpactBaseline, Span } from '../model/impact.ts';
import type { HourRollup, MetricSeries } from '../model/metric.ts';
import { describeValues, predictionInterval } from '../statistics/describe.ts';
import type { BySeries, MetricStore } from '../store/metric-port.ts';

const HOUR_MS = 3_600_000;
const WEEK_MS = 168 * HOUR_MS;
const WEEKS = 4;
/** Fewer weeks say nothing about what is usual. */
const LEAST_WEEKS = 3;
/** The share of a window that samples have to be there for. */
const LEAST_COVER = 0.5;

export interface Spans {
  readonly before: Span;
  readonly after: Span;
}

/** The hours of all series that fall into the windows of the weeks before. */
export async function readBaselines(
  metrics: Pick<MetricStore, 'hours'>,
  organization: string,
  series: readonly MetricSeries[],
  { before, after }: Spans,
): Promise<BySeries<HourRollup>> {
  // Only those that are old enough have something to tell.
  const ids = series
    .filter(({ first }) => first <= after.to - LEAST_WEEKS * WEEK_MS)
    .map(({ id }) => id);
  const found = new Map<string, HourRollup[]>();
  if (ids.length === 0) return found;
  for (let week = 1; week <= WEEKS; week += 1) {
    const from = Math.floor((before.from - week * WEEK_MS) / HOUR_MS);
    const to = Math.floor((after.to - week * WEEK_MS) / HOUR_MS);
    for (const [id, hours] of await metrics.hours(organization, ids, from, to)) {
      found.set(id, [...(found.get(id) ?? []), ...hours]);
    }
  }
  return found;
}

/** Null where fewer than three weeks have samples on both sides. */
export function baselineOf(
  hours: readonly HourRollup[],
  { before, after }: Spans,
): ImpactBaseline | null {
  const byHour = new Map(hours.map((one) => [one.hour, one]));
  const changes: number[] = [];
  for (let week = 1; week <= WEEKS; week += 1) {
    const earlier = meanWithin(byHour, before, week * WEEK_MS);
    const later = meanWithin(byHour, after, week * WEEK_MS);
    if (earlier !== null && later !== null) changes.push(later - earlier);
  }
  if (changes.length < LEAST_WEEKS) return null;
  const { median } = describeValues(changes);
  return {
    weeks: changes.length,
    median: median ?? 0,
    min: Math.min(...changes),
    max: Math.max(...changes),
    usual: predictionInterval(changes),
  };
}

/** The mean of a window, its hours weighing as much as they lie in it. */
function meanWithin(
  hours: ReadonlyMap<number, HourRollup>,
  { from, to }: Span,
  agoMs: number,
): number | null {
  const [start, end] = [from - agoMs, to - agoMs];
  let weight = 0;
  let total = 0;
  for (let hour = Math.floor(start / HOUR_MS); hour * HOUR_MS <= end; hour += 1) {
    const rollup = hours.get(hour);
    if (rollup === undefined) continue;
    const covered = Math.min(end, (hour + 1) * HOUR_MS) - Math.max(start, hour * HOUR_MS);
    weight += covered;
    total += (covered * rollup.sum) / rollup.count;
  }
  return weight >= LEAST_COVER * (end - start) ? total / weight : null;
}
