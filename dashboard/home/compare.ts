/** Two environments side by side: what one has and the other has not. Pure. */
import type { StoredEvent } from '../../backend/model/event.ts';
import { versionAges } from './drift.ts';

export type Difference =
  | { readonly kind: 'same' | 'unknown' }
  /** The one of the two in which nothing runs. */
  | { readonly kind: 'missing'; readonly side: Side }
  | {
      readonly kind: 'behind';
      /** The one that runs the older version. */
      readonly side: Side;
      /** Changes of the other one that it has not had. */
      readonly changes: number;
      /** There may be more: what is known does not reach back that far. */
      readonly isAtLeast: boolean;
      /** Since when it has been behind, ms. */
      readonly since: number;
    };

/** The first or the second of the two. */
export type Side = 0 | 1;

/** One system in both environments. */
export interface Pair {
  readonly cells: readonly [StoredEvent | null, StoredEvent | null];
  /** Earlier changes of the system, in any order. */
  readonly past: readonly StoredEvent[];
  /** How far back those reach, ISO 8601; empty for all the way. */
  readonly start: string;
}

export function differenceOf({ cells, past, start }: Pair): Difference {
  const [first, second] = cells;
  if (first === null || second === null) {
    return first === second
      ? { kind: 'unknown' }
      : { kind: 'missing', side: first === null ? 0 : 1 };
  }
  if (first.version === null || second.version === null) return { kind: 'unknown' };
  if (first.version === second.version) return { kind: 'same' };
  const known = [...past, first, second];
  const ages = versionAges(known);
  const age = (version: string) => ages.get(version) ?? 0;
  const side = age(first.version) < age(second.version) ? 0 : 1;
  const [behind, ahead] = side === 0 ? [first, second] : [second, first];
  const { missed, from } = changesSince(behind, ahead, known);
  const earliest = Math.min(...missed.map(({ time }) => Date.parse(time)));
  // Not before it came here: after a rollback, since the rollback.
  const since = Math.max(earliest, Date.parse(behind.time));
  return { kind: 'behind', side, changes: missed.length, isAtLeast: from < start, since };
}

/**
 * What came to the environment that is ahead after it ran the version of the other one; where it
 * never ran that, what came after the other one got it.
 */
function changesSince(
  behind: StoredEvent,
  ahead: StoredEvent,
  known: readonly StoredEvent[],
): { readonly missed: readonly StoredEvent[]; readonly from: string } {
  const there = unique(known.filter(({ subject }) => subject === ahead.subject));
  const common = there.filter(({ version }) => version === behind.version).map(({ time }) => time);
  const from = common.toSorted().at(-1) ?? (behind.type === 'rollback' ? '' : behind.time);
  const missed = there.filter(({ time }) => time > from);
  return { missed: missed.length === 0 ? [ahead] : missed, from };
}

function unique(events: readonly StoredEvent[]): readonly StoredEvent[] {
  return [...new Map(events.map((event) => [event.id, event])).values()];
}

export interface Tally {
  /** Systems of which the first or the second environment runs the older version. */
  readonly behind: readonly [number, number];
  readonly missing: readonly [number, number];
  readonly same: number;
}

export function tally(differences: readonly Difference[]): Tally {
  const count = (kind: Difference['kind'], side?: Side) =>
    differences.filter((one) => one.kind === kind && (!('side' in one) || one.side === side))
      .length;
  return {
    behind: [count('behind', 0), count('behind', 1)],
    missing: [count('missing', 0), count('missing', 1)],
    same: count('same'),
  };
}
