import type { StoredEvent } from '../backend/model/event.ts';

export interface EventBuffer {
  add(events: readonly StoredEvent[]): void;
  /** Hands on what is there, now. */
  flush(): void;
  clear(): void;
}

/** A storm becomes ten changes a second, however many events it has. */
const FLUSH_MS = 100;

/** Collects events, and hands them on together a moment later. */
export function createEventBuffer(onEvents: (events: readonly StoredEvent[]) => void): EventBuffer {
  let waiting: StoredEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const take = () => {
    clearTimeout(timer);
    timer = undefined;
    const taken = waiting;
    waiting = [];
    return taken;
  };
  const flush = () => {
    const events = take();
    if (events.length > 0) onEvents(events);
  };
  return {
    add: (events) => {
      waiting.push(...events);
      timer ??= setTimeout(flush, FLUSH_MS);
    },
    flush,
    clear: () => {
      take();
    },
  };
}
