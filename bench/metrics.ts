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
  let written = 0;
  for (let one = 0; one < series; one += 1) {
    for (const samples of batches(one, minutes, end)) {
      const body = JSON.stringify({ samples });
      written += await timeOf(() => call('/api/v1/metrics/webhook', body));
    }
  }
  const total = series * minutes;
  const raw = await rawInserts(join(folder, 'raw.db'), 1_000_000);
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
  const rate = total / (written / 1000);
  printTable([
    ['what', 'figure'],
    ['samples a second, by HTTP', figure(rate)],
    ['the same, of plain inserts into a table', `${(rate / raw).toFixed(2)}`],
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

/** Rows a second of the plainest table with an index that could hold samples. */
async function rawInserts(file: string, count: number): Promise<number> {
  const handle = await openHandle(file);
  handle.exec(
    'PRAGMA journal_mode = WAL; CREATE TABLE raw (series INTEGER, time INTEGER, value REAL, PRIMARY KEY (series, time)) WITHOUT ROWID',
  );
  const statement = handle.prepare('INSERT INTO raw VALUES (?, ?, ?)');
  const ms = await timeOf(async () => {
    for (let start = 0; start < count; start += BATCH) {
      handle.exec('BEGIN');
      for (let index = 0; index < BATCH; index += 1) statement.run(1, start + index, Math.random());
      handle.exec('COMMIT');
    }
  });
  handle.close();
  return count / (ms / 1000);
}

async function medianOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await timeOf(work));
  return median(times);
}

/** ms. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
