/** From an event to what changed before it. Pure. */
import type { StoredEvent } from '../../backend/model/event.ts';

/** What tells of trouble, and is no change itself. */
const TROUBLE = /^(?:incident|alert|outage|alarm)(?!.*resolved)/i;

export function isTrouble({ type }: Pick<StoredEvent, 'type'>): boolean {
  return TROUBLE.test(type);
}

export function incidentPath({ time, subject, source }: StoredEvent): string {
  const parameters = new URLSearchParams({ at: time });
  if (subject !== null) parameters.set('subject', subject);
  parameters.set('source', source);
  return `/incident?${parameters}`;
}
