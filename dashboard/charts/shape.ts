/** Geometry of small charts. Pure; every chart has a viewBox of `WIDTH` by `HEIGHT`. */

export const WIDTH = 600;
export const HEIGHT = 120;

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** From a range of values to a range of places; to its middle where all values are the same. */
export function scale({ from, to }: Range, places: Range): (value: number) => number {
  if (from === to) return () => (places.from + places.to) / 2;
  return (value) => places.from + ((value - from) / (to - from)) * (places.to - places.from);
}

/** The range that holds all of them; from 0 to 1 for none. */
export function extentOf(values: readonly number[]): Range {
  if (values.length === 0) return { from: 0, to: 1 };
  return values.reduce<Range>(
    ({ from, to }, value) => ({ from: Math.min(from, value), to: Math.max(to, value) }),
    { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY },
  );
}

export type Place = readonly [x: number, y: number];

export function linePath(places: readonly Place[]): string {
  return places
    .map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`)
    .join('');
}

/** The area between an upper and a lower line. */
export function bandPath(upper: readonly Place[], lower: readonly Place[]): string {
  return upper.length === 0 ? '' : `${linePath([...upper, ...lower.toReversed()])}Z`;
}

/** Cuts a series where it has a hole of more than `most`. */
export function runsOf<One>(
  ones: readonly One[],
  at: (one: One) => number,
  most: number,
): readonly (readonly One[])[] {
  const runs: One[][] = [];
  let last: number | null = null;
  for (const one of ones) {
    const place = at(one);
    const run = runs.at(-1);
    if (run === undefined || last === null || place - last > most) runs.push([one]);
    else run.push(one);
    last = place;
  }
  return runs;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
