/** JSON as the rows of a tree, and what keys do there. Pure. */
import type { JsonObject, JsonValue } from '../../backend/model/event.ts';

export interface TreeNode {
  /** The keys from the top, as JSON: unique. */
  readonly path: string;
  /** The key, or the place in an array. */
  readonly name: string;
  readonly value: JsonValue;
  /** 1 at the top. */
  readonly level: number;
  /** From 1, among its siblings, of which there are `siblings`. */
  readonly position: number;
  readonly siblings: number;
  /** Null for what holds nothing. */
  readonly isOpen: boolean | null;
}

/** Members of one object that are listed; raw JSON has the rest. */
export const MOST_MEMBERS = 200;
/** Up to so many rows a tree is all open at first. */
const FEW_ROWS = 40;

/** The rows that are to be seen, from the top to the bottom. */
export function visibleNodes(data: JsonObject, open: ReadonlySet<string>): TreeNode[] {
  const nodes: TreeNode[] = [];
  const walk = (value: JsonValue, keys: readonly string[]) => {
    const members = membersOf(value).slice(0, MOST_MEMBERS);
    for (const [index, [name, member]] of members.entries()) {
      const own = [...keys, name];
      const path = JSON.stringify(own);
      const isOpen = isBranch(member) ? open.has(path) : null;
      const place = { level: own.length, position: index + 1, siblings: members.length };
      nodes.push({ path, name, value: member, ...place, isOpen });
      if (isOpen === true) walk(member, own);
    }
  };
  walk(data, []);
  return nodes;
}

/** All that can be opened, where that makes a small tree; else nothing. */
export function openAtFirst(data: JsonObject): ReadonlySet<string> {
  const all = new Set<string>();
  const walk = (value: JsonValue, keys: readonly string[]) => {
    for (const [name, member] of membersOf(value)) {
      if (!isBranch(member)) continue;
      all.add(JSON.stringify([...keys, name]));
      walk(member, [...keys, name]);
    }
  };
  walk(data, []);
  return visibleNodes(data, all).length <= FEW_ROWS ? all : new Set();
}

export function isBranch(value: JsonValue): boolean {
  return membersOf(value).length > 0;
}

/** `{3}` and `[3]`: how much is inside. */
export function sizeOf(value: JsonValue): string {
  const { length } = membersOf(value);
  return Array.isArray(value) ? `[${length}]` : `{${length}}`;
}

/** Own members: `__proto__` may be one of them. */
function membersOf(value: JsonValue): readonly (readonly [string, JsonValue])[] {
  return value !== null && typeof value === 'object' ? Object.entries(value) : [];
}

export type TreeMove =
  | { readonly kind: 'focus'; readonly path: string }
  | { readonly kind: 'open' | 'close'; readonly path: string };

/** What a key does, by the pattern of ARIA for trees; null for keys that do nothing. */
export function moveInTree(nodes: readonly TreeNode[], at: string, key: string): TreeMove | null {
  const index = nodes.findIndex(({ path }) => path === at);
  const node = nodes[index];
  if (node === undefined) return null;
  const focus = (target: TreeNode | undefined): TreeMove | null =>
    target === undefined ? null : { kind: 'focus', path: target.path };
  switch (key) {
    case 'ArrowDown':
      return focus(nodes[index + 1]);
    case 'ArrowUp':
      return focus(nodes[index - 1]);
    case 'Home':
      return focus(nodes[0]);
    case 'End':
      return focus(nodes.at(-1));
    case 'ArrowRight':
      if (node.isOpen === false) return { kind: 'open', path: node.path };
      return node.isOpen ? focus(nodes[index + 1]) : null;
    case 'ArrowLeft':
      if (node.isOpen) return { kind: 'close', path: node.path };
      return focus(nodes.slice(0, index).findLast(({ level }) => level < node.level));
    case 'Enter':
    case ' ':
      if (node.isOpen === null) return null;
      return { kind: node.isOpen ? 'close' : 'open', path: node.path };
    default:
      return null;
  }
}
