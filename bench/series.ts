/** Synthetic series with a known truth. */
import { createRandom } from '../demo/random.ts';

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
  const { normal: random } = createRandom(seed);
  const step = Math.sqrt(1 - rho * rho);
  let last = random();
  const values = Array.from({ length: 2 * n }, (_, index) => {
    last = index === 0 ? last : rho * last + step * random();
    return shape(last) + (index < n ? 0 : shift);
  });
  return [values.slice(0, n), values.slice(n)] as const;
}
