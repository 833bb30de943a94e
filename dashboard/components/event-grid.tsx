import type { ReadonlySignal, Signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { StoredEvent } from '../../backend/model/event.ts';
import { isSameEvent } from '../rows.ts';
import type { Timeline } from '../timeline.ts';
import type { EventReference, ListField } from '../url-state.ts';
import { EventRow } from './event-row.tsx';
import { GridFoot } from './grid-foot.tsx';
import { COLUMN_HEADER, gridRole, NO_ROLE, ROW_GROUP, rowRole } from './roles.ts';
import { revealRow, scrollToNewest, useRowHeight, useRowWindow } from './use-row-window.ts';

/** Where the keyboard is in the list, and a wish for the focus to be there. */
export interface GridFocus {
  readonly active: EventReference | null;
  /** Changes with every wish. */
  readonly wish: number;
}

export interface EventGridProps {
  readonly timeline: Timeline;
  /** Null where it is not known. */
  readonly total: number | null;
  /** The event whose details are open. */
  readonly openEvent: EventReference | null;
  readonly focus: Signal<GridFocus>;
  /** Changes when the list is to be at its newest event. */
  readonly toNewest: ReadonlySignal<number>;
  readonly now: ReadonlySignal<number>;
  readonly onOpen: (event: StoredEvent) => void;
  readonly onFilter: (field: ListField, value: string) => void;
  readonly onMore: () => void;
  readonly onTop: (isAtTop: boolean) => void;
}

const COLUMNS = ['Time', 'Severity', 'Type', 'Source', 'Subject', 'Version', 'Description'];
/** So many rows before the end, older ones are asked for. */
const AHEAD = 30;

/** The list: only what is in sight is in the document, however long it is. */
export function EventGrid(props: EventGridProps) {
  const { timeline, total, openEvent, focus, toNewest, now } = props;
  const { onOpen, onFilter, onMore, onTop } = props;
  const { rows, next, more } = timeline;
  const space = useRef<HTMLDivElement>(null);
  const rowHeight = useRowHeight();
  const { first, end } = useRowWindow({ space, count: rows.length, rowHeight, onTop });
  const { active, wish } = focus.value;
  const found = active === null ? -1 : rows.findIndex((row) => isSameEvent(row, active));
  const activeIndex = Math.max(0, found);

  useGridFocus(space, wish, activeIndex, rowHeight);
  useLayoutEffect(() => {
    if (space.current !== null) scrollToNewest(space.current);
  }, [toNewest.value, timeline.view]);
  useLayoutEffect(() => {
    if (end > rows.length - AHEAD && next !== null && more === 'idle') onMore();
  }, [end, rows, next, more]);

  // Without a list nothing is out of sight.
  useEffect(() => () => onTop(true), []);

  return (
    <div
      {...gridRole({
        label: 'Events, newest first',
        rows: total === null ? null : Math.max(total, rows.length) + 1,
        columns: COLUMNS.length,
        isBusy: timeline.status === 'loading',
      })}
      id="events"
      class="grid"
    >
      <GridHead />
      <div {...ROW_GROUP} class="grid-body">
        <div {...NO_ROLE} ref={space} class="grid-space" style={{ '--rows': rows.length }}>
          {indexes(first, Math.min(end, rows.length), activeIndex).map((index) => {
            const event = rows[index];
            return event === undefined ? null : (
              <EventRow
                key={`${event.source}\n${event.id}`}
                event={event}
                index={index}
                isActive={index === activeIndex}
                isOpen={openEvent !== null && isSameEvent(event, openEvent)}
                now={now}
                onOpen={onOpen}
                onActivate={({ id, source }) => {
                  focus.value = { ...focus.peek(), active: { id, source } };
                }}
                onFilter={onFilter}
              />
            );
          })}
        </div>
        <GridFoot timeline={timeline} onMore={onMore} />
      </div>
    </div>
  );
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
