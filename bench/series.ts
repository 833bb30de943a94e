/** Synthetic series with a known truth. */

export interface SeriesOptions {
  readonly seed: number;
  /** Values on each side. */
  readonly n: number;
  /** Correlation of neighbours; the standard deviation is 1 whatever it is. */
  readonly rho: number;
  /** What is added behind the change, in standard deviations. */
  readonly shift: number;
  /** Makes of a normal value what the series has. */
  readonly shape?: ((value: number) => number) | undefined;
}

/** The values before and after, from a generator that gives the same for the same seed. */
export function seriesOf({ seed, n, rho, shift, shape = (value) => value }: SeriesOptions) {
  const random = normals(seed);
  const step = Math.sqrt(1 - rho * rho);
  let last = random();
  const values = Array.from({ length: 2 * n }, (_, index) => {
    last = index === 0 ? last : rho * last + step * random();
    return shape(last) + (index < n ? 0 : shift);
  });
  return [values.slice(0, n), values.slice(n)] as const;
}

/** Normal values by Box and Muller, from mulberry32. */
function normals(seed: number): () => number {
  let state = seed;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}
