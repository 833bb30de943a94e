/** A stretch of bars that is being chosen, by two edges. Pure. */
import type { Bar } from './histogram.ts';

/** Edges between bars: 0 is before the first, `bars.length` behind the last. */
export interface Brush {
  readonly start: number;
  readonly end: number;
}

export type Edge = keyof Brush;

/** Bars that Shift and an arrow go over. */
const LEAP = 10;

export function wholeBrush(bars: readonly Bar[]): Brush {
  return { start: 0, end: bars.length };
}

/** What is between two places, in whichever order, at least one bar; null without bars. */
export function brushBetween(bars: readonly Bar[], one: number, other: number): Brush | null {
  if (bars.length === 0) return null;
  const start = clamp(Math.floor(Math.min(one, other)), 0, bars.length - 1);
  const end = clamp(Math.floor(Math.max(one, other)) + 1, start + 1, bars.length);
  return { start, end };
}

/** Moves an edge as a key says; undefined for keys that say nothing. One bar stays between them. */
export function moveEdge(
  brush: Brush,
  edge: Edge,
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  count: number,
): Brush | undefined {
  const [low, high] = edge === 'start' ? [0, brush.end - 1] : [brush.start + 1, count];
  const step = shiftKey || key.startsWith('Page') ? LEAP : 1;
  const to = {
    ArrowLeft: brush[edge] - step,
    ArrowDown: brush[edge] - step,
    ArrowRight: brush[edge] + step,
    ArrowUp: brush[edge] + step,
    PageDown: brush[edge] - step,
    PageUp: brush[edge] + step,
    Home: low,
    End: high,
  }[key];
  return to === undefined ? undefined : { ...brush, [edge]: clamp(to, low, high) };
}

/** The time that the brush covers, ms; the end is exclusive. */
export function brushedTime(bars: readonly Bar[], { start, end }: Brush) {
  const [first, last] = [bars[start], bars[end - 1]];
  if (first === undefined || last === undefined) return null;
  return { start: first.start, end: last.end };
}

/** The time of an edge, ms. */
export function edgeTime(bars: readonly Bar[], index: number): number {
  return bars[index]?.start ?? bars.at(-1)?.end ?? 0;
}

export function countIn(bars: readonly Bar[], { start, end }: Brush): number {
  return bars.slice(start, end).reduce((sum, { count }) => sum + count, 0);
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
