import type { EventInput, JsonObject } from '../../backend/model/event.ts';
import { isObject, parseObject } from '../ci/payload.ts';

/**
 * Events that somebody kept: one, an array, or one a line; as they were to be sent, or as they were
 * stored. Throws with a message for people.
 */
export function readReplay(text: string, newId: () => string): EventInput[] {
  const events = readObjects(text.trim());
  if (events.length === 0) throw new Error('holds no event');
  return events.map((event) => toInput(event, newId));
}

function readObjects(text: string): JsonObject[] {
  const whole = parse(text);
  if (Array.isArray(whole)) return whole.map((one, index) => checked(one, `event ${index + 1}`));
  if (whole !== undefined) return [checked(whole, 'the file')];
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line, index) => checked(parseObject(line), `line ${index + 1}`));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function checked(value: unknown, name: string): JsonObject {
  if (!isObject(value)) throw new Error(`${name} is not a JSON object`);
  return value;
}

/** Without what the server added; with an id, so that no attempt is stored twice. */
function toInput(event: JsonObject, newId: () => string): EventInput {
  const sent = Object.fromEntries(
    Object.entries(event).filter(([name, value]) => value !== null && name !== 'createdAt'),
  );
  return { ...sent, id: sent['id'] ?? newId() } as unknown as EventInput;
}
