/** What can be done on the timeline, by mouse, key or finger. */
import { type Signal, signal } from '@preact/signals';
import { copyText } from '../clipboard.ts';
import { SEARCH_ID } from '../components/search-box.tsx';
import type { Command } from '../keyboard.ts';
import type { Navigation } from '../navigation.ts';
import type { Session } from '../session.ts';
import { permalink } from '../url-state.ts';
import { createDetailActions, type DetailActions } from './detail-actions.ts';
import { createFilterActions, type FilterActions } from './filter-actions.ts';

export interface TimelineModel extends DetailActions, FilterActions {
  /** Counts the wishes to see the newest event. */
  readonly toNewest: Signal<number>;
  readonly sheet: Signal<'help' | 'filters' | null>;
  /** Something that was done without a trace on the screen. */
  readonly notice: Signal<string>;
  readonly showNew: () => void;
  readonly run: (command: Command) => void;
}

const NOTICE_MS = 2500;

export function createTimelineModel(session: Session, navigation: Navigation): TimelineModel {
  const { store, isPaused } = session;
  const details = createDetailActions(session, navigation);
  const toNewest = signal(0);
  const sheet = signal<'help' | 'filters' | null>(null);
  const notice = signal('');

  const showNew = () => {
    store.dispatch({ kind: 'released' });
    toNewest.value += 1;
  };
  const copyLink = async () => {
    const event = details.current();
    if (event === null) return;
    const isCopied = await copyText(permalink(location.origin, event), document.body);
    notice.value = isCopied ? 'Link copied' : 'Copying failed';
    setTimeout(() => {
      notice.value = '';
    }, NOTICE_MS);
  };
  const commands: Readonly<Record<Command, () => void>> = {
    next: () => details.step(1),
    previous: () => details.step(-1),
    open: details.openActive,
    close: details.close,
    search: () => document.getElementById(SEARCH_ID)?.focus(),
    pause: () => {
      isPaused.value = !isPaused.peek();
    },
    top: showNew,
    'copy-link': () => void copyLink(),
    settings: () => navigation.goTo('/settings'),
    help: () => {
      sheet.value = 'help';
    },
  };
  return {
    ...details,
    ...createFilterActions(navigation),
    ...{ toNewest, sheet, notice, showNew },
    run: (command) => commands[command](),
  };
}
