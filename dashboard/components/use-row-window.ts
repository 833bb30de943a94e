import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isNarrow, isPrinting } from '../media.ts';

export interface RowWindow {
  /** The first row that is to be seen, not only held ready. */
  readonly inSight: number;
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
}

export interface RowWindowOptions {
  /** The element that is as high as all rows together. */
  readonly space: RefObject<HTMLElement | null>;
  readonly count: number;
  /** So many of them come before those that are loaded. */
  readonly above?: number;
  /** px. */
  readonly rowHeight: number;
  readonly onTop: (isAtTop: boolean) => void;
}

/** Rows beyond the edges, so that a fast scroll does not show nothing. */
const OVERSCAN = 8;
/** Paper has no scroll bar; nobody wants more sheets than that. */
const PRINTED = 500;

/** Row heights of the style sheets, rem. */
const ROW_REM = { wide: 2.25, narrow: 4.75 } as const;

/** In px, for the reader's own font size; `rem` where rows are not those of the list. */
export function useRowHeight(rem: number = isNarrow.value ? ROW_REM.narrow : ROW_REM.wide): number {
  return rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

/**
 * Which rows are in sight, whoever scrolls: the list itself, or the page. Measured from where the
 * list is on the screen, so both are the same.
 */
export function useRowWindow({
  space,
  count,
  above = 0,
  rowHeight,
  onTop,
}: RowWindowOptions): RowWindow {
  const [rows, setRows] = useState<RowWindow>({ inSight: 0, first: 0, end: 30 });
  const isOnPaper = isPrinting.value;
  const isPageScrolled = isNarrow.value;
  const measure = () => {
    if (space.current === null) return;
    const { top, bottom } = visiblePart(space.current, isPageScrolled);
    onTop(top < rowHeight / 2);
    const inSight = Math.floor(top / rowHeight);
    const first = Math.max(0, inSight - OVERSCAN);
    const end = Math.ceil(bottom / rowHeight) + OVERSCAN;
    setRows((before) =>
      before.first === first && before.end === end ? before : { inSight, first, end },
    );
  };
  useLayoutEffect(measure, [count, above, rowHeight, isPageScrolled]);
  const latest = useRef(measure);
  latest.current = measure;
  useEffect(() => {
    const onScroll = () => latest.current();
    // Captures the scrolling of any element around the list.
    const options = { capture: true, passive: true } as const;
    addEventListener('scroll', onScroll, options);
    addEventListener('resize', onScroll);
    return () => {
      removeEventListener('scroll', onScroll, options);
      removeEventListener('resize', onScroll);
    };
  }, []);
  if (!isOnPaper) return rows;
  return { inSight: above, first: above, end: Math.min(count, above + PRINTED) };
}

/** px from the top of the list. */
function visiblePart(space: HTMLElement, isPageScrolled: boolean) {
  const { top } = space.getBoundingClientRect();
  const box = scrollBox(space).getBoundingClientRect();
  const start = isPageScrolled ? headerHeight() : box.top;
  const end = isPageScrolled ? innerHeight : box.bottom;
  return { top: Math.max(0, start - top), bottom: Math.max(0, end - top) };
}

/** Brings a row into sight, with a little of what is around it. */
export function revealRow(space: HTMLElement, index: number, rowHeight: number): void {
  const { top, bottom } = visiblePart(space, isNarrow.value);
  const from = (index - 1) * rowHeight;
  const to = (index + 2) * rowHeight;
  const distance = from < top ? from - top : to > bottom ? to - bottom : 0;
  if (distance !== 0) scroller(space).scrollBy({ top: distance });
}

/** px, downwards when above 0. */
export function scrollByRows(space: HTMLElement, distance: number): void {
  scroller(space).scrollBy({ top: distance });
}

/** Puts a row at the upper edge. */
export function scrollToRow(space: HTMLElement, index: number, rowHeight: number): void {
  const { top } = visiblePart(space, isNarrow.value);
  scrollByRows(space, index * rowHeight - top);
}

export function scrollToNewest(space: HTMLElement): void {
  const { top } = visiblePart(space, isNarrow.value);
  scroller(space).scrollBy({ top: -top });
}

function scroller(space: HTMLElement): Element {
  return isNarrow.value ? document.documentElement : scrollBox(space);
}

function scrollBox(space: HTMLElement): Element {
  return space.closest('.grid-body, .matrix-scroll') ?? space;
}

function headerHeight(): number {
  return document.querySelector('.top-bar')?.getBoundingClientRect().bottom ?? 0;
}
