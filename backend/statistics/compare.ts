/**
 * Whether two stretches of a series differ: the Mann–Whitney U test with its correction for ties,
 * and with the variance that neighbours have who depend on each other.
 */
import { errorFunction, probit, sampleVariance, sum } from 'simple-statistics';
import { neighbourCorrelation, varianceInflation } from './autocorrelation.ts';
import { midRanks } from './ranks.ts';

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface Comparison {
  /** Pairs (before, after) in which the later value is the higher one; equal ones count half. */
  readonly u: number;
  /** Two-sided. */
  readonly p: number;
  /** Correlation of neighbours that was reckoned with. */
  readonly autocorrelation: number;
  /** Samples that say as much if they were independent. */
  readonly effective: { readonly before: number; readonly after: number };
  /** Cliff's delta: from -1, every value is lower after, to 1, every value is higher. */
  readonly delta: number;
  /** The interval that holds the true delta with `confidence`. */
  interval(confidence: number): Interval;
}

/** Compares values in the order of time; two of them on each side at the least. */
export function compare(before: readonly number[], after: readonly number[]): Comparison {
  const [n, m] = [before.length, after.length];
  const total = n + m;
  const ranks = midRanks([...before, ...after]);
  const sides = [ranks.slice(0, n), ranks.slice(n)] as const;
  const autocorrelation = neighbourCorrelation(sides);
  const inflation = [
    varianceInflation(autocorrelation, n),
    varianceInflation(autocorrelation, m),
  ] as const;

  const u = sum([...sides[1]]) - (m * (m + 1)) / 2;
  const centre = (total + 1) / 2;
  const squares = sum(ranks.map((rank) => (rank - centre) ** 2));
  // Without correlation this is the variance that textbooks give, its correction for ties included.
  const rankVariance = squares / Math.max(1, total - varianceInflation(autocorrelation, total));
  const variance = rankVariance * (inflation[0] / n + inflation[1] / m) * ((n * m) / total) ** 2;
  const z = variance === 0 ? 0 : (u - (n * m) / 2) / Math.sqrt(variance);

  const delta = (2 * u) / (n * m) - 1;
  const spread = deltaVariance(before, after, sides, inflation);
  return {
    u,
    p: Math.min(1, 1 - errorFunction(Math.abs(z) / Math.SQRT2)),
    autocorrelation,
    effective: { before: n / inflation[0], after: m / inflation[1] },
    delta,
    interval: (confidence) => {
      const half = probit((1 + confidence) / 2) * Math.sqrt(spread);
      return { low: Math.max(-1, delta - half), high: Math.min(1, delta + half) };
    },
  };
}

/**
 * The variance of delta by where each value stands among those of the other side (Cliff 1993). Where
 * the sides do not touch it would be 0; one value that stood elsewhere is always reckoned with.
 */
function deltaVariance(
  before: readonly number[],
  after: readonly number[],
  [ranksBefore, ranksAfter]: readonly [readonly number[], readonly number[]],
  [inflationBefore, inflationAfter]: readonly [number, number],
): number {
  const part = (values: readonly number[], ranks: readonly number[], others: number, k: number) => {
    const own = midRanks(values);
    const places = ranks.map((rank, index) => (2 * (rank - (own[index] ?? 0))) / others - 1);
    const { length } = values;
    return k * Math.max(sampleVariance(places) / length, 1 / length ** 2);
  };
  return (
    part(before, ranksBefore, after.length, inflationBefore) +
    part(after, ranksAfter, before.length, inflationAfter)
  );
}

/** Adjusts p-values for having looked at all of them (Benjamini and Hochberg 1995). */
export function adjustForMany(values: readonly number[]): number[] {
  const order = values.map((p, index) => ({ p, index })).sort((one, other) => other.p - one.p);
  const adjusted = new Array<number>(values.length).fill(1);
  let smallest = 1;
  for (const [place, { p, index }] of order.entries()) {
    smallest = Math.min(smallest, (p * values.length) / (values.length - place));
    adjusted[index] = smallest;
  }
  return adjusted;
}
