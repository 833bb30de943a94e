/** The order of environments, least to most production-like. Pure. */

/** What runs outside of any environment has null, and stands last. */
export type Environment = string | null;

/** Words of well-known names, by how near to production they are. */
const RANKS: readonly (readonly string[])[] = [
  ['local', 'sandbox', 'playground'],
  ['dev', 'develop', 'development'],
  ['ci', 'test', 'testing', 'int', 'integration', 'qa', 'e2e'],
  ['review', 'preview', 'demo', 'feature'],
  ['uat', 'acceptance', 'acc', 'load', 'perf', 'performance'],
  ['stage', 'staging', 'stg', 'preprod', 'preproduction'],
  ['canary', 'beta', 'pilot'],
  ['prod', 'prd', 'production', 'live', 'main'],
  ['dr', 'failover', 'backup', 'standby'],
];
/** Where names stand that say nothing: behind what is for trying out, in front of production. */
const UNKNOWN = 4.5;

/** Higher is more production-like. */
export function rankOf(environment: Environment): number {
  if (environment === null) return Number.POSITIVE_INFINITY;
  const name = environment.toLowerCase().replace(/\b(pre|non)[-_. ]?(?=prod)/g, 'stage ');
  const words = name.split(/[^a-z0-9]+|(?<=[a-z])(?=\d)/);
  const ranks = words.map((word) => RANKS.findIndex((names) => names.includes(word)));
  const isStage = ranks.includes(5);
  const rank = isStage ? 5 : Math.max(...ranks);
  return rank < 0 ? UNKNOWN : rank;
}

/** The usual order; `chosen` names come in the reader's own, the others where they would be. */
export function orderEnvironments(
  found: Iterable<Environment>,
  chosen: readonly string[],
): readonly Environment[] {
  const usual = [...new Set(found)].toSorted(
    (one, other) => byNumber(rankOf(one), rankOf(other)) || byText(one ?? '', other ?? ''),
  );
  const ordered: Environment[] = chosen.filter((name) => usual.includes(name));
  for (const name of usual) {
    if (ordered.includes(name)) continue;
    const place = ordered.findIndex((other) => rankOf(other) > rankOf(name));
    ordered.splice(place < 0 ? ordered.length : place, 0, name);
  }
  return ordered;
}

/** The same list with one of it a place further to the front or the back. */
export function moved<Item>(list: readonly Item[], index: number, by: 1 | -1): readonly Item[] {
  const target = index + by;
  const item = list[index];
  if (item === undefined || target < 0 || target >= list.length) return list;
  return list.toSpliced(index, 1).toSpliced(target, 0, item);
}

const byNumber = (one: number, other: number) => (one === other ? 0 : one - other);
const byText = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true });
