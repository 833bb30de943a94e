/** Where rows stand in the whole list, of which only a part is loaded. Pure. */

import { MAX_ROWS } from './timeline.ts';

export interface ListSpace {
  /** Rows' worth of room above and below what is loaded. */
  readonly above: number;
  readonly items: number;
  readonly below: number;
}

export interface ListExtent {
  /** Events before the first that is loaded. */
  readonly start: number;
  /** Events and rows that are loaded; bursts make the rows fewer. */
  readonly events: number;
  readonly items: number;
  /** All that match without those that wait; null where it is not known. */
  readonly total: number | null;
  readonly hasOlder: boolean;
}

/** What a browser can scroll is limited: about 17 million px in the most frugal of them. */
const MAX_ROOM = 150_000;

export function toListSpace({ start, events, items, total, hasOlder }: ListExtent): ListSpace {
  const rest = hasOlder ? Math.max(1, (total ?? 0) - start - events) : 0;
  return { above: Math.min(start, MAX_ROOM), items, below: Math.min(rest, MAX_ROOM) };
}

export type Wish =
  | { readonly kind: 'older' }
  | { readonly kind: 'newer' }
  /** `index`: of the event that is wanted, counted from the newest of the list. */
  | { readonly kind: 'jump'; readonly index: number };

/** So many rows before the edge of what is loaded, more is asked for. */
const AHEAD = 30;
/** Who is further away than that from it does not wait for everything in between. */
const FAR = 150;

/** Where that many are loaded, their first ones go when more come: not under the reader's eyes. */
const FULL = MAX_ROWS - 100;

/** What has to be loaded for the rows from `first` to `end` (exclusive) to be there. */
export function wishFor(
  { above, items, below }: ListSpace,
  { start, events, total }: ListExtent,
  first: number,
  end: number,
): Wish | null {
  const loadedEnd = above + items;
  if (below > 0 && first >= loadedEnd + FAR) {
    const rest = Math.max(1, (total ?? 0) - start - events);
    const index = start + events + Math.floor(((first - loadedEnd) / below) * rest);
    return { kind: 'jump', index };
  }
  if (above > 0 && end <= above - FAR) {
    return { kind: 'jump', index: Math.floor((Math.max(0, first) / above) * start) };
  }
  const isFull = events >= FULL && first < above + AHEAD;
  if (below > 0 && end > loadedEnd - AHEAD && !isFull) return { kind: 'older' };
  if (above > 0 && first < above + AHEAD) return { kind: 'newer' };
  return null;
}
