/** Marks on an axis that do not cover each other. Pure. */

/** How near two marks may come on one lane, as a share of the axis. */
const APART = 0.035;

/** The lowest lane that is free at each place, in the order given. */
export function laneOf(shares: readonly number[]): number[] {
  const lanes: number[][] = [];
  return shares.map((share) => {
    const free = lanes.findIndex((lane) => lane.every((other) => Math.abs(other - share) >= APART));
    if (free < 0) lanes.push([share]);
    else lanes[free]?.push(share);
    return free < 0 ? lanes.length - 1 : free;
  });
}
