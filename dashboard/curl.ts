/** Commands to copy into a shell. Everything that comes from an event is quoted. Pure. */
import type { JsonValue, StoredEvent } from '../backend/model/event.ts';

/** Stands in for the key wherever a command may end up in a chat or a ticket. */
export const KEY_VARIABLE = '$MILEPOST_API_KEY';

const EVENTS = '/api/v1/events';

const FIRST_EVENT = {
  specversion: '1.0',
  type: 'deployment',
  source: 'hello-milepost',
  time: 'NOW',
  subject: 'production',
  severity: 'MINOR',
  version: '1.0.0',
  data: { description: 'My first event' },
};

/** What JSON leaves as it is and a reader of the command would not see; line ends are its own. */
const UNSEEN = /[\u007f-\u009f\p{Cf}\u2028\u2029]/gu;

/** One word for a POSIX shell, whatever is in it. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Records a first event. Without a key it names the variable that holds one. */
export function firstEventCommand(origin: string, key?: string): string {
  return postCommand(`${origin}${EVENTS}`, FIRST_EVENT, key);
}

/** Records the same event: here it changes nothing, elsewhere it is a copy. */
export function eventCommand(origin: string, event: StoredEvent): string {
  return postCommand(`${origin}${EVENTS}`, withoutReceipt(event));
}

/** The event as its sender could have written it. */
function withoutReceipt({ createdAt: _, ...event }: StoredEvent): Record<string, JsonValue> {
  return Object.fromEntries(Object.entries(event).filter(([, value]) => value !== null));
}

/** Sends JSON, however hostile what is in it. */
export function postCommand(url: string, sent: object, key?: string): string {
  const body = JSON.stringify(sent, null, 2).replace(UNSEEN, toJsonEscape);
  // Double quotes where the shell is to put the key in, single ones where it is there.
  const authorization =
    key === undefined
      ? `"Authorization: Bearer ${KEY_VARIABLE}"`
      : quoteForShell(`Authorization: Bearer ${key}`);
  return [
    `curl -sS ${quoteForShell(url)}`,
    `-H ${authorization}`,
    "-H 'Content-Type: application/json'",
    `-d ${quoteForShell(body)}`,
  ].join(' \\\n  ');
}

/** In the two halves of UTF-16 where it takes two: JSON knows no other way. */
function toJsonEscape(character: string): string {
  return Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');
}
