/** What can be done on the timeline, by mouse, key or finger. */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { App } from '../app.ts';
import { copyText } from '../clipboard.ts';
import { freezeView } from '../ranges.ts';
import type { Session } from '../session.ts';
import { readersZone, zoneName } from '../time-zone.ts';
import { timelineAddress, toEventFilter } from '../url-state.ts';
import { copyEventLink } from './copy-event-link.ts';
import { createDetailActions, type DetailActions } from './detail-actions.ts';
import { createFilterActions, type FilterActions } from './filter-actions.ts';
import { createListItems, type ListItems } from './list-items.ts';
import type { Commands } from './use-keyboard.ts';

export interface TimelineModel extends DetailActions, FilterActions {
  readonly list: ListItems;
  /** Counts the wishes to see the newest event. */
  readonly toNewest: Signal<number>;
  /** Counts the times that the list is somewhere else than it was. */
  readonly landed: ReadonlySignal<number>;
  readonly areFiltersOpen: Signal<boolean>;
  readonly showNew: () => void;
  /** Shows what had happened by a moment, ms; a range without it goes. */
  readonly goToTime: (moment: number) => Promise<void>;
  readonly toggleBursts: () => void;
  /** Copies a link that shows the same events whenever and by whomever it is opened. */
  readonly copyExactLink: () => Promise<void>;
  readonly commands: Commands;
}

export function createTimelineModel(app: App, session: Session): TimelineModel {
  const { navigation, toaster } = app;
  const { store, isPaused } = session;
  const { view, show } = navigation;
  const list = createListItems(store, view);
  const details = createDetailActions(session, navigation, list);
  const filters = createFilterActions(navigation, store);
  const toNewest = signal(0);
  const landed = signal(0);

  const showNew = () => {
    // Far down, the newest events are not loaded.
    if (store.timeline.peek().newer === null) store.dispatch({ kind: 'released' });
    else session.reload();
    toNewest.value += 1;
  };
  const goToTime = async (moment: number) => {
    const shown = view.peek();
    const { from = moment, to = moment } = toEventFilter(shown, Date.now());
    if (moment < from || moment > to) show({ ...shown, from: '', to: '' });
    await session.list.jumpToTime(moment);
    landed.value += 1;
  };
  const copyExactLink = async () => {
    const exact = freezeView(view.peek(), Date.now(), zoneName(readersZone.peek()));
    const isCopied = await copyText(location.origin + timelineAddress(exact), document.body);
    toaster.say(isCopied ? 'Link to exactly this copied' : 'Copying failed');
  };
  return {
    ...details,
    ...filters,
    ...{ list, toNewest, landed, showNew, goToTime, copyExactLink },
    areFiltersOpen: signal(false),
    toggleBursts: () => {
      const shown = view.peek();
      show({ ...shown, areBurstsGrouped: !shown.areBurstsGrouped }, 'replace');
    },
    commands: {
      next: () => details.step(1),
      previous: () => details.step(-1),
      open: details.openActive,
      close: details.close,
      pause: () => {
        isPaused.value = !isPaused.peek();
      },
      top: showNew,
      earlier: () => filters.shift(-1),
      later: () => filters.shift(1),
      'zoom-out': filters.zoomOut,
      'zoom-back': filters.back,
      'copy-link': () => void copyEventLink(app, details.current()),
    },
  };
}
