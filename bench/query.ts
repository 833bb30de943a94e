/** How long each kind of query takes, and how that grows with the history. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NewEvent } from '../backend/model/event.ts';
import { createQuery, type ListRequest, type Query } from '../backend/services/query.ts';
import { openSqliteStore } from '../backend/store/sqlite/store.ts';
import { createRandom, generateEvents } from './dataset.ts';
import { figure, print, printTable, quantile } from './report.ts';

const ORGANIZATION = 'default';
/** The clock of the benchmarks. */
export const NOW = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;
const BATCH = 1000;
const WARM_UP = 20;
const RUNS = 300;

/** ms, of all runs of one kind of query. */
type Timings = readonly number[];

export async function benchQuery(sizes: readonly number[]): Promise<void> {
  const columns: ReadonlyMap<string, Timings>[] = [];
  for (const size of sizes) columns.push(await measureSize(size));
  print(`\nQueries by the service that answers HTTP and MCP, ${RUNS} of each kind, ms\n`);
  const heads = sizes.flatMap((size) => [`p50 at ${figure(size)}`, 'p99']);
  const growth = sizes.length > 1 ? ['p50 grows', 'p99 grows'] : [];
  const names = [...(columns[0]?.keys() ?? [])];
  printTable([['', ...heads, ...growth], ...names.map((name) => toRow(name, columns))]);
}

function toRow(name: string, columns: readonly ReadonlyMap<string, Timings>[]): string[] {
  const pairs = columns.map((column) => {
    const timings = column.get(name) ?? [];
    return [quantile(timings, 0.5), quantile(timings, 0.99)] as const;
  });
  const [first] = pairs;
  const last = pairs.at(-1);
  const growth =
    first === undefined || last === undefined || pairs.length === 1
      ? []
      : [last[0] / first[0], last[1] / first[1]].map((ratio) => `${ratio.toFixed(1)} ×`);
  return [name, ...pairs.flatMap((pair) => pair.map(figure)), ...growth];
}

