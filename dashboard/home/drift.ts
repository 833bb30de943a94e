/**
 * Which environment runs something older than another one. Decided by when versions were first
 * seen, never by their names: those need not sort.
 */
import type { StoredEvent } from '../../backend/model/event.ts';

export type Drift =
  /** Something newer has been running elsewhere since then, ms. */
  | { readonly kind: 'behind'; readonly since: number }
  /** It runs what no environment in front of it has: a hotfix, or a skipped step. */
  | { readonly kind: 'ahead' }
  | { readonly kind: 'none' };

export const NO_DRIFT: Drift = { kind: 'none' };

/** The versions of one system, and when each was first seen, ms. */
export type VersionAges = ReadonlyMap<string, number>;

/** Of versions that were only ever rolled back to. */
const AGELESS = Number.NEGATIVE_INFINITY;

/**
 * A rollback brings nothing new: the version it goes back to is older than every other one, unless
 * a deployment of it is known.
 */
export function versionAges(events: Iterable<StoredEvent>): VersionAges {
  const ages = new Map<string, number>();
  for (const { version, type, time } of events) {
    if (version === null) continue;
    const known = ages.get(version);
    const seen = type === 'rollback' ? AGELESS : Date.parse(time);
    if (known === undefined || known === AGELESS) ages.set(version, Math.max(known ?? seen, seen));
    else if (seen !== AGELESS) ages.set(version, Math.min(known, seen));
  }
  return ages;
}

/** For the cells of one system, in the order of the environments; null where nothing runs. */
export function driftOf(
  cells: readonly (StoredEvent | null)[],
  ages: VersionAges = versionAges(cells.filter((cell) => cell !== null)),
): readonly Drift[] {
  const newest = Math.max(...cells.map((cell) => ageOf(cell, ages) ?? AGELESS));
  return cells.map((cell, index) => {
    const age = ageOf(cell, ages);
    if (cell === null || age === undefined) return NO_DRIFT;
    // Not before it came here: after a rollback, since the rollback.
    const since = Math.max(firstAfter(age, ages), Date.parse(cell.time));
    if (age < newest) return { kind: 'behind', since };
    const before = cells.slice(0, index).filter((one) => ageOf(one, ages) !== undefined);
    const isAlone = before.length > 0 && before.every((one) => one?.version !== cell.version);
    return isAlone ? { kind: 'ahead' } : NO_DRIFT;
  });
}

/** Whether two environments run different versions of it. */
export function hasDrift(drifts: readonly Drift[]): boolean {
  return drifts.some(({ kind }) => kind !== 'none');
}

function ageOf(cell: StoredEvent | null, ages: VersionAges): number | undefined {
  return cell?.version == null ? undefined : ages.get(cell.version);
}

function firstAfter(age: number, ages: VersionAges): number {
  return Math.min(...[...ages.values()].filter((other) => other > age));
}
