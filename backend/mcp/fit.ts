/** Answers have a limit, so that they fit into what clients hand to a model. */
import { characters, escapeValue } from './text.ts';

/** Characters of one answer; Claude Code writes results over 50,000 to a file instead. */
export const ANSWER_LIMIT = 40_000;
/** What is left of it for a list, beside range, cursor and hints. */
export const LIST_LIMIT = 36_000;

/** Shapes items from the start, as many as fit into `limit` characters; one at the least. */
export function takeFitting<Item, Shaped>(
  items: readonly Item[],
  shape: (item: Item) => Shaped,
  limit = LIST_LIMIT,
): Shaped[] {
  const taken: Shaped[] = [];
  let used = 0;
  for (const item of items) {
    const shaped = shape(item);
    used += characters(shaped) + 1;
    if (used > limit && taken.length > 0) return taken;
    taken.push(shaped);
  }
  return taken;
}

/** How strongly to shorten: characters of a text, members of a list or an object. */
const STEPS = [
  { text: 4000, members: 200 },
  { text: 1000, members: 100 },
  { text: 300, members: 40 },
  { text: 100, members: 15 },
  { text: 40, members: 5 },
] as const;

/**
 * A JSON value in at most `limit` characters: itself, or with long texts cut and long lists and
 * objects ended early, each saying how much is missing; undefined when nothing helps.
 */
export function shorten(value: unknown, limit: number): { value: unknown; isCut: boolean } {
  const escaped = escapeValue(value);
  if (JSON.stringify(escaped).length <= limit) return { value: escaped, isCut: false };
  for (const step of STEPS) {
    const cut = cutValue(escaped, step);
    if (JSON.stringify(cut).length <= limit) return { value: cut, isCut: true };
  }
  return { value: undefined, isCut: true };
}

function cutValue(value: unknown, step: (typeof STEPS)[number]): unknown {
  if (typeof value === 'string') return cutText(value, step.text);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const kept = value.slice(0, step.members).map((item) => cutValue(item, step));
    return value.length > step.members ? [...kept, missing(value.length - step.members)] : kept;
  }
  const members = Object.entries(value);
  const kept = members
    .slice(0, step.members)
    .map(([name, member]) => [cutText(name, step.text), cutValue(member, step)]);
  const more = members.length - step.members;
  return Object.fromEntries(more > 0 ? [...kept, ['…', missing(more)]] : kept);
}

function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit).toWellFormed()}… (${text.length - limit} more characters)`;
}

function missing(count: number): string {
  return `… (${count} more)`;
}
