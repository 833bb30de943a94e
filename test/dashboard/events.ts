/** Stored events for tests of the dashboard, as they come off the wire. */
import { type StoredEvent, toStoredEvent } from '../../backend/model/event.ts';
import { NOON, newEvent } from '../support/events.ts';

/** An event so many minutes after noon. */
export function storedEvent(minute: number, over: Partial<StoredEvent> = {}): StoredEvent {
  const event = newEvent({ id: `event-${minute}`, time: NOON + minute * 60_000 });
  return { ...toStoredEvent({ ...event, receipt: '' }), ...over } as StoredEvent;
}

export function ids(events: readonly StoredEvent[]): string[] {
  return events.map((event) => event.id);
}
