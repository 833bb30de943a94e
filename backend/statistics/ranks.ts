/** Ranks from 1 in the order of `values`; equal values share the mean of their ranks. */
export function midRanks(values: readonly number[]): number[] {
  // Numbers alone are sorted many times as fast as numbers with their places.
  const sorted = Float64Array.from(values).sort();
  const ranks = new Map<number, number>();
  let start = 0;
  while (start < sorted.length) {
    let end = start;
    while (end < sorted.length && sorted[end] === sorted[start]) end += 1;
    ranks.set(sorted[start] ?? 0, (start + 1 + end) / 2);
    start = end;
  }
  return values.map((value) => ranks.get(value) ?? 0);
}
