/** What the document of an hour holds. */
import type { HourRollup, Sample } from '../../model/metric.ts';
import { HOUR_MS } from '../spans.ts';
import type { MetricHourDocument } from './metric-documents.ts';

/** Names of members come in the order of writing, so they are put in that of time. */
export function samplesOf({ hour, values = {} }: MetricHourDocument): Sample[] {
  return Object.entries(values)
    .map(([offset, value]): Sample => [hour * HOUR_MS + Number(offset), value])
    .sort(([one], [other]) => one - other);
}

/** Its samples, and what those came to that are deleted. */
export function rollUp({ hour, values = {}, expired }: MetricHourDocument): HourRollup {
  const { POSITIVE_INFINITY, NEGATIVE_INFINITY } = Number;
  const none = { count: 0, sum: 0, min: POSITIVE_INFINITY, max: NEGATIVE_INFINITY };
  let { count, sum, min, max } = expired ?? none;
  for (const value of Object.values(values)) {
    count += 1;
    sum += value;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return { hour, count, sum, min, max };
}
