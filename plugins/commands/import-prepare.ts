/** From the text of one event in a file to what is sent for it. Pure but for the ids of chance. */
import { createHash } from 'node:crypto';
import type { JsonObject } from '../../backend/model/event.ts';
import { isObject } from '../ci/payload.ts';
import type { JsonText } from './import-records.ts';

export type Prepared =
  | { readonly kind: 'event'; readonly place: number; readonly line: string }
  | { readonly kind: 'bad'; readonly place: number; readonly error: string; readonly text: string };

const ID_LENGTH = 32;

/** An id is there before the first attempt to send: a second attempt must not be a second event. */
export function prepare({ place, text }: JsonText, newId: () => string): Prepared {
  const bad = (error: string) => ({ kind: 'bad', place, error, text: text ?? '' }) as const;
  if (text === undefined) return bad('is larger than any event can be');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return bad('is not JSON');
  }
  if (!isObject(value)) return bad('is not a JSON object');
  const event = withoutAdded(value);
  const id = event['id'] ?? makeId(event, place, newId);
  return { kind: 'event', place, line: JSON.stringify({ ...event, id }) };
}

/** What the server adds to an event, and does not take. */
function withoutAdded(event: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(event).filter(([name, value]) => value !== null && name !== 'createdAt'),
  );
}

/**
 * The same for the same line of the same file, so that an import can be repeated after it broke off.
 * Not where the time is NOW: such a line means another event each time it is imported.
 */
function makeId(event: JsonObject, place: number, newId: () => string): string {
  if (/^now$/i.test(String(event['time']))) return newId();
  const hash = createHash('sha256')
    .update(JSON.stringify([place, event]))
    .digest('hex');
  return `import-${hash.slice(0, ID_LENGTH)}`;
}
