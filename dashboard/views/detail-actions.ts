/** Where one is in the list, and which event is open. */
import { effect, type Signal, signal, untracked } from '@preact/signals';
import type { StoredEvent } from '../../backend/model/event.ts';
import type { GridFocus } from '../components/event-grid.tsx';
import type { Navigation } from '../navigation.ts';
import { isSameEvent } from '../rows.ts';
import type { Session } from '../session.ts';
import { type EventReference, referenceTo } from '../url-state.ts';

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

export function createDetailActions(session: Session, navigation: Navigation): DetailActions {
  const focus = signal<GridFocus>({ active: null, wish: 0 });
  const focusOn = (active: EventReference | null) => {
    focus.value = { active, wish: focus.peek().wish + 1 };
  };
  const current = () => navigation.event.peek() ?? focus.peek().active;
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
      const event = neighbour(session, focus.peek().active, 0);
      if (event !== undefined) open(event);
    },
    close: () => {
      if (navigation.event.peek() !== null) navigation.closeEvent();
    },
    step: (by) => {
      const next = neighbour(session, current(), by);
      if (next === undefined) return;
      if (navigation.event.peek() === null) focusOn(referenceTo(next));
      else open(next);
    },
  };
}

/** The event so many rows further on; the first one where the list was not entered yet. */
function neighbour({ store }: Session, from: EventReference | null, by: 1 | 0 | -1) {
  const { rows } = store.timeline.peek();
  const index = from === null ? -1 : rows.findIndex((row) => isSameEvent(row, from));
  return index < 0 ? rows[0] : rows[index + by];
}
