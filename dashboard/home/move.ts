/** Where the arrows lead in a table. Pure. */
import type { KeyPress } from '../keyboard.ts';

export interface TablePlace {
  readonly row: number;
  readonly column: number;
}

const PAGE = 10;

/** Null where the key does not move. The first row is 0; the first column too. */
export function placeAfter(
  { key, ctrlKey, metaKey }: Pick<KeyPress, 'key' | 'ctrlKey' | 'metaKey'>,
  { row, column }: TablePlace,
  rows: number,
  columns: number,
): TablePlace | null {
  const isFar = ctrlKey || metaKey;
  const step = STEPS[key];
  if (key === 'Home') return { row: isFar ? 0 : row, column: 0 };
  if (key === 'End') return { row: isFar ? rows - 1 : row, column: columns - 1 };
  if (step === undefined || isFar) return null;
  return { row: within(row + step[0], rows), column: within(column + step[1], columns) };
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-PAGE, 0],
  PageDown: [PAGE, 0],
};

function within(index: number, count: number): number {
  return Math.max(0, Math.min(count - 1, index));
}
