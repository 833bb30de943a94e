/** Whole hours and days since the Unix epoch, by which totals are kept. */
import type { EventFilter } from '../model/query.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** The range as whole spans since the Unix epoch, and what it holds before and behind them. */
export function wholeSpans({ from, to }: Pick<EventFilter, 'from' | 'to'>, spanMs: number) {
  const start = from ?? Number.MIN_SAFE_INTEGER;
  const end = to ?? Number.MAX_SAFE_INTEGER;
  const first = Math.ceil(start / spanMs);
  const last = Math.floor((end + 1) / spanMs) - 1;
  if (last < first) return { first: 1, last: 0, edges: [{ from: start, to: end }] };
  const edges = [
    { from: start, to: first * spanMs - 1 },
    { from: (last + 1) * spanMs, to: end },
  ];
  const isGiven = [from !== undefined, to !== undefined];
  return {
    first,
    last,
    edges: edges.filter((edge, index) => isGiven[index] && edge.from <= edge.to),
  };
}
