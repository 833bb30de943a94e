import { isDeepStrictEqual } from 'node:util';
import type { EventInput, JsonObject, StoredEvent } from '../backend/model/event.ts';

/** What a step says anew each time it runs: when, for how long, and what it found before it. */
const OF_THE_MOMENT: ReadonlySet<string> = new Set(['startedAt', 'durationMs', 'previousVersion']);

/** Whether an event is the stored one once more, but for the moment at which the step ran. */
export function isRepetition(event: EventInput, stored: StoredEvent): boolean {
  return Object.entries(event).every(([name, value]) => {
    if (name === 'time' || value === undefined) return true;
    const kept = stored[name];
    return name === 'data'
      ? isDeepStrictEqual(lasting(value), lasting(kept))
      : isDeepStrictEqual(value, kept);
  });
}

function lasting(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data;
  const members = Object.entries(data as JsonObject);
  return members.filter(([name]) => !OF_THE_MOMENT.has(name)).sort();
}
