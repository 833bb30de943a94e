/** The list of events as messages change it. Pure. */
import type { StoredEvent } from '../backend/model/event.ts';
import type { Continuation, EventPage, NewerPage, UpwardContinuation } from './api.ts';
import type { Message } from './messages.ts';
import type { ApiError } from './requests.ts';
import {
  appendPage,
  includesEvent,
  insertEvents,
  matchesFilter,
  prependPage,
  type Rows,
} from './rows.ts';
import { EMPTY_VIEW, toEventFilter, type ViewState } from './url-state.ts';

export interface Timeline {
  /** What is being shown; live events are held against it. */
  readonly view: ViewState;
  readonly rows: Rows;
  /** Arrived while the list was being held still, or loaded. */
  readonly pending: Rows;
  /** The reader paused the list or has scrolled away from its top. */
  readonly isHeld: boolean;
  readonly status: 'loading' | 'ready' | 'failed';
  readonly error: ApiError | null;
  /** Null when the oldest event is loaded. */
  readonly next: Continuation | null;
  readonly more: 'idle' | 'loading' | 'failed';
  /** How many events come before the first row without being loaded; an estimate after a jump. */
  readonly start: number;
  /** Null when the newest event is loaded, or waits. */
  readonly newer: UpwardContinuation | null;
  readonly upward: 'idle' | 'loading' | 'failed';
}

/** More is not kept at a time: the rest is read again when somebody scrolls there. */
export const MAX_ROWS = 10_000;

export const NEW_TIMELINE: Timeline = {
  view: EMPTY_VIEW,
  rows: [],
  pending: [],
  isHeld: false,
  status: 'loading',
  error: null,
  next: null,
  more: 'idle',
  start: 0,
  newer: null,
  upward: 'idle',
};

export function applyToTimeline(timeline: Timeline, message: Message): Timeline {
  switch (message.kind) {
    case 'load-started':
      return { ...timeline, view: message.view, pending: [], status: 'loading', more: 'idle' };
    case 'loaded':
      return load(timeline, message.page);
    case 'load-failed':
      return { ...timeline, rows: [], pending: [], status: 'failed', error: message.error };
    case 'more-started':
      return { ...timeline, more: 'loading' };
    case 'more-loaded':
      return loadMore(timeline, message.page);
    case 'more-failed':
      return { ...timeline, more: 'failed' };
    case 'newer-started':
      return { ...timeline, upward: 'loading' };
    case 'newer-loaded':
      return loadNewer(timeline, message.page);
    case 'newer-failed':
      return { ...timeline, upward: 'failed' };
    case 'jumped':
      return jump(timeline, message);
    case 'events':
      return receive(timeline, message.events, message.now);
    case 'held':
      return message.isHeld ? { ...timeline, isHeld: true } : release(timeline, false);
    case 'released':
      return release(timeline, timeline.isHeld);
    case 'ticked':
      return timeline.isHeld ? timeline : forget(timeline, message.now);
    default:
      return timeline;
  }
}

function load(timeline: Timeline, page: EventPage): Timeline {
  const loaded: Timeline = {
    ...timeline,
    rows: page.events,
    pending: timeline.pending.filter((event) => !includesEvent(page.events, event)),
    status: 'ready',
    error: null,
    next: page.next,
    ...AT_THE_NEWEST,
  };
  return timeline.isHeld ? loaded : release(loaded, false);
}

const AT_THE_NEWEST = { start: 0, newer: null, upward: 'idle' } as const;

/** What is loaded moves down the list: at the limit, it lets go of its other end. */
function loadMore(timeline: Timeline, page: EventPage): Timeline {
  const all = appendPage(timeline.rows, page.events);
  const rows = all.slice(-MAX_ROWS);
  const loaded: Timeline = { ...timeline, rows, next: page.next, more: 'idle' };
  const [first] = rows;
  if (rows.length === all.length || first === undefined) return loaded;
  return {
    ...loaded,
    start: timeline.start + all.length - rows.length,
    newer: { from: first.time, cursor: null },
    upward: 'idle',
  };
}

/** The same upwards. Events that wait are shown when they are asked for. */
function loadNewer(timeline: Timeline, { events, newer }: NewerPage): Timeline {
  const shown = events.filter((event) => !includesEvent(timeline.pending, event));
  const all = prependPage(timeline.rows, shown);
  const rows = all.slice(0, MAX_ROWS);
  const added = all.length - timeline.rows.length;
  // An estimate never says that the list begins here while it does not.
  const start = newer === null ? 0 : Math.max(1, timeline.start - added);
  const loaded: Timeline = { ...timeline, rows, start, newer, upward: 'idle' };
  const last = rows.at(-1);
  if (rows.length === all.length || last === undefined) return loaded;
  return { ...loaded, next: { to: last.time, cursor: null } };
}

type Jump = Extract<Message, { readonly kind: 'jumped' }>;

function jump(timeline: Timeline, { page, start, newer }: Jump): Timeline {
  const rows = page.events.filter((event) => !includesEvent(timeline.pending, event));
  return {
    ...{ ...timeline, rows, start, newer },
    ...{ next: page.next, status: 'ready', error: null, more: 'idle', upward: 'idle' },
  };
}

function receive(timeline: Timeline, events: Rows, now: number): Timeline {
  const filter = toEventFilter(timeline.view, now);
  const isWanted = (event: StoredEvent) =>
    matchesFilter(event, filter) && isLoadedStretch(timeline, event);
  const fresh = events.filter((event) => isWanted(event) && !includesEvent(timeline.rows, event));
  if (fresh.length === 0) return timeline;
  const pending = insertEvents(timeline.pending, fresh);
  const received = { ...timeline, pending: pending.slice(0, MAX_ROWS) };
  return timeline.isHeld || timeline.status !== 'ready' ? received : release(received, false);
}

/** What is older than the last row comes with its page, when somebody scrolls there. */
function isLoadedStretch({ rows, next }: Timeline, event: StoredEvent): boolean {
  const last = rows.at(-1);
  return next === null || last === undefined || event.time >= last.time;
}

function release(timeline: Timeline, isHeld: boolean): Timeline {
  const { rows, pending, next, newer } = timeline;
  // What waits belongs above rows that are not there.
  if (newer !== null) return timeline.isHeld === isHeld ? timeline : { ...timeline, isHeld };
  if (pending.length === 0) return timeline.isHeld === isHeld ? timeline : { ...timeline, isHeld };
  // `pending` is oldest last, and was received in the other direction.
  const merged = pending.length >= MAX_ROWS ? pending : insertEvents(rows, pending.toReversed());
  const isCut = merged.length > MAX_ROWS || pending.length >= MAX_ROWS;
  const kept = isCut ? merged.slice(0, MAX_ROWS) : merged;
  return {
    ...timeline,
    isHeld,
    rows: kept,
    pending: [],
    next: isCut ? { to: kept.at(-1)?.time ?? '', cursor: null } : next,
  };
}

/** Time goes on: what a relative range no longer reaches leaves the list. */
function forget(timeline: Timeline, now: number): Timeline {
  const { from } = toEventFilter(timeline.view, now);
  const last = timeline.rows.at(-1);
  if (from === undefined || last === undefined || Date.parse(last.time) >= from) return timeline;
  const start = new Date(from).toISOString();
  return { ...timeline, rows: timeline.rows.filter((event) => event.time >= start), next: null };
}
