/** Reads the JSON that a CI hands over: of unknown shape, so every step may find nothing. */
import type { JsonObject, JsonValue } from '../../backend/model/event.ts';

/** The value under a path of member names. */
export function valueAt(payload: JsonObject, ...path: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = payload;
  for (const name of path) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/** Text that is not empty. */
export function textAt(payload: JsonObject, ...path: readonly string[]): string | undefined {
  const value = valueAt(payload, ...path);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function numberAt(payload: JsonObject, ...path: readonly string[]): number | undefined {
  const value = valueAt(payload, ...path);
  return typeof value === 'number' ? value : undefined;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The JSON object in a text, or undefined. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
