/**
 * The list is a grid by ARIA: a table element would not let go of its own layout, which rows at
 * fixed places need.
 */
export const ROW_GROUP = { role: 'rowgroup' } as const;
export const CELL = { role: 'gridcell' } as const;
export const COLUMN_HEADER = { role: 'columnheader' } as const;
export const NO_ROLE = { role: 'presentation' } as const;

export interface GridRole {
  readonly label: string;
  /** Null where it is not known. */
  readonly rows: number | null;
  readonly columns: number;
  readonly isBusy: boolean;
}

export function gridRole({ label, rows, columns, isBusy }: GridRole) {
  return {
    role: 'grid',
    'aria-label': label,
    'aria-rowcount': rows ?? -1,
    'aria-colcount': columns,
    'aria-busy': isBusy,
  } as const;
}

/** `index` counts from 0, and the header is row 0. */
export function rowRole(index: number, isCurrent = false) {
  const current = isCurrent ? { 'aria-current': 'true' as const } : {};
  return { role: 'row', 'aria-rowindex': index + 1, ...current } as const;
}

/** A box that scrolls: whoever has no mouse scrolls it by the arrow keys. */
export const SCROLLED = { tabIndex: 0 } as const;
