import { mean, quantileSorted } from 'simple-statistics';

export interface Description {
  readonly n: number;
  readonly mean: number | null;
  readonly median: number | null;
  readonly p95: number | null;
}

/** What values come to; null where there are none. */
export function describeValues(values: readonly number[]): Description {
  if (values.length === 0) return { n: 0, mean: null, median: null, p95: null };
  const sorted = [...Float64Array.from(values).sort()];
  return {
    n: sorted.length,
    mean: mean(sorted),
    median: quantileSorted(sorted, 0.5),
    p95: quantileSorted(sorted, 0.95),
  };
}
