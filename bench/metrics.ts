/** What samples cost: written, kept, and read around an event. SQLite, in this process. */

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compose } from '../backend/compose.ts';
import { loadConfig } from '../backend/config.ts';
import { createLog } from '../backend/log.ts';
import { createKeys } from '../backend/services/keys.ts';
import { openHandle } from '../backend/store/sqlite/driver.ts';
import { openSqliteStore } from '../backend/store/sqlite/store.ts';
import { auditOf, TESTER } from '../test/support/audit.ts';
import { figure, median, print, printTable } from './report.ts';

const MINUTE = 60_000;
const BATCH = 10_000;
const ROUNDS = 30;

interface Wire {
  readonly metric: string;
  readonly subject: string;
  readonly time: string;
  readonly value: number;
}

/** Minutes of one series, a batch at a time. */
function* batches(series: number, minutes: number, end: number): Generator<Wire[]> {
  for (let start = 0; start < minutes; start += BATCH) {
    const count = Math.min(BATCH, minutes - start);
    yield Array.from({ length: count }, (_, index) => ({
      metric: `metric_${series}`,
      subject: 'production',
      time: new Date(end - (minutes - start - index) * MINUTE).toISOString(),
      value: 100 + Math.sin(index / 30) + Math.random(),
    }));
  }
}

/** Measures with `days` of minutes of 20 series. */
export async function benchMetrics(days = 365): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-bench-'));
  try {
    await measureIn(folder, days * 1440, 20);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measureIn(folder: string, minutes: number, series: number): Promise<void> {
  const file = join(folder, 'milepost.db');
  const store = await openSqliteStore(file);
  const loaded = loadConfig({ PORT: '0', DATA_DIR: folder });
  if (!loaded.ok) throw new Error(loaded.problems.join());
  const log = createLog('silent');
  const milepost = await compose({
    ...{ config: loaded.config, store, log, version: '0', dashboardFolder: folder },
  });
  const { port } = await milepost.listen();
  const keys = createKeys({
    ...{ keys: store.keys, organizations: store.organizations, audit: auditOf(store, Date.now) },
    ...{ clock: Date.now, newId: () => crypto.randomUUID() },
  });
  const { secret } = await keys.create({
    ...{
      organization: 'default',
      name: 'bench',
      scope: 'READ_WRITE',
      createdBy: 'bench',
      actor: TESTER,
    },
    expiresAt: null,
  });
  const call = async (path: string, body?: string, type = 'application/json') => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': type },
      ...(body === undefined ? {} : { method: 'POST', body }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(text.slice(0, 500));
    return text;
  };

  const end = Math.floor(Date.now() / MINUTE) * MINUTE;
  // In turns, so that whatever else the machine does is in the way of all alike.
  const raw = await openRaw(join(folder, 'raw.db'));
  const plain = await openSqliteStore(join(folder, 'store.db'));
  const [written, byStore, byRaw] = [newSpent(), newSpent(), newSpent()];
  for (let one = 0; one < series; one += 1) {
    for (const samples of batches(one, minutes, end)) {
      const body = JSON.stringify({ samples });
      const ready = samples.map(({ time, ...sample }) => ({
        ...{ ...sample, source: null, unit: null },
        time: Date.parse(time),
      }));
      await spend(written, () => call('/api/v1/metrics/webhook', body));
      await spend(byStore, () => plain.metrics.write('default', ready));
      await spend(byRaw, async () => raw.insert(one, ready));
    }
  }
  raw.close();
  await plain.close();
  const total = series * minutes;
  await recordEvents(call, end);
  print(`${figure(total)} samples of ${series} series, SQLite`);
  const size = statSync(file).size;
  const impact = '/api/v1/events/e-5/impact?window=';
  const [page, two, day] = [
    await medianOf(() => call('/api/v1/events')),
    await medianOf(() => call(`${impact}2h`)),
    await medianOf(() => call(`${impact}24h`)),
  ];
  const [first] = await store.metrics.series('default', {}, 1);
  const ids = [first?.id ?? ''];
  const hour = Math.floor(end / 3_600_000);
  const [window, hours] = [
    await medianOf(() => store.metrics.samples('default', ids, end - 4 * 60 * MINUTE, end)),
    await medianOf(() => store.metrics.hours('default', ids, hour - 720, hour)),
  ];
  printTable([
    ['what', 'figure'],
    ['samples a second, by HTTP', figure(total / (written.ms / 1000))],
    ['by the store alone', figure(total / (byStore.ms / 1000))],
    ['plain inserts into a table', figure(total / (byRaw.ms / 1000))],
    ['HTTP to plain inserts', (byRaw.ms / written.ms).toFixed(2)],
    ['the same in CPU time, the sender included', (byRaw.cpu / written.cpu).toFixed(2)],
    ['HTTP to the store alone', (byStore.ms / written.ms).toFixed(2)],
    ['bytes a sample, indexes and hours included', (size / total).toFixed(1)],
    ['read 4 h of minutes of a series, ms', figure(window)],
    ['read 30 days of hours of a series, ms', figure(hours)],
    ['first page of events, ms', figure(page)],
    [`impact of ${series} series, 2 h, ms`, figure(two)],
    [`impact of ${series} series, 24 h, ms`, figure(day)],
  ]);
  await milepost.close();
}

async function recordEvents(
  call: (path: string, body: string, type: string) => Promise<string>,
  end: number,
): Promise<void> {
  const events = Array.from({ length: 1000 }, (_, index) => ({
    ...{ specversion: '1.0', type: 'deployment', source: 'shop', subject: 'production' },
    id: `e-${index}`,
    time: new Date(end - (index + 1) * 400 * MINUTE).toISOString(),
  }));
  await call('/api/v1/events', JSON.stringify(events), 'application/cloudevents-batch+json');
}

/** The plainest table that could hold samples, as durable as ours: on the disk at each commit. */
async function openRaw(file: string) {
  const handle = await openHandle(file);
  handle.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE raw (series INTEGER, time INTEGER, value REAL, PRIMARY KEY (series, time)) WITHOUT ROWID',
  );
  const statement = handle.prepare('INSERT INTO raw VALUES (?, ?, ?)');
  return {
    insert: (
      series: number,
      samples: readonly { readonly time: number; readonly value: number }[],
    ): void => {
      handle.exec('BEGIN');
      for (const { time, value } of samples) statement.run(series, time, value);
      handle.exec('COMMIT');
    },
    close: () => handle.close(),
  };
}

async function medianOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await timeOf(work));
  return median(times);
}

/** ms: as the clock goes, and of the processors. */
interface Spent {
  ms: number;
  cpu: number;
}

function newSpent(): Spent {
  return { ms: 0, cpu: 0 };
}

async function spend(spent: Spent, work: () => Promise<unknown>): Promise<void> {
  const before = process.cpuUsage();
  spent.ms += await timeOf(work);
  const { user, system } = process.cpuUsage(before);
  spent.cpu += (user + system) / 1000;
}

/** ms. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
