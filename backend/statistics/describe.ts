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

/** The value below which a share of the values lies; there must be some. */
export function quantileOf(values: readonly number[], share: number): number {
  return quantileSorted([...Float64Array.from(values).sort()], share);
}
