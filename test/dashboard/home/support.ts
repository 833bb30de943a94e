/** Changes of versions, as short as tests can say them. */
import type { StoredEvent } from '../../../backend/model/event.ts';
import { storedEvent } from '../events.ts';

/** So many minutes after noon, a version of `shop` in an environment. */
export function change(
  minute: number,
  subject: string | null,
  version: string | null,
  over: Partial<StoredEvent> = {},
): StoredEvent {
  const id = `${over.source ?? 'shop'}-${subject}-${minute}`;
  return storedEvent(minute, {
    ...{ id, source: 'shop', type: 'deployment', subject, version, data: null },
    ...over,
  });
}
