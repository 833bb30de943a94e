/** One series before and after: its numbers, and their place in the answer. Pure. */
import {
  type Description,
  type ImpactBaseline,
  type ImpactPoint,
  LEAST_SAMPLES,
  type MetricImpact,
  type Span,
} from '../model/impact.ts';
import type { MetricSeries, Sample } from '../model/metric.ts';
import { type Comparison, compare } from '../statistics/compare.ts';
import { describeValues } from '../statistics/describe.ts';
import type { MetricFacts } from './metric-catalog.ts';
import { sliceSamples } from './slices.ts';
import { judge } from './verdict.ts';

const CONFIDENCE = 0.95;
/** Two one-sided tests at 5 % each: that there is no difference of a size that matters. */
const EQUIVALENCE_CONFIDENCE = 0.9;

export interface Measured {
  readonly series: MetricSeries;
  readonly before: Description;
  readonly after: Description;
  /** Null where there are too few samples. */
  readonly comparison: Comparison | null;
  readonly baseline: ImpactBaseline | null;
  readonly points: readonly ImpactPoint[] | null;
}

interface Spans {
  readonly before: Span;
  readonly after: Span;
  readonly baseline: ImpactBaseline | null;
  /** How many slices to give the samples in; 0 for none. */
  readonly points: number;
}

export function measure(
  series: MetricSeries,
  samples: readonly Sample[],
  { before, after, baseline, points }: Spans,
): Measured {
  const [earlier, later] = [valuesIn(samples, before), valuesIn(samples, after)];
  const isEnough = Math.min(earlier.length, later.length) >= LEAST_SAMPLES;
  return {
    series,
    before: describeValues(earlier),
    after: describeValues(later),
    comparison: isEnough ? compare(earlier, later) : null,
    baseline,
    points:
      points === 0 ? null : sliceSamples(samples, { from: before.from, to: after.to }, points),
  };
}

function valuesIn(samples: readonly Sample[], { from, to }: Span): number[] {
  return samples.filter(([time]) => time >= from && time <= to).map(([, value]) => value);
}

interface Circumstances {
  readonly facts: MetricFacts;
  readonly pAdjusted: number | null;
  readonly overlapping: number;
  readonly isComplete: boolean;
}

export function toImpact(measured: Measured, circumstances: Circumstances): MetricImpact {
  const { series, before, after, comparison, baseline, points } = measured;
  const { facts, pAdjusted, overlapping, isComplete } = circumstances;
  const effect =
    comparison === null
      ? null
      : {
          cliffsDelta: comparison.delta,
          ...comparison.interval(CONFIDENCE),
          confidence: CONFIDENCE,
        };
  const range = comparison?.interval(EQUIVALENCE_CONFIDENCE) ?? null;
  const { direction, unit } = facts;
  const evidence = { before, after, direction, unit, pAdjusted, effect, range, baseline };
  return {
    ...facts,
    subject: series.subject,
    source: series.source,
    before,
    after,
    change: changeOf(before.mean, after.mean),
    test: comparison === null ? null : toTest(comparison, pAdjusted ?? 1),
    effect,
    baseline,
    overlapping,
    ...judge({ ...evidence, overlapping, isComplete }),
    ...(points === null ? {} : { points }),
  };
}

function changeOf(before: number | null, after: number | null): MetricImpact['change'] {
  if (before === null || after === null) return null;
  const absolute = after - before;
  return { absolute, relative: before === 0 ? null : absolute / Math.abs(before) };
}

function toTest(comparison: Comparison, pAdjusted: number): MetricImpact['test'] {
  const { u, p, autocorrelation, effective } = comparison;
  return { name: 'mann-whitney-u', u, p, pAdjusted, autocorrelation, effectiveSamples: effective };
}
