import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { eventOf, type Item, itemIndexOf, referenceToItem } from '../bursts.ts';
import { scrollByRows } from './use-row-window.ts';

export interface StillRowsOptions {
  readonly space: RefObject<HTMLElement | null>;
  readonly items: readonly Item[];
  /** Rows' worth of room above the items. */
  readonly above: number;
  /** The first row in sight, counted with the room above. */
  readonly firstInSight: number;
  readonly rowHeight: number;
  /** At the top, rows make room for what is new. */
  readonly isAtTop: boolean;
}

interface Anchor {
  readonly item: Item;
  readonly place: number;
}

/** Keeps what is in sight where it is, whatever comes or goes above it. */
export function useStillRows(options: StillRowsOptions): void {
  const { space, items, above, firstInSight, rowHeight, isAtTop } = options;
  const anchor = useRef<Anchor | null>(null);
  useLayoutEffect(() => {
    const kept = anchor.current;
    if (kept === null || isAtTop || space.current === null) return;
    const index = placeOf(items, kept.item);
    const moved = index < 0 ? 0 : above + index - kept.place;
    if (moved !== 0) scrollByRows(space.current, moved * rowHeight);
    if (index >= 0) anchor.current = { item: kept.item, place: above + index };
  }, [items, above]);
  useLayoutEffect(() => {
    const place = Math.max(firstInSight, above);
    const item = items[place - above];
    anchor.current = item === undefined ? null : { item, place };
  }, [firstInSight, items, above]);
}

function placeOf(items: readonly Item[], item: Item): number {
  const same = itemIndexOf(items, referenceToItem(item));
  const event = eventOf(item);
  return same >= 0 || event === undefined ? same : itemIndexOf(items, event);
}
