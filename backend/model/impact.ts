/** What a change did to the metrics around it. Plain types: dashboards and assistants read them. */
import type { StoredEvent } from './event.ts';
import type { Direction } from './metric.ts';

export const WINDOWS = ['1h', '2h', '4h', '6h', '12h', '24h'] as const;
export type Window = (typeof WINDOWS)[number];
export const DEFAULT_WINDOW: Window = '2h';
/** Samples on either side without which nothing is said. */
export const LEAST_SAMPLES = 8;

export function windowMs(window: Window): number {
  return Number.parseInt(window, 10) * 3_600_000;
}

/** Slices of a chart that an answer gives at the most. */
export const MOST_POINTS = 200;

export const VERDICTS = ['improved', 'degraded', 'changed', 'unchanged', 'inconclusive'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Null where there are no samples. */
export interface Description {
  readonly n: number;
  readonly mean: number | null;
  readonly median: number | null;
  readonly p95: number | null;
}

export interface ImpactTest {
  readonly name: 'mann-whitney-u';
  readonly u: number;
  /** Two-sided, with the correlation of neighbours reckoned in. */
  readonly p: number;
  /** The same, for having looked at all metrics of the answer (Benjamini and Hochberg). */
  readonly pAdjusted: number;
  readonly autocorrelation: number;
  readonly effectiveSamples: { readonly before: number; readonly after: number };
}

export interface ImpactEffect {
  /** From -1, every sample is lower after, to 1, every sample is higher. */
  readonly cliffsDelta: number;
  readonly low: number;
  readonly high: number;
  readonly confidence: number;
}

/** What happened to the metric at the same hours of earlier weeks. */
export interface ImpactBaseline {
  readonly weeks: number;
  /** The change of the mean then: in the middle, and at its smallest and largest. */
  readonly median: number;
  readonly min: number;
  readonly max: number;
  /** Where this week's is expected with 95 % confidence. */
  readonly usual: { readonly low: number; readonly high: number };
}

/** What a slice of time holds, for a chart. */
export interface ImpactPoint {
  /** Its middle, ms. */
  readonly time: number;
  readonly n: number;
  readonly mean: number;
  readonly min: number;
  readonly max: number;
}

export interface MetricImpact {
  readonly metric: string;
  readonly displayName: string | null;
  readonly unit: string | null;
  readonly direction: Direction | null;
  readonly subject: string;
  readonly source: string | null;
  readonly before: Description;
  readonly after: Description;
  /** Of the mean; `relative` is null where the mean before is 0. */
  readonly change: { readonly absolute: number; readonly relative: number | null } | null;
  /** Null where there are too few samples. */
  readonly test: ImpactTest | null;
  readonly effect: ImpactEffect | null;
  /** Null where the history does not reach back far enough. */
  readonly baseline: ImpactBaseline | null;
  /** Other changes that may have done it as well. */
  readonly overlapping: number;
  readonly verdict: Verdict;
  /** The verdict's reason, in one sentence. */
  readonly reason: string;
  /** Where they were asked for: from the beginning of before to the end of after. */
  readonly points?: readonly ImpactPoint[];
}

/** Times in ms, both inclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Another change inside the window, and whether it is of the same source. */
export interface OtherChange {
  readonly event: StoredEvent;
  readonly sameSource: boolean;
}

export interface Impact {
  /** ms. */
  readonly time: number;
  readonly window: Window;
  readonly subject: string | null;
  readonly source: string | null;
  readonly before: Span;
  readonly after: Span;
  /** What is left out behind the change, ms. */
  readonly settleMs: number;
  /** Whether the time after has passed. */
  readonly isComplete: boolean;
  readonly others: readonly OtherChange[];
  readonly metrics: readonly MetricImpact[];
  /** Series that were not looked at, being too many. */
  readonly omitted: number;
}
