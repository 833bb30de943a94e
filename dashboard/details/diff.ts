/** What is different between the data of two events. Pure. */
import type { JsonObject, JsonValue } from '../../backend/model/event.ts';

export interface Difference {
  readonly kind: 'added' | 'removed' | 'changed';
  /** `image.tag`, `hosts[2]`. */
  readonly path: string;
  /** Undefined where it was not there. */
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** By their places, in the order of what is there now; what is gone comes where its object ends. */
export function differences(before: JsonObject | null, after: JsonObject | null): Difference[] {
  const found: Difference[] = [];
  compare(before ?? {}, after ?? {}, '', found);
  return found;
}

function compare(before: JsonValue, after: JsonValue, path: string, found: Difference[]): void {
  const [old, now] = [membersOf(before), membersOf(after)];
  if (old === null || now === null || Array.isArray(before) !== Array.isArray(after)) {
    if (!isSameScalar(before, after)) found.push({ kind: 'changed', path, before, after });
    return;
  }
  const inside = (name: string) => join(path, name, Array.isArray(after));
  for (const [name, value] of now) {
    const was = old.get(name);
    if (was !== undefined) compare(was, value, inside(name), found);
    else found.push({ kind: 'added', path: inside(name), before: undefined, after: value });
  }
  for (const [name, was] of old) {
    if (now.has(name)) continue;
    found.push({ kind: 'removed', path: inside(name), before: was, after: undefined });
  }
}

/** Null for what has no members. A map, since `__proto__` is a name like any other. */
function membersOf(value: JsonValue): ReadonlyMap<string, JsonValue> | null {
  return value !== null && typeof value === 'object' ? new Map(Object.entries(value)) : null;
}

function isSameScalar(one: JsonValue, other: JsonValue): boolean {
  return one === other;
}

function join(path: string, name: string, isArray: boolean): string {
  if (isArray) return `${path}[${name}]`;
  const isPlain = /^[\w$-]+$/.test(name);
  if (!isPlain) return `${path}[${JSON.stringify(name)}]`;
  return path === '' ? name : `${path}.${name}`;
}

/** The parts that two texts share at their ends, and what is between. */
export interface Parts {
  readonly start: string;
  readonly middle: string;
  readonly end: string;
}

/** Texts that share less than this of the shorter one are two texts. */
const LEAST_SHARED = 0.5;

/**
 * Where two texts differ, so that it can be marked; null where they have too little in common. Never
 * cuts a character in two.
 */
export function markDifference(
  before: string,
  after: string,
): { before: Parts; after: Parts } | null {
  const [old, now] = [[...before], [...after]];
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  if (start + end < LEAST_SHARED * most) return null;
  const cut = (text: readonly string[]): Parts => ({
    start: text.slice(0, start).join(''),
    middle: text.slice(start, text.length - end).join(''),
    end: text.slice(text.length - end).join(''),
  });
  return { before: cut(old), after: cut(now) };
}
