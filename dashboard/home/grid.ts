/** The matrix as it is laid out: systems down, environments across. Pure. */
import type { StoredEvent } from '../../backend/model/event.ts';
import { foldCase } from '../../backend/model/query.ts';
import { shortSource } from '../text.ts';
import { actorIn } from './actor.ts';
import { type Difference, differenceOf } from './compare.ts';
import { type Drift, driftOf, hasDrift, versionAges } from './drift.ts';
import { type Environment, orderEnvironments } from './environments.ts';
import { type Cells, cellKey, type History } from './matrix.ts';

export interface GridRow {
  readonly source: string;
  /** In the order of the environments; null where nothing runs. */
  readonly cells: readonly (StoredEvent | null)[];
  readonly drifts: readonly Drift[];
  /** Whether each has changed before the reader's eyes. */
  readonly fresh: readonly boolean[];
  /** Only where two environments are compared. */
  readonly difference: Difference | null;
}

export interface Grid {
  readonly environments: readonly Environment[];
  /** What they are called. */
  readonly names: readonly string[];
  readonly rows: readonly GridRow[];
  /** Before text and drift narrowed them. */
  readonly total: number;
}

export interface GridOptions {
  /** Environments in the order that the reader wants; empty for the usual one. */
  readonly order: readonly string[];
  readonly find: string;
  readonly isDriftOnly: boolean;
  readonly compare: readonly [string, string] | null;
  readonly history: History;
  /** Keys of the cells that the live feed has changed. */
  readonly changed: ReadonlySet<string>;
}

/** `before` gives its rows where they are the same, so that what shows them may rest. */
export function toGrid(cells: Cells, options: GridOptions, before?: Grid): Grid {
  const grid = layOut(cells, options);
  const known = new Map(before?.rows.map((row) => [row.source, row]));
  return {
    ...grid,
    rows: grid.rows.map((row) => {
      const old = known.get(row.source);
      return old !== undefined && isSameRow(old, row) ? old : row;
    }),
  };
}

function layOut(cells: Cells, options: GridOptions): Grid {
  const { order, find, isDriftOnly, compare, history, changed } = options;
  const events = [...cells.values()];
  const all = orderEnvironments(
    events.map(({ subject }) => subject),
    order,
  );
  const environments = compare ?? all;
  const wanted = foldCase(find.trim());
  const systems = [...bySource(events)]
    .toSorted(([one], [other]) => byName(one, other))
    .filter(([, found]) => found.some((event) => environments.includes(event.subject)));
  const past = bySource(history.events);
  const rows = systems
    .filter(([source, found]) => isFound(source, found, wanted))
    .map(([source, found]) => {
      const system = { found, changed, past: past.get(source) ?? [], start: history.start };
      return toRow(source, environments, system, compare !== null);
    })
    .filter((row) => !isDriftOnly || isDifferent(row));
  const nowhere = events.every(({ subject, type }) => subject !== null || type === 'release')
    ? 'released'
    : 'no environment';
  return {
    environments,
    names: environments.map((name) => name ?? nowhere),
    rows: compare === null ? rows : rows.toSorted(byDifference),
    total: systems.length,
  };
}

interface System {
  readonly found: readonly StoredEvent[];
  readonly past: readonly StoredEvent[];
  readonly start: string;
  readonly changed: ReadonlySet<string>;
}

function toRow(
  source: string,
  environments: readonly Environment[],
  { found, past, start, changed }: System,
  isCompared: boolean,
): GridRow {
  const cells = environments.map(
    (environment) => found.find(({ subject }) => subject === environment) ?? null,
  );
  const fresh = cells.map((event) => event !== null && changed.has(cellKey(event)));
  if (!isCompared) {
    const drifts = driftOf(cells, versionAges([...past, ...found]));
    return { source, cells, drifts, fresh, difference: null };
  }
  const [first = null, second = null] = cells;
  const difference = differenceOf({ cells: [first, second], past, start });
  return { source, cells, drifts: [], fresh, difference };
}

function bySource(events: readonly StoredEvent[]): Map<string, StoredEvent[]> {
  const groups = new Map<string, StoredEvent[]>();
  for (const event of events) {
    const group = groups.get(event.source);
    if (group === undefined) groups.set(event.source, [event]);
    else group.push(event);
  }
  return groups;
}

function isSameRow(one: GridRow, other: GridRow): boolean {
  const says = ({ drifts, fresh, difference }: GridRow) =>
    JSON.stringify([drifts, fresh, difference]);
  const areCellsSame =
    one.cells.length === other.cells.length &&
    one.cells.every((cell, index) => cell === other.cells[index]);
  return areCellsSame && says(one) === says(other);
}

function isFound(source: string, events: readonly StoredEvent[], wanted: string): boolean {
  if (wanted === '') return true;
  const texts = [source, ...events.flatMap(({ version, data }) => [version ?? '', actorIn(data)])];
  return texts.some((text) => foldCase(text).includes(wanted));
}

function isDifferent({ drifts, difference }: GridRow): boolean {
  return difference === null ? hasDrift(drifts) : difference.kind !== 'same';
}

const ORDER: readonly Difference['kind'][] = ['behind', 'missing', 'unknown', 'same'];

/** What needs attention first: most changes, then what is missing. */
function byDifference(one: GridRow, other: GridRow): number {
  const place = ({ difference }: GridRow) => ORDER.indexOf(difference?.kind ?? 'same');
  const changes = ({ difference }: GridRow) =>
    difference?.kind === 'behind' ? difference.changes : 0;
  return place(one) - place(other) || changes(other) - changes(one);
}

function byName(one: string, other: string): number {
  return shortSource(one).localeCompare(shortSource(other), 'en', { numeric: true });
}
