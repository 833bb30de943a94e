import type { EventStore, FeedEntry } from '../store/port.ts';

/** Events of one organization, in feed order, and the position behind the last one that was read. */
export interface Delivery {
  readonly entries: readonly FeedEntry[];
  readonly position: number;
}

/** Must not wait: others listen too. */
export interface FeedListener {
  deliver(delivery: Delivery): void;
  /** Events were lost from view; whoever shows the timeline has to load it afresh. */
  reset(position: number): void;
}

export interface Subscription {
  /** Everything up to here was delivered, or happened before the subscription began. */
  readonly position: number;
  stop(): void;
}

export interface Feed {
  /** Something was stored. Cheap, never throws: what is new is read from the store, a moment later. */
  wake(): void;
  /** Deliveries come in order and without a gap. */
  subscribe(organization: string, listener: FeedListener): Promise<Subscription>;
  /**
   * What came behind a position, up to `until`, for those who come back; a part of it where that is
   * much. `expired` when it is no longer known.
   */
  read(organization: string, position: number, until?: number): Promise<Delivery | 'expired'>;
  head(): Promise<number>;
  close(): void;
}

/** A position as clients hand it back; undefined for what is none. */
export function parsePosition(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

export interface FeedDependencies {
  readonly events: Pick<EventStore, 'since' | 'head' | 'onRemoteAppend'>;
  readonly onError: (error: unknown) => void;
  /** Shortest time between two deliveries, ms: a storm becomes few messages. */
  readonly intervalMs?: number;
}

const INTERVAL_MS = 50;
const RETRY_MS = 1000;
const READ_LIMIT = 1000;

interface Subscriber {
  readonly organization: string;
  readonly listener: FeedListener;
  position: number;
}

/**
 * The live feed of this process. It publishes what it reads from the store, in the store's own
 * order: so nothing is published that was not stored, nothing is skipped, and events that other
 * processes stored take the same way.
 */
export function createFeed({ events, onError, intervalMs = INTERVAL_MS }: FeedDependencies): Feed {
  const subscribers = new Set<Subscriber>();
  let position = 0;
  let timer: NodeJS.Timeout | undefined;
  let isReading = false;
  let isWoken = false;
  let lastRead = 0;
  let isClosed = false;

  const wake = (): void => {
    isWoken = true;
    if (isClosed || isReading || timer !== undefined || subscribers.size === 0) return;
    const wait = Math.max(0, lastRead + intervalMs - performance.now());
    timer = setTimeout(() => void publish(), wait);
  };

  const publish = async (): Promise<void> => {
    timer = undefined;
    isReading = true;
    isWoken = false;
    try {
      let hasMore = true;
      while (hasMore && !isClosed && subscribers.size > 0) hasMore = await publishNext();
    } catch (error) {
      onError(error);
      setTimeout(wake, RETRY_MS).unref();
    }
    lastRead = performance.now();
    isReading = false;
    if (isWoken) wake();
  };

  const publishNext = async (): Promise<boolean> => {
    const stretch = await events.since(position, READ_LIMIT);
    if (stretch === 'expired') {
      position = await events.head();
      for (const { listener } of subscribers) listener.reset(position);
      return false;
    }
    position = stretch.position;
    for (const subscriber of subscribers) {
      try {
        deliver(subscriber, stretch.entries, position);
      } catch (error) {
        // One listener's trouble is not the others'.
        onError(error);
      }
    }
    return stretch.entries.length === READ_LIMIT;
  };

  const stopWatching = events.onRemoteAppend(wake);

  return {
    wake,
    subscribe: async (organization, listener) => {
      // The position of an idle feed is old: nobody was there to read for.
      if (subscribers.size === 0) {
        const head = await events.head();
        if (subscribers.size === 0) position = head;
      }
      const subscriber: Subscriber = { organization, listener, position };
      subscribers.add(subscriber);
      // For what was stored while the head was being read, when nobody listened yet.
      wake();
      return {
        get position() {
          return subscriber.position;
        },
        stop: () => {
          subscribers.delete(subscriber);
        },
      };
    },
    read: async (organization, from, until = Number.POSITIVE_INFINITY) => {
      const stretch = await events.since(from, READ_LIMIT);
      if (stretch === 'expired') return stretch;
      const own = ofOrganization(stretch.entries, organization);
      return {
        entries: own.filter((entry) => entry.position <= until),
        position: Math.min(stretch.position, until),
      };
    },
    head: () => events.head(),
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      stopWatching();
      subscribers.clear();
    },
  };
}

function deliver(subscriber: Subscriber, entries: readonly FeedEntry[], position: number): void {
  const fresh = entries.filter((entry) => entry.position > subscriber.position);
  subscriber.position = Math.max(subscriber.position, position);
  const own = ofOrganization(fresh, subscriber.organization);
  if (own.length > 0) subscriber.listener.deliver({ entries: own, position: subscriber.position });
}

function ofOrganization(entries: readonly FeedEntry[], organization: string): FeedEntry[] {
  return entries.filter((entry) => entry.event.organization === organization);
}
