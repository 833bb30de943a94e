/** Ranks from 1 in the order of `values`; equal values share the mean of their ranks. */
export function midRanks(values: readonly number[]): number[] {
  const order = values.map((value, index) => ({ value, index }));
  order.sort((one, other) => one.value - other.value);
  const ranks = new Array<number>(values.length).fill(0);
  let start = 0;
  while (start < order.length) {
    let end = start;
    while (order[end]?.value === order[start]?.value && end < order.length) end += 1;
    const rank = (start + 1 + end) / 2;
    for (const { index } of order.slice(start, end)) ranks[index] = rank;
    start = end;
  }
  return ranks;
}
