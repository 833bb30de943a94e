/** Samples, made few enough for a chart. Pure. */
import type { ImpactPoint, Span } from '../model/impact.ts';
import type { Sample } from '../model/metric.ts';

/** `count` slices of equal length; those without samples are left out. */
export function sliceSamples(
  samples: readonly Sample[],
  { from, to }: Span,
  count: number,
): ImpactPoint[] {
  const length = (to - from) / count;
  const slices = new Map<number, { n: number; sum: number; min: number; max: number }>();
  for (const [time, value] of samples) {
    if (time < from || time > to) continue;
    const index = Math.min(count - 1, Math.floor((time - from) / length));
    const slice = slices.get(index);
    if (slice === undefined) slices.set(index, { n: 1, sum: value, min: value, max: value });
    else {
      slice.n += 1;
      slice.sum += value;
      slice.min = Math.min(slice.min, value);
      slice.max = Math.max(slice.max, value);
    }
  }
  return [...slices]
    .sort(([one], [other]) => one - other)
    .map(([index, { n, sum, min, max }]) => ({
      time: Math.round(from + (index + 0.5) * length),
      ...{ n, mean: sum / n, min, max },
    }));
}
