/** Marks on an axis that do not cover each other. Pure. */

/** The lowest lane that is free at each place, in order; on a lane marks are at least `apart`. */
export function laneOf(shares: readonly number[], apart: number): number[] {
  const lanes: number[][] = [];
  return shares.map((share) => {
    const free = lanes.findIndex((lane) => lane.every((other) => Math.abs(other - share) >= apart));
    if (free < 0) lanes.push([share]);
    else lanes[free]?.push(share);
    return free < 0 ? lanes.length - 1 : free;
  });
}
