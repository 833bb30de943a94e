/** Holds what a page says against what really comes: `…` stands for what is different each time. */
import { expect } from 'chai';

const ANYTHING = '…';

/** JSON against JSON; a member `"…"` stands for members that the page leaves out. */
export function expectJson(shown: string, actual: string): void {
  expect(withGaps(JSON.parse(shown), JSON.parse(actual))).to.deep.equal(JSON.parse(shown));
}

/** Text, line by line. */
export function expectText(shown: string, actual: string): void {
  const lines = actual.trimEnd().split('\n');
  const wanted = shown.split('\n');
  const gapped = lines.map((line, index) => gap(wanted[index] ?? '', line.trimEnd()));
  expect(gapped).to.deep.equal(wanted);
}

/** `actual`, with `…` wherever the page has it and it fits: a difference then shows as such. */
function withGaps(shown: unknown, actual: unknown): unknown {
  if (shown === ANYTHING) return ANYTHING;
  if (typeof shown === 'string' && typeof actual === 'string') return gap(shown, actual);
  if (Array.isArray(shown) && Array.isArray(actual)) return listWithGaps(shown, actual);
  if (!isObject(shown) || !isObject(actual)) return actual;
  const mayHaveMore = Object.hasOwn(shown, ANYTHING);
  const members = Object.entries(actual)
    .filter(([name]) => Object.hasOwn(shown, name) || !mayHaveMore)
    .map(([name, value]) => [name, withGaps(shown[name], value)]);
  return Object.fromEntries([...members, ...(mayHaveMore ? [[ANYTHING, ANYTHING]] : [])]);
}

function listWithGaps(shown: readonly unknown[], actual: readonly unknown[]): unknown[] {
  const isOpen = shown.at(-1) === ANYTHING;
  const whole = isOpen ? actual.slice(0, shown.length - 1) : actual;
  const items = whole.map((value, index) => withGaps(shown[index], value));
  return isOpen ? [...items, ANYTHING] : items;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function gap(shown: string, actual: string): string {
  if (!shown.includes(ANYTHING)) return actual;
  const parts = shown.split(ANYTHING).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(actual) ? shown : actual;
}
