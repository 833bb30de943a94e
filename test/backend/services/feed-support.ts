/** What the tests of the feed share: a listener that can be waited for, and a store to read. */
import type { NewEvent } from '../../../backend/model/event.ts';
import { createFeed, type Delivery, type Feed } from '../../../backend/services/feed.ts';
import type { EventStore } from '../../../backend/store/port.ts';
import { openSqliteStore } from '../../../backend/store/sqlite/store.ts';
import { newEvent } from '../../support/events.ts';
import { createWatch } from '../../support/watch.ts';

let serial = 0;

export function event(id: string, over: Partial<NewEvent> = {}): NewEvent {
  serial += 1;
  return newEvent({ id, source: `source-${serial}`, ...over });
}

export interface Listener {
  deliver(delivery: Delivery): void;
  reset(position: number): void;
  readonly deliveries: Delivery[];
  readonly resets: number[];
  ids(): string[];
  /** Waits until so many events have come. */
  count(events: number): Promise<void>;
  /** Waits until so many resets have come. */
  resetCount(resets: number): Promise<void>;
}

export function createListener(onDeliver: (delivery: Delivery) => void = () => {}): Listener {
  const deliveries: Delivery[] = [];
  const resets: number[] = [];
  const ids = () => deliveries.flatMap(({ entries }) => entries.map((entry) => entry.event.id));
  const { look, until } = createWatch();
  return {
    deliveries,
    resets,
    ids,
    deliver: (delivery) => {
      deliveries.push(delivery);
      onDeliver(delivery);
      look();
    },
    reset: (position) => {
      resets.push(position);
      look();
    },
    count: (events) => until(() => ids().length >= events),
    resetCount: (count) => until(() => resets.length >= count),
  };
}

/** A promise that the test settles. */
export function createGate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

export interface Timers {
  /** How long each timer waits that was set and neither ran nor was cleared, ms. */
  waits(): number[];
  /** Runs the oldest timer. */
  run(): void;
  restore(): void;
}

/** Puts the timers of this process into the hands of the test. */
export function takeTimers(): Timers {
  const { setTimeout, clearTimeout } = globalThis;
  const timers = new Map<unknown, { readonly work: () => void; readonly ms: number }>();
  globalThis.setTimeout = ((work: () => void, ms: number) => {
    const timer = { unref: () => timer };
    timers.set(timer, { work, ms });
    return timer;
  }) as unknown as typeof setTimeout;
  globalThis.clearTimeout = (timer) => timers.delete(timer);
  return {
    waits: () => [...timers.values()].map(({ ms }) => ms),
    run: () => {
      const [first] = timers;
      if (first === undefined) throw new Error('no timer is set');
      timers.delete(first[0]);
      first[1].work();
    },
    restore: () => Object.assign(globalThis, { setTimeout, clearTimeout }),
  };
}

export type FeedEvents = Pick<EventStore, 'since' | 'head' | 'onRemoteAppend'>;

export interface TestFeed {
  readonly feed: Feed;
  readonly events: EventStore;
  readonly errors: unknown[];
  /** Stores events with these ids, and wakes the feed. */
  add(...ids: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** A feed whose store has looked, but gives its answer only when the gate is opened. */
export async function openSlowFeed() {
  const gate = createGate();
  const reading = createGate();
  const test = await openFeed(({ since }) => ({
    since: async (...args) => {
      const stretch = await since(...args);
      reading.open();
      await gate.opened;
      return stretch;
    },
  }));
  return { ...test, gate, reading };
}

/** A feed over an empty store; `between` may stand between the two. */
export async function openFeed(
  between: (events: FeedEvents) => Partial<FeedEvents> = () => ({}),
  intervalMs = 1,
): Promise<TestFeed> {
  const store = await openSqliteStore(':memory:');
  const { events } = store;
  const errors: unknown[] = [];
  const { since, head } = events;
  // One process: nobody else appends, and nothing has to look for it.
  const read: FeedEvents = { since, head, onRemoteAppend: () => () => {} };
  const feed = createFeed({
    events: { ...read, ...between(read) },
    onError: (error) => errors.push(error),
    intervalMs,
  });
  return {
    feed,
    events,
    errors,
    add: async (...ids) => {
      await events.append(ids.map((id) => event(id)));
      feed.wake();
    },
    close: async () => {
      feed.close();
      await store.close();
    },
  };
}
