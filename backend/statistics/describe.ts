import { mean, quantileSorted, sampleStandardDeviation } from 'simple-statistics';

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

/** Student's t, 97.5 %, for 2 to 5 values: NIST/SEMATECH e-Handbook, table 1.3.6.7.2. */
const T_QUANTILES = [12.706, 4.303, 3.182, 2.776];

/** Where one more value is expected with 95 % confidence, given 2 to 5 values of its kind. */
export function predictionInterval(values: readonly number[]): { low: number; high: number } {
  const quantile = T_QUANTILES[values.length - 2];
  if (quantile === undefined) throw new RangeError('an interval takes 2 to 5 values');
  const [centre, deviation] = [mean([...values]), sampleStandardDeviation([...values])];
  const reach = quantile * deviation * Math.sqrt(1 + 1 / values.length);
  return { low: centre - reach, high: centre + reach };
}

/** The value below which a share of the values lies; there must be some. */
export function quantileOf(values: readonly number[], share: number): number {
  return quantileSorted([...Float64Array.from(values).sort()], share);
}
