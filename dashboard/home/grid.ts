/** The matrix as it is laid out: systems down, environments across. Pure. */
import type { StoredEvent } from '../../backend/model/event.ts';
import { foldCase } from '../../backend/model/query.ts';
import { shortSource } from '../text.ts';
import { actorIn } from './actor.ts';
import { type Difference, differenceOf } from './compare.ts';
import { type Drift, driftOf, hasDrift, versionAges } from './drift.ts';
import { type Environment, orderEnvironments } from './environments.ts';
import type { Cells, History } from './matrix.ts';

export interface GridRow {
  readonly source: string;
  /** In the order of the environments; null where nothing runs. */
  readonly cells: readonly (StoredEvent | null)[];
  readonly drifts: readonly Drift[];
  /** Only where two environments are compared. */
  readonly difference: Difference | null;
}

export interface Grid {
  readonly environments: readonly Environment[];
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
}

export function toGrid(cells: Cells, options: GridOptions): Grid {
  const { order, find, isDriftOnly, compare, history } = options;
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
      const system = { found, past: past.get(source) ?? [], start: history.start };
      return toRow(source, environments, system, compare !== null);
    })
    .filter((row) => !isDriftOnly || isDifferent(row));
  return {
    environments,
    rows: compare === null ? rows : rows.toSorted(byDifference),
    total: systems.length,
  };
}

interface System {
  readonly found: readonly StoredEvent[];
  readonly past: readonly StoredEvent[];
  readonly start: string;
}

function toRow(
  source: string,
  environments: readonly Environment[],
  { found, past, start }: System,
  isCompared: boolean,
): GridRow {
  const cells = environments.map(
    (environment) => found.find(({ subject }) => subject === environment) ?? null,
  );
  if (!isCompared) {
    const drifts = driftOf(cells, versionAges([...past, ...found]));
    return { source, cells, drifts, difference: null };
  }
  const [first = null, second = null] = cells;
  const difference = differenceOf({ cells: [first, second], past, start });
  return { source, cells, drifts: [], difference };
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
