/** Rows in aligned columns, a page at a time: a long answer is never held as a whole. */
import { cut } from '../text.ts';

export interface Column<Row> {
  readonly title: string;
  /** One line of printable text. */
  readonly cell: (row: Row) => string;
  /** Characters that it may take in a terminal. */
  readonly most: number;
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
    const cells = rows.map((row) => columns.map(({ cell }) => cell(row)));
    const titles = widths === undefined ? [columns.map(({ title }) => title)] : [];
    widths ??= measure(columns, [...titles, ...cells], width);
    const measured = widths;
    return [...titles, ...cells]
      .map((line) => `${toLine(line, measured, width !== undefined)}\n`)
      .join('');
  };
}

function toLine(cells: readonly string[], widths: readonly number[], isCut: boolean): string {
  return cells
    .map((cell, index) => {
      const width = widths[index] ?? 0;
      if (width === 0) return '';
      const text = isCut ? cut(cell, width) : cell;
      return text + ' '.repeat(Math.max(0, width - [...text].length));
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
  for (const [index, { most }] of columns.entries()) {
    const longest = Math.max(...lines.map((cells) => [...(cells[index] ?? '')].length));
    const used = widths.reduce((sum, one) => sum + one + GAP.length, 0);
    const isLast = index === columns.length - 1;
    const left = (width ?? 0) - used;
    const limit = isLast ? (left < NARROWEST ? 0 : left) : most;
    widths.push(width === undefined ? longest : Math.min(longest, limit));
  }
  return widths;
}
