import type { ReadonlySignal, Signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { StoredEvent } from '../../backend/model/event.ts';
import { itemIndexOf, itemKey } from '../bursts.ts';
import { type ListExtent, toListSpace, wishFor } from '../list-space.ts';
import type { Timeline } from '../timeline.ts';
import type { EventReference } from '../url-state.ts';
import type { ListItems } from '../views/list-items.ts';
import type { EventRowProps } from './event-row.tsx';
import { GridFoot } from './grid-foot.tsx';
import { ItemRow } from './item-row.tsx';
import { COLUMN_HEADER, gridRole, NO_ROLE, ROW_GROUP, rowRole } from './roles.ts';
import {
  revealRow,
  scrollToNewest,
  scrollToRow,
  useRowHeight,
  useRowWindow,
} from './use-row-window.ts';
import { useStillRows } from './use-still-rows.ts';

/** Where the keyboard is in the list, and a wish for the focus to be there. */
export interface GridFocus {
  readonly active: EventReference | null;
  /** Changes with every wish. */
  readonly wish: number;
}

export interface EventGridProps {
  readonly timeline: Timeline;
  /** All that match; null where it is not known. */
  readonly total: number | null;
  readonly list: ListItems;
  /** The event whose details are open. */
  readonly openEvent: EventReference | null;
  readonly focus: Signal<GridFocus>;
  /** Changes when the list is to be at its newest event. */
  readonly toNewest: ReadonlySignal<number>;
  /** Changes when the list is to be where it was jumped to. */
  readonly landed: ReadonlySignal<number>;
  readonly now: ReadonlySignal<number>;
  readonly onOpen: (event: StoredEvent) => void;
  readonly onFilter: EventRowProps['onFilter'];
  readonly onMore: () => void;
  readonly onNewer: () => void;
  /** Somebody scrolled to where nothing is loaded; the event with this index from the newest. */
  readonly onJump: (index: number) => void;
  readonly onTop: (isAtTop: boolean) => void;
}

const COLUMNS = ['Time', 'Severity', 'Type', 'Source', 'Subject', 'Version', 'Description'];
/** Who drags the scroll bar passes by more than they want to see, ms. */
const SETTLED_MS = 120;

/** The list: only what is in sight is in the document, however long it is. */
export function EventGrid(props: EventGridProps) {
  const { timeline, total, list, openEvent, focus, toNewest, landed, now } = props;
  const { rows, next, start, pending } = timeline;
  const items = list.items.value;
  const space = useRef<HTMLDivElement>(null);
  const isAtTop = useRef(true);
  const rowHeight = useRowHeight();
  const extent: ListExtent = {
    ...{ start, events: rows.length, items: items.length, hasOlder: next !== null },
    total: total === null ? null : total - pending.length,
  };
  const room = toListSpace(extent);
  const { above } = room;
  const height = above + items.length + room.below;
  const onTop = (isTop: boolean) => {
    isAtTop.current = isTop;
    props.onTop(isTop && above === 0);
  };
  const { inSight, first, end } = useRowWindow({
    ...{ space, count: height, above, rowHeight, onTop },
  });
  const { active, wish } = focus.value;
  const onActivate = useCallback(
    (reference: EventReference) => {
      focus.value = { ...focus.peek(), active: reference };
    },
    [focus],
  );
  const found = active === null ? -1 : itemIndexOf(items, active);
  const activeIndex = above + Math.max(0, found);

  useStillRows({
    ...{ space, items, above, rowHeight },
    firstInSight: inSight,
    isAtTop: isAtTop.current,
  });
  useGridFocus(space, wish, activeIndex, rowHeight);
  useLayoutEffect(() => {
    if (space.current !== null) scrollToNewest(space.current);
  }, [toNewest.value, timeline.view]);
  useLayoutEffect(() => {
    if (space.current !== null && landed.value > 0) scrollToRow(space.current, above, rowHeight);
  }, [landed.value]);
  useWishes(props, extent, first, end);

  // Without a list nothing is out of sight.
  useEffect(() => () => props.onTop(true), []);

  return (
    <div
      {...gridRole({
        label: 'Events, newest first',
        rows: total === null ? null : height + 1,
        columns: COLUMNS.length,
        isBusy: timeline.status === 'loading',
      })}
      id="events"
      class="grid"
    >
      <GridHead />
      <div {...ROW_GROUP} class="grid-body">
        <div {...NO_ROLE} ref={space} class="grid-space" style={{ '--rows': height }}>
          <Gap index={0} rows={above} />
          <Gap index={above + items.length} rows={room.below} />
          {indexes(Math.max(first, above), Math.min(end, above + items.length), activeIndex).map(
            (index) => {
              const item = items[index - above];
              return item === undefined ? null : (
                <ItemRow
                  key={itemKey(item)}
                  item={item}
                  index={index}
                  isActive={index === activeIndex}
                  openEvent={openEvent}
                  now={now}
                  onToggle={list.toggle}
                  onOpen={props.onOpen}
                  onActivate={onActivate}
                  onFilter={props.onFilter}
                />
              );
            },
          )}
        </div>
        <GridFoot timeline={timeline} index={height + 1} onMore={props.onMore} />
      </div>
    </div>
  );
}

/** Rows that are not loaded. */
function Gap({ index, rows }: { readonly index: number; readonly rows: number }) {
  if (rows <= 0) return null;
  return <div {...NO_ROLE} class="grid-gap" style={{ '--index': index, '--rows': rows }} />;
}

/** Asks for what is missing of the rows in sight: at once by the edges, elsewhere once settled. */
function useWishes(props: EventGridProps, extent: ListExtent, first: number, end: number): void {
  const { timeline, onMore, onNewer, onJump } = props;
  const { rows, next, newer, more, upward, status } = timeline;
  useLayoutEffect(() => {
    if (status !== 'ready') return;
    const wish = wishFor(toListSpace(extent), extent, first, end);
    if (wish?.kind === 'older' && next !== null && more === 'idle') onMore();
    if (wish?.kind === 'newer' && newer !== null && upward === 'idle') onNewer();
    if (wish?.kind !== 'jump') return;
    const settling = setTimeout(() => onJump(wish.index), SETTLED_MS);
    return () => clearTimeout(settling);
  }, [first, end, rows, next, newer, more, upward, status]);
}

function GridHead() {
  return (
    <div {...ROW_GROUP} class="grid-head">
      <div {...rowRole(0)} class="row-head">
        {COLUMNS.map((name) => (
          <span key={name} {...COLUMN_HEADER} class={`cell cell-${name.toLowerCase()}`}>
            {name}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Takes the focus to the active row, wherever the list is scrolled to. */
function useGridFocus(
  space: RefObject<HTMLElement | null>,
  wish: number,
  activeIndex: number,
  rowHeight: number,
): void {
  useLayoutEffect(() => {
    if (wish === 0 || space.current === null) return;
    revealRow(space.current, activeIndex, rowHeight);
    const row = space.current.querySelector<HTMLElement>('[data-active="true"]');
    row?.focus({ preventScroll: true });
  }, [wish]);
}

/** The rows in sight, and the one with the focus wherever it is: a focus must not vanish. */
function indexes(first: number, end: number, active: number): number[] {
  const shown = Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset);
  if (active < first) return [active, ...shown];
  return active >= end ? [...shown, active] : shown;
}
