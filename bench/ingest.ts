/** How fast events are recorded durably, beside servers that only read JSON and send it back. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type NewEvent, toStoredEvent, toTimelineEvent } from '../backend/model/event.ts';
import { openSqliteStore } from '../backend/store/sqlite/store.ts';
import { generateEvents } from './dataset.ts';
import { type LoadOptions, type LoadResult, load } from './load.ts';
import { figure, median, print, printTable } from './report.ts';
import { type BenchServer, startEcho, startMilepost } from './servers.ts';

const CONNECTIONS = 50;
const BATCH = 1000;
const BATCH_CONNECTIONS = 4;
const WARM_UP_SECONDS = 2;
const NOW = Date.UTC(2026, 0, 1);

export interface IngestOptions {
  /** Of each measurement. */
  readonly seconds: number;
  readonly rounds: number;
}

export async function benchIngest(options: IngestOptions): Promise<void> {
  await singles(options);
  await batches(options);
}

async function singles({ seconds, rounds }: IngestOptions): Promise<void> {
  print(`Single events, ${CONNECTIONS} connections, median of ${rounds} × ${seconds} s\n`);
  const events = [...generateEvents(5000, NOW)]
    .slice(-200)
    .map((event) => JSON.stringify({ ...toInput(event), time: 'NOW' }));
  const options = {
    bodies: events,
    contentType: 'application/json',
    connections: CONNECTIONS,
    seconds,
  };
  const servers = {
    Milepost: startMilepost,
    'Express, echo': () => startEcho('express'),
    'node:http, echo': () => startEcho('http'),
  };
  const results = await inTurns(servers, options, rounds);
  const ours = rate(results.Milepost);
  const row = (name: keyof typeof servers): string[] => {
    const of = results[name];
    const latency = (pick: (result: LoadResult) => number) => figure(median(of.map(pick)));
    return [
      name,
      figure(rate(of)),
      `${(ours / rate(of)).toFixed(2)} ×`,
      latency(({ p50 }) => p50),
      latency(({ p99 }) => p99),
    ];
  };
  printTable([
    ['', 'requests/s', 'Milepost is', 'p50, ms', 'p99, ms'],
    row('Milepost'),
    row('Express, echo'),
    row('node:http, echo'),
  ]);
}

/** Each round measures every server, so that all of them meet the same noise. */
async function inTurns<Name extends string>(
  servers: Readonly<Record<Name, () => Promise<BenchServer>>>,
  options: LoadOptions,
  rounds: number,
): Promise<Record<Name, LoadResult[]>> {
  const names = Object.keys(servers) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Name,
    LoadResult[]
  >;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) results[name].push(await measure(servers[name], options));
  }
  return results;
}

async function measure(
  start: () => Promise<BenchServer>,
  options: LoadOptions,
): Promise<LoadResult> {
  const server = await start();
  try {
    await load(server, { ...options, seconds: WARM_UP_SECONDS });
    return await load(server, options);
  } finally {
    await server.stop();
  }
}

async function batches({ seconds, rounds }: IngestOptions): Promise<void> {
  print(`Batches of ${figure(BATCH)} events, median of ${rounds} × ${seconds} s\n`);
  const events = [...generateEvents(10 * BATCH, NOW)];
  const bodies = Array.from({ length: 10 }, (_, index) =>
    JSON.stringify(events.slice(index * BATCH, (index + 1) * BATCH).map(toInput)),
  );
  const options = {
    bodies,
    contentType: 'application/cloudevents-batch+json',
    connections: BATCH_CONNECTIONS,
    seconds,
  };
  const overHttp: LoadResult[] = [];
  const raw: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    overHttp.push(await measure(startMilepost, options));
    raw.push(await appendRaw(seconds));
  }
  const ours = rate(overHttp) * BATCH;
  printTable([
    ['', 'events/s', 'over HTTP is'],
    ['POST of a batch', figure(ours), ''],
    ['the store alone', figure(median(raw)), `${(ours / median(raw)).toFixed(2)} ×`],
  ]);
}

/** Events a second that the store takes, nothing around it. */
async function appendRaw(seconds: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-bench-'));
  const store = await openSqliteStore(join(folder, 'raw.db'));
  const events = generateEvents(10_000_000, NOW);
  const end = performance.now() + seconds * 1000;
  let spent = 0;
  let stored = 0;
  while (performance.now() < end) {
    const batch = Array.from({ length: BATCH }, () => events.next().value as NewEvent);
    const start = performance.now();
    await store.events.append(batch);
    spent += performance.now() - start;
    stored += BATCH;
  }
  await store.close();
  rmSync(folder, { recursive: true });
  return (stored * 1000) / spent;
}

/** As a pipeline sends it; without an id, so that each time it is sent is a new event. */
function toInput(event: NewEvent): object {
  const { id: _, createdAt: __, ...input } = toStoredEvent(toTimelineEvent(event, ''));
  return input;
}

function rate(results: readonly LoadResult[]): number {
  return median(results.map(({ perSecond }) => perSecond));
}
