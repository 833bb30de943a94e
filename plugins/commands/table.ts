/** Rows in aligned columns, a page at a time: a long answer is never held as a whole. */
import { cut } from '../text.ts';

export interface Column<Row> {
  readonly title: string;
  /** One line of printable text. */
  readonly cell: (row: Row) => string;
  /** Characters that it may take in a terminal. */
  readonly most: number;
  /** Characters that are kept free for rows to come, where they come one by one. */
  readonly least?: number;
  /** Puts colour around a cell that has its width already. */
  readonly paint?: (text: string, row: Row) => string;
}

const GAP = '  ';
/** With less room than this the last column is left out. */
const NARROWEST = 10;

/**
 * Gives the text of one page after the other, the titles first. Widths come from the first page. In
 * a terminal of `width` characters what is too long is cut; without one nothing is.
 */
export function createTable<Row>(
  columns: readonly Column<Row>[],
  width: number | undefined,
): (rows: readonly Row[]) => string {
  let widths: readonly number[] | undefined;
  return (rows) => {
    const titles = widths === undefined ? [columns.map(({ title }) => title)] : [];
    const cells = rows.map((row) => columns.map(({ cell }) => cell(row)));
    widths ??= measure(columns, [...titles, ...cells], width);
    const measured = widths;
    const isCut = width !== undefined;
    const lines = cells.map((line, index) => {
      const paints = columns.map(({ paint }) => (text: string) => {
        const row = rows[index];
        return paint === undefined || row === undefined ? text : paint(text, row);
      });
      return toLine(line, measured, isCut, paints);
    });
    return [...titles.map((line) => toLine(line, measured, isCut)), ...lines]
      .map((line) => `${line}\n`)
      .join('');
  };
}

function toLine(
  cells: readonly string[],
  widths: readonly number[],
  isCut: boolean,
  paints: readonly ((text: string) => string)[] = [],
): string {
  return cells
    .map((cell, index) => {
      const width = widths[index] ?? 0;
      if (width === 0) return '';
      const text = isCut ? cut(cell, width) : cell;
      const padding = ' '.repeat(Math.max(0, width - [...text].length));
      return (text === '' ? '' : (paints[index]?.(text) ?? text)) + padding;
    })
    .join(GAP)
    .trimEnd();
}

/** The last column gets what the terminal has left. */
function measure<Row>(
  columns: readonly Column<Row>[],
  lines: readonly (readonly string[])[],
  width: number | undefined,
): number[] {
  const widths: number[] = [];
  for (const [index, { most, least = 0 }] of columns.entries()) {
    const longest = Math.max(least, ...lines.map((cells) => [...(cells[index] ?? '')].length));
    const used = widths.reduce((sum, one) => sum + one + GAP.length, 0);
    const isLast = index === columns.length - 1;
    const left = (width ?? 0) - used;
    const limit = isLast ? (left < NARROWEST ? 0 : left) : most;
    widths.push(width === undefined ? longest : Math.min(longest, limit));
  }
  return widths;
}
