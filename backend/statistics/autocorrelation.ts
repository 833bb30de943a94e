/** How much less samples say that depend on the ones before them. */
import { mean, sum } from 'simple-statistics';

/** Beyond this, a series wanders so much that no window of it says anything. */
const LARGEST = 0.97;
/** Standard errors that are added to the estimate: one that is too low makes false alarms. */
const CAUTION = 1;

/**
 * The correlation of neighbours (lag 1) within stretches that each have a mean of their own, from 0
 * to 0.97. Corrected for the bias of short stretches (Marriott and Pope 1954) and then taken at the
 * upper end of its uncertainty.
 */
export function neighbourCorrelation(stretches: readonly (readonly number[])[]): number {
  let products = 0;
  let squares = 0;
  let count = 0;
  for (const values of stretches) {
    const centre = mean([...values]);
    const rests = values.map((value) => value - centre);
    products += sum(rests.slice(1).map((rest, index) => rest * (rests[index] ?? 0)));
    squares += sum(rests.map((rest) => rest * rest));
    count += values.length;
  }
  if (squares === 0) return 0;
  const estimate = products / squares;
  const corrected = estimate + (1 + 4 * estimate) / (count / stretches.length);
  const error = Math.sqrt(Math.max(0, 1 - estimate * estimate) / count);
  return Math.min(LARGEST, Math.max(0, corrected + CAUTION * error));
}

/**
 * By how much the variance of a mean of `count` values grows when neighbours correlate by
 * `correlation` and farther ones by its powers; 1 when they do not.
 */
export function varianceInflation(correlation: number, count: number): number {
  if (correlation === 0) return 1;
  const rest = 1 - correlation;
  const tail = (1 - correlation ** count) / rest;
  return 1 + (2 * correlation * (1 - tail / count)) / rest;
}
