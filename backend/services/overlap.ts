/** Which events of a window are changes that may have done what is seen. Pure. */
import { NOTE_TYPE, type TimelineEvent } from '../model/event.ts';

/** What tells of trouble or of its end is a consequence, and no cause. */
const CONSEQUENCES = /^(?:incident|alert|outage|alarm)/i;
/** The start of an operation, which its end follows as an event of its own. */
const PHASE = /-(?:started|failed|cancelled)$/;

/** The changes apart from `event` itself and the start or the end of the same operation. */
export function otherChanges(
  events: readonly TimelineEvent[],
  event: TimelineEvent | null,
): readonly TimelineEvent[] {
  const seen = new Set(event === null ? [] : [operationOf(event)]);
  const changes: TimelineEvent[] = [];
  for (const one of events) {
    if (CONSEQUENCES.test(one.type) || one.type === NOTE_TYPE || isSame(one, event)) continue;
    const operation = operationOf(one);
    if (one.version !== null && seen.has(operation)) continue;
    seen.add(operation);
    changes.push(one);
  }
  return changes;
}

function isSame(one: TimelineEvent, event: TimelineEvent | null): boolean {
  return event !== null && one.id === event.id && one.source === event.source;
}

function operationOf({ type, source, subject, version }: TimelineEvent): string {
  return JSON.stringify([type.replace(PHASE, ''), source, subject, version]);
}
