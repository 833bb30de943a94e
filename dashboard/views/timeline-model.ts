/** What can be done on the timeline, by mouse, key or finger. */
import { type Signal, signal } from '@preact/signals';
import type { App } from '../app.ts';
import type { Session } from '../session.ts';
import { copyEventLink } from './copy-event-link.ts';
import { createDetailActions, type DetailActions } from './detail-actions.ts';
import { createFilterActions, type FilterActions } from './filter-actions.ts';
import type { Commands } from './use-keyboard.ts';

export interface TimelineModel extends DetailActions, FilterActions {
  /** Counts the wishes to see the newest event. */
  readonly toNewest: Signal<number>;
  readonly areFiltersOpen: Signal<boolean>;
  readonly showNew: () => void;
  readonly commands: Commands;
}

export function createTimelineModel(app: App, session: Session): TimelineModel {
  const { store, isPaused } = session;
  const details = createDetailActions(session, app.navigation);
  const toNewest = signal(0);

  const showNew = () => {
    store.dispatch({ kind: 'released' });
    toNewest.value += 1;
  };
  return {
    ...details,
    ...createFilterActions(app.navigation),
    ...{ toNewest, showNew, areFiltersOpen: signal(false) },
    commands: {
      next: () => details.step(1),
      previous: () => details.step(-1),
      open: details.openActive,
      close: details.close,
      pause: () => {
        isPaused.value = !isPaused.peek();
      },
      top: showNew,
      'copy-link': () => void copyEventLink(app, details.current()),
    },
  };
}