async function measureSize(size: number): Promise<Map<string, Timings>> {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-bench-'));
  const file = join(folder, 'milepost.db');
  try {
    await fill(file, size);
    // Opened afresh: nothing is in memory that a server would not have after its start.
    const store = await openSqliteStore(file);
    const query = createQuery({ events: store.events, clock: () => NOW });
    const timings = new Map<string, Timings>();
    for (const [name, ask] of Object.entries(await kindsOfQueries(query, size))) {
      timings.set(name, await time(ask));
    }
    await store.close();
    return timings;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes `size` events that end at `NOW` into a new SQLite file. */
export async function fill(file: string, size: number): Promise<void> {
  const store = await openSqliteStore(file);
  const start = performance.now();
  let batch: NewEvent[] = [];
  for (const event of generateEvents(size, NOW, ORGANIZATION)) {
    batch.push(event);
    if (batch.length < BATCH) continue;
    await store.events.append(batch);
    batch = [];
    await new Promise((resume) => setImmediate(resume));
  }
  if (batch.length > 0) await store.events.append(batch);
  await store.close();
  const perSecond = size / ((performance.now() - start) / 1000);
  print(
    `${figure(size)} events stored, ${figure(perSecond)} a second in batches of ${figure(BATCH)}`,
  );
}

async function time(ask: (run: number) => Promise<unknown>): Promise<Timings> {
  for (let run = 0; run < WARM_UP; run += 1) await ask(run);
  const timings: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const start = performance.now();
    await ask(run);
    timings.push(performance.now() - start);
  }
  return timings;
}

/** Every question of the API, each with other values from run to run. */
async function kindsOfQueries(query: Query, size: number) {
  const random = createRandom(7);
  const system = (run: number): string => `//github.com/acme/service-${run % 100}`;
  const list = (request: Partial<ListRequest>) =>
    query.list(ORGANIZATION, { order: 'desc', limit: 25, ...request });
  const start = NOW - size * (DAY_MS / 1000);
  const somewhere = (): string => new Date(start + random() * (NOW - start)).toISOString();
  const versions = await versionsOf(query);
  const [sample] = (await list({ limit: 1, to: somewhere() })).events;
  const deep = await deepCursors(list, somewhere);
  const by = 'type' as const;
  return {
    'newest page': () => list({}),
    'page at a moment of the past': () => list({ to: somewhere() }),
    'page behind a cursor': (run: number) => list(deep[run % deep.length] ?? {}),
    'one event by id': () => query.get(ORGANIZATION, sample?.id ?? ''),
    'common type': () => list({ type: ['deployment'] }),
    'rare type': () => list({ type: ['cert-rotation'] }),
    'one source': (run: number) => list({ source: [system(run)] }),
    'rare type of one source in one environment': (run: number) =>
      list({ type: ['incident'], source: [system(run)], subject: ['testing'] }),
    'severity CRITICAL': () => list({ severity: ['CRITICAL'] }),
    'one version': (run: number) => list({ version: [versions[run % versions.length] ?? ''] }),
    'all but the common types': () => list({ 'not.type': ['deployment', 'release'] }),
    'nothing but what is rare': (run: number) =>
      list({ 'not.severity': ['LOW', 'MINOR', 'MAJOR'], 'not.source': [system(run)] }),
    'all but one version': (run: number) =>
      list({ 'not.version': [versions[run % versions.length] ?? ''] }),
    'search, common word': () => list({ search: 'SERVICE' }),
    'search, one source': (run: number) => list({ search: `service-${run % 100}` }),
    'search, part of a version': (run: number) => list({ search: `${run % 100}.1.` }),
    'search, one letter': () => list({ search: 'x' }),
    'search, no match': (run: number) => list({ search: `nothing-${run}` }),
    'summary of everything': () => query.summary(ORGANIZATION, { by, bucket: '1d' }),
    'summary of a week by source': () =>
      query.summary(ORGANIZATION, { by: 'source', bucket: '1h', from: '-7d' }),
    'summary of a day of one source': (run: number) =>
      query.summary(ORGANIZATION, { by, bucket: '1h', from: '-24h', source: [system(run)] }),
    'summary of a week, search without a match': (run: number) =>
      query.summary(ORGANIZATION, { by, bucket: '1h', from: '-7d', search: `nothing-${run}` }),
    'summary of a week without type and version': (run: number) =>
      query.summary(ORGANIZATION, {
        ...{ by, bucket: '1h', from: '-7d' },
        'not.type': ['deployment'],
        'not.version': [versions[run % versions.length] ?? ''],
      }),
    'facets of everything but one version': (run: number) =>
      query.facets(ORGANIZATION, { 'not.version': [versions[run % versions.length] ?? ''] }),
    'facets of everything': () => query.facets(ORGANIZATION, {}),
    'facets of a week': () => query.facets(ORGANIZATION, { from: '-7d' }),
    'state now': () => query.state(ORGANIZATION, {}),
    'state of one source at a moment of the past': (run: number) =>
      query.state(ORGANIZATION, { source: [system(run)], at: somewhere() }),
    'state at a moment of the past': () => query.state(ORGANIZATION, { at: somewhere() }),
  };
}

async function versionsOf(query: Query): Promise<string[]> {
  const { events } = await query.list(ORGANIZATION, { order: 'desc', limit: 100 });
  return events.flatMap(({ version }) => (version === null ? [] : [version]));
}

/** Requests for the second page behind moments all over the history. */
async function deepCursors(
  list: (request: Partial<ListRequest>) => ReturnType<Query['list']>,
  somewhere: () => string,
): Promise<Partial<ListRequest>[]> {
  const requests: Partial<ListRequest>[] = [];
  for (let count = 0; count < 50; count += 1) {
    const to = somewhere();
    const { nextCursor } = await list({ to });
    if (nextCursor !== null) requests.push({ to, cursor: nextCursor });
  }
  return requests;
}
