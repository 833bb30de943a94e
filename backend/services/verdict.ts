/** From numbers to a verdict and its reason. Pure; `docs/metrics.md` says how it comes about. */
import {
  type Description,
  type ImpactBaseline,
  type ImpactEffect,
  LEAST_SAMPLES,
  type Verdict,
} from '../model/impact.ts';
import type { Direction } from '../model/metric.ts';

/** An adjusted p-value up to which a difference is taken for real. */
export const LEVEL = 0.03;
/** Cliff's delta from which a difference is worth a word, and up to which it is small (Romano 2006). */
export const NEGLIGIBLE = 0.147;
export const SMALL = 0.33;

export interface Evidence {
  readonly before: Description;
  readonly after: Description;
  readonly direction: Direction | null;
  readonly unit: string | null;
  /** Null where there were too few samples to compare. */
  readonly pAdjusted: number | null;
  /** `low` and `high` with 95 % confidence, `range` with 90 %. */
  readonly effect: ImpactEffect | null;
  readonly range: { readonly low: number; readonly high: number } | null;
  readonly baseline: ImpactBaseline | null;
  readonly overlapping: number;
  readonly isComplete: boolean;
}

export interface Judgement {
  readonly verdict: Verdict;
  readonly reason: string;
}

export function judge(evidence: Evidence): Judgement {
  const { before, after, pAdjusted, effect, range } = evidence;
  if (pAdjusted === null || effect === null || range === null) return tooFew(evidence);
  const isVisible = Math.abs(effect.cliffsDelta) >= NEGLIGIBLE;
  if (pAdjusted <= LEVEL && isVisible) return changed(evidence, pAdjusted, effect.cliffsDelta);
  const numbers = `${before.n} samples before and ${after.n} after`;
  if (range.low > -SMALL && range.high < SMALL) {
    const reason = `${numbers} show no difference, and any that they could hide is small`;
    return { verdict: 'unchanged', reason };
  }
  const why =
    pAdjusted <= LEVEL
      ? 'the difference is too small for its uncertainty'
      : `the difference may well be chance (p = ${figure(pAdjusted)}), and a larger one cannot be excluded`;
  return { verdict: 'inconclusive', reason: `with ${numbers} ${why}` };
}

function tooFew({ before, after, isComplete }: Evidence): Judgement {
  const wait = isComplete ? '' : '; the time after has not passed yet';
  const reason = `${before.n} samples before and ${after.n} after are too few, it takes ${LEAST_SAMPLES} on either side${wait}`;
  return { verdict: 'inconclusive', reason };
}

function changed(evidence: Evidence, p: number, delta: number): Judgement {
  const { direction, baseline, overlapping } = evidence;
  const rose = delta > 0;
  const what = movement(evidence, rose);
  if (isUsual(evidence)) {
    const weeks = `${baseline?.weeks} earlier weeks`;
    const reason = `${what}, as it does at these hours of the week: ${weeks} show the same`;
    return { verdict: 'unchanged', reason };
  }
  const chance = p < 0.001 ? 'p < 0.001' : `p = ${figure(p)}`;
  const better =
    direction === null ? 'nobody has said which way is better' : `${direction} is better`;
  const others =
    overlapping === 0
      ? ''
      : `; ${overlapping} other ${overlapping === 1 ? 'change overlaps' : 'changes overlap'}: not separable`;
  const verdict = direction === null ? 'changed' : verdictOf(direction, rose);
  return { verdict, reason: `${what} (${chance}), and ${better}${others}` };
}

function verdictOf(direction: Direction, rose: boolean): Verdict {
  return (direction === 'higher') === rose ? 'improved' : 'degraded';
}

/** Where what earlier weeks did at the same hours makes one expect it. */
function isUsual({ before, after, baseline }: Evidence): boolean {
  if (baseline === null || before.mean === null || after.mean === null) return false;
  const change = after.mean - before.mean;
  return change >= baseline.usual.low && change <= baseline.usual.high;
}

function movement({ before, after, unit }: Evidence, rose: boolean): string {
  const [from, to] = [before.mean ?? 0, after.mean ?? 0];
  const suffix = unit === null ? '' : ` ${unit}`;
  // The middle and the mean may disagree: the test is about the whole distribution.
  const verb = rose ? 'it rose' : 'it fell';
  const isOdd = rose ? to <= from : to >= from;
  if (isOdd)
    return `${verb} for the most part, its mean being ${figure(from)}${suffix} before and ${figure(to)}${suffix} after`;
  const share = from === 0 ? '' : ` (${percent((to - from) / Math.abs(from))})`;
  return `${verb} from a mean of ${figure(from)} to ${figure(to)}${suffix}${share}`;
}

/** Three significant digits, without the noise of binary fractions. */
export function figure(value: number): string {
  return String(Number(value.toPrecision(3)));
}

function percent(share: number): string {
  const text = figure(share * 100);
  return `${share > 0 ? '+' : ''}${text} %`;
}
