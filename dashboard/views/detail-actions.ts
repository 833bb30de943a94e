/** Where one is in the list, and which event is open. */
import { effect, type Signal, signal, untracked } from '@preact/signals';
import type { StoredEvent } from '../../backend/model/event.ts';
import { eventOf, type Item, itemIndexOf, referenceToItem } from '../bursts.ts';
import type { GridFocus } from '../components/event-grid.tsx';
import type { Navigation } from '../navigation.ts';
import { isSameEvent } from '../rows.ts';
import type { Session } from '../session.ts';
import { type EventReference, referenceTo } from '../url-state.ts';
import type { ListItems } from './list-items.ts';

export interface DetailActions {
  readonly focus: Signal<GridFocus>;
  readonly open: (event: StoredEvent) => void;
  readonly openActive: () => void;
  readonly close: () => void;
  /** To the next or the previous event: with the details when they are open. */
  readonly step: (by: 1 | -1) => void;
  /** The event that is open, or else the one that the keyboard is at. */
  readonly current: () => EventReference | null;
  readonly dispose: () => void;
}

export function createDetailActions(
  session: Session,
  navigation: Navigation,
  list: ListItems,
): DetailActions {
  const focus = signal<GridFocus>({ active: null, wish: 0 });
  const focusOn = (active: EventReference | null) => {
    focus.value = { active, wish: focus.peek().wish + 1 };
  };
  const current = () => {
    const opened = navigation.event.peek();
    if (opened !== null) return opened;
    const { active } = focus.peek();
    const event = active === null ? undefined : eventFrom(neighbour(list, active, 0));
    return event === undefined ? active : referenceTo(event);
  };
  const open = (event: StoredEvent) => {
    const reference = referenceTo(event);
    focus.value = { ...focus.peek(), active: reference };
    navigation.openEvent(reference);
  };

  // However the details were closed: the focus goes back to where they were opened.
  let opened: EventReference | null = null;
  const dispose = effect(() => {
    const event = navigation.event.value;
    if (event === null && opened !== null) untracked(() => focusOn(opened));
    opened = event;
  });

  return {
    ...{ focus, open, current, dispose },
    openActive: () => {
      const item = neighbour(list, focus.peek().active, 0);
      if (item?.kind === 'burst') list.toggle(item.burst.key);
      else if (item !== undefined) open(item.event);
    },
    close: () => {
      if (navigation.event.peek() !== null) navigation.closeEvent();
    },
    step: (by) => {
      const opened = navigation.event.peek();
      if (opened === null) {
        const item = neighbour(list, focus.peek().active, by);
        if (item !== undefined) focusOn(referenceToItem(item));
        return;
      }
      const next = eventBeside(session, opened, by);
      if (next !== undefined) open(next);
    },
  };
}

/** The row so many further on; the first one where the list was not entered yet. */
function neighbour({ items }: ListItems, from: EventReference | null, by: 1 | 0 | -1) {
  const shown = items.peek();
  const index = from === null ? -1 : itemIndexOf(shown, from);
  return index < 0 ? shown[0] : shown[index + by];
}

function eventFrom(item: Item | undefined): StoredEvent | undefined {
  return item === undefined ? undefined : eventOf(item);
}

/** The details go from event to event, also within a burst. */
function eventBeside({ store }: Session, from: EventReference, by: 1 | -1) {
  const { rows } = store.timeline.peek();
  const index = rows.findIndex((row) => isSameEvent(row, from));
  return index < 0 ? rows[0] : rows[index + by];
}
