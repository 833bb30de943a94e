/** Notifies of events that match watched views: by one tab, and only while no tab is looked at. */
import type { StoredEvent } from '../../backend/model/event.ts';
import type { KeptView } from '../kept.ts';
import type { KeptViews } from '../kept-views.ts';
import { matchesFilter } from '../rows.ts';
import type { Session } from '../session.ts';
import { readViewState, referenceTo, toEventFilter, toQuery, withReference } from '../url-state.ts';
import { describeEvents } from './notification-text.ts';
import { createTitleBadge } from './title-badge.ts';

export interface WatchDependencies {
  readonly session: Pick<Session, 'onEvents'>;
  readonly keptViews: KeptViews;
  readonly goTo: (path: string) => void;
}

/** Held by the tab that notifies; the others wait for it to close. */
const NOTIFIER = 'milepost.notifier';
/** Held by every tab that is looked at. */
const LOOKED_AT = 'milepost.looked-at';
/** After a notification of a view, what comes next is gathered for so long, ms. */
const GATHER_MS = 5000;

/** Runs as long as some view is watched; answers with what ends it. */
export function startWatching({ session, keptViews, goTo }: WatchDependencies): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const badge = createTitleBadge();
  let isNotifier = false;
  void hold(NOTIFIER, signal, () => {
    isNotifier = true;
  });
  const stopShowing = showPresence(badge.clear);
  const gatherers = new Map<string, ReturnType<typeof createGatherer>>();
  const gathererOf = (id: string) => {
    const known = gatherers.get(id) ?? createGatherer((view, events) => notify(view, events, goTo));
    gatherers.set(id, known);
    return known;
  };
  const receive = async (events: readonly StoredEvent[]) => {
    const found = matchViews(keptViews.kept.peek().watched, events, Date.now());
    if (found.length === 0 || !document.hidden) return;
    badge.add(new Set(found.flatMap((one) => one.events)).size);
    if (!isNotifier || (await isLookedAt())) return;
    for (const { view, events: matching } of found) gathererOf(view.id).add(view, matching);
  };
  const stopListening = session.onEvents((events) => void receive(events));
  return () => {
    stopListening();
    stopShowing();
    badge.clear();
    ending.abort();
    for (const gatherer of gatherers.values()) gatherer.close();
  };
}

/** The views that some of the events belong to, with these. `now` in ms. */
export function matchViews(
  views: readonly KeptView[],
  events: readonly StoredEvent[],
  now: number,
) {
  return views.flatMap((view) => {
    const { searchParams } = new URL(view.address, location.origin);
    const filter = toEventFilter(readViewState(searchParams, now), now);
    const matching = events.filter((event) => matchesFilter(event, filter));
    return matching.length === 0 ? [] : [{ view, events: matching }];
  });
}

/** The first at once; what follows within a while together. */
function createGatherer(send: (view: KeptView, events: readonly StoredEvent[]) => void) {
  let waiting: StoredEvent[] = [];
  let timer: number | undefined;
  const flush = (view: KeptView) => {
    timer = undefined;
    if (waiting.length === 0) return;
    const events = waiting;
    waiting = [];
    timer = window.setTimeout(() => flush(view), GATHER_MS);
    send(view, events);
  };
  return {
    add: (view: KeptView, events: readonly StoredEvent[]) => {
      waiting.push(...events);
      if (timer === undefined) flush(view);
    },
    close: () => clearTimeout(timer),
  };
}

function notify(
  view: KeptView,
  events: readonly StoredEvent[],
  goTo: (path: string) => void,
): void {
  const { title, body } = describeEvents(view.name, events);
  const notification = new Notification(title, {
    body,
    tag: `milepost-${view.id}`,
    icon: iconOf(),
  });
  const [event] = events;
  notification.addEventListener('click', () => {
    window.focus();
    const isOne = event !== undefined && events.length === 1;
    goTo(isOne ? addressOf(view, event) : view.address);
    notification.close();
  });
}

function addressOf(view: KeptView, event: StoredEvent): string {
  const { pathname, searchParams } = new URL(view.address, location.origin);
  return pathname + toQuery(withReference(searchParams, referenceTo(event)));
}

function iconOf(): string {
  return document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? '';
}

/** Says to the other tabs whether this one is looked at. */
function showPresence(onSeen: () => void): () => void {
  let leaving = new AbortController();
  const follow = () => {
    leaving.abort();
    if (document.hidden) return;
    onSeen();
    leaving = new AbortController();
    void hold(LOOKED_AT, leaving.signal, () => {}, 'shared');
  };
  document.addEventListener('visibilitychange', follow);
  follow();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    leaving.abort();
  };
}

async function isLookedAt(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === LOOKED_AT);
}

/** Waits for the lock, and keeps it until the signal. */
async function hold(
  name: string,
  signal: AbortSignal,
  onHeld: () => void,
  mode: LockMode = 'exclusive',
): Promise<void> {
  const keep = async () => {
    onHeld();
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve());
      if (signal.aborted) resolve();
    });
  };
  await navigator.locks.request(name, { mode, signal }, keep).catch(() => {});
}
