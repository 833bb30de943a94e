/** What an assistant's questions cost, through the whole server, and how that grows with the history. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compose } from '../backend/compose.ts';
import { loadConfig } from '../backend/config.ts';
import { createLog } from '../backend/log.ts';
import { ANSWER_LIMIT } from '../backend/mcp/fit.ts';
import { createKeys } from '../backend/services/keys.ts';
import type { Store } from '../backend/store/port.ts';
import { openSqliteStore } from '../backend/store/sqlite/store.ts';
import { auditOf, TESTER } from '../test/support/audit.ts';
import { createRandom } from './dataset.ts';
import { fill, NOW } from './query.ts';
import { figure, print, printTable, quantile } from './report.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const WARM_UP = 20;
const RUNS = 200;
const CLIENTS = 20;
/** How much p99 may grow from the small history to the large one. */
const GROWTH_LIMIT = 3;

type Ask = (tool: string, args: object) => Promise<string>;
/** Of all runs of one question; client and server share the process, so its CPU time is of both. */
interface Measured {
  /** ms. */
  readonly timings: number[];
  /** ms. */
  readonly cpu: number[];
  readonly characters: number[];
}

/**
 * Every question at every size, in turn, so that whatever else the machine does hits all sizes alike;
 * then clients without pause at the last, for `seconds`.
 */
export async function benchMcp(sizes: readonly number[], seconds: number): Promise<void> {
  const servers: BenchServer[] = [];
  try {
    for (const size of sizes) servers.push(await startServer(size));
    const rows = await measure(servers);
    print(`\nTools over HTTP, ${RUNS} calls each, ms\n`);
    const heads = sizes.flatMap((size) => [`p50 at ${figure(size)}`, 'p99']);
    printTable([['', ...heads, 'p99 grows', 'CPU grows', 'characters'], ...rows]);
    const last = servers.at(-1);
    if (last !== undefined) await press(last, seconds);
  } finally {
    for (const server of servers) await server.close();
  }
}

interface BenchServer {
  readonly size: number;
  readonly ask: Ask;
  close(): Promise<void>;
}

async function startServer(size: number): Promise<BenchServer> {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-bench-'));
  const file = join(folder, 'milepost.db');
  await fill(file, size);
  const store = await openSqliteStore(file);
  await writeSamples(store);
  const loaded = loadConfig({ PORT: '0', DATA_DIR: folder });
  if (!loaded.ok) throw new Error(loaded.problems.join());
  const milepost = await compose({
    ...{ config: loaded.config, store, log: createLog('silent'), version: '0' },
    ...{ dashboardFolder: folder, clock: () => NOW },
  });
  const { port } = await milepost.listen();
  return {
    size,
    ask: asker(`http://127.0.0.1:${port}/api/mcp/mcp`, await newKey(store)),
    close: async () => {
      await milepost.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A minute apart for the last day, in each environment. */
async function writeSamples(store: Store): Promise<void> {
  const random = createRandom(5);
  for (const subject of ['production', 'staging', 'testing', 'development']) {
    for (const metric of ['error_rate', 'request_latency', 'throughput']) {
      const samples = Array.from({ length: 1440 }, (_, minute) => ({
        ...{ metric, subject, source: null, unit: null, value: random() },
        time: NOW - DAY_MS + minute * MINUTE_MS,
      }));
      await store.metrics.write('default', samples);
    }
  }
}

async function newKey(store: Store): Promise<string> {
  const keys = createKeys({
    ...{ keys: store.keys, organizations: store.organizations, clock: () => NOW },
    ...{ audit: auditOf(store, () => NOW), newId: () => crypto.randomUUID() },
  });
  const { secret } = await keys.create({
    ...{ organization: 'default', name: 'bench', scope: 'READ_WRITE', createdBy: 'bench' },
    ...{ actor: TESTER, expiresAt: null },
  });
  return secret;
}

/** Calls a tool; rejects with what it says when it fails, and when its answer is too long. */
function asker(url: string, key: string): Ask {
  return async (name, args) => {
    const params = { name, arguments: args };
    const response = await fetch(url, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    });
    const body = await response.text();
    if (!response.ok) throw new Error(`${name}: ${response.status} ${body.slice(0, 500)}`);
    const { result } = JSON.parse(body) as {
      result: { isError?: boolean; content: { text: string }[] };
    };
    const text = result.content[0]?.text ?? '';
    if (result.isError === true) throw new Error(`${name}: ${text}`);
    if (text.length > ANSWER_LIMIT) throw new Error(`${name}: ${text.length} characters`);
    return text;
  };
}

async function measure(servers: readonly BenchServer[]): Promise<string[][]> {
  const rows: string[][] = [];
  const all: Record<string, Question>[] = [];
  for (const { ask, size } of servers) all.push(await questions(ask, size));
  for (const name of Object.keys(all[0] ?? {})) {
    const measured: Measured[] = servers.map(() => ({ timings: [], cpu: [], characters: [] }));
    for (let run = -WARM_UP; run < RUNS; run += 1) {
      for (const [index, { ask }] of servers.entries()) {
        const question = all[index]?.[name];
        const into = measured[index];
        if (question === undefined || into === undefined) continue;
        await once(ask, question(Math.abs(run)), run < 0 ? undefined : into);
      }
    }
    rows.push(toRow(name, measured));
  }
  return rows;
}

async function once(
  ask: Ask,
  [tool, args]: ReturnType<Question>,
  into: Measured | undefined,
): Promise<void> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  const text = await ask(tool, args);
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  into?.timings.push(ms);
  into?.cpu.push((user + system) / 1000);
  into?.characters.push(text.length);
}

function toRow(name: string, measured: readonly Measured[]): string[] {
  const pairs = measured.map(({ timings }) => [quantile(timings, 0.5), quantile(timings, 0.99)]);
  const growth = (pairs.at(-1)?.[1] ?? 0) / (pairs[0]?.[1] ?? 1);
  const [first, last] = [measured[0], measured.at(-1)].map((one) => quantile(one?.cpu ?? [], 0.5));
  const mark = growth > GROWTH_LIMIT ? ' !' : '';
  return [
    ...[name, ...pairs.flat().map(figure)],
    ...[`${growth.toFixed(1)} ×${mark}`, `${((last ?? 0) / (first ?? 1)).toFixed(1)} ×`],
    figure(Math.max(...measured.flatMap(({ characters }) => characters))),
  ];
}

type Question = (run: number) => readonly [tool: string, args: object];

/** Each tool, with other values from run to run. */
async function questions(ask: Ask, size: number): Promise<Record<string, Question>> {
  const random = createRandom(9);
  const start = NOW - size * (DAY_MS / 1000);
  const past = () => new Date(start + random() * (NOW - start)).toISOString();
  const source = (run: number) => `//github.com/acme/service-${run % 100}`;
  const newest = JSON.parse(await ask('query_events', { limit: 100 })) as {
    events: { id: string }[];
  };
  const id = (run: number) => newest.events[run % newest.events.length]?.id ?? '';
  const production = { subject: 'production' };
  return {
    get_organization_context: () => ['get_organization_context', {}],
    get_business_context: () => ['get_business_context', {}],
    query_events: (run) => ['query_events', { source: source(run), from: '-7d' }],
    'query_events, 100 at a moment of the past': () => [
      ...(['query_events', { to: past(), limit: 100, response_format: 'detailed' }] as const),
    ],
    'query_events, nothing found': (run) => ['query_events', { search: `nothing-${run}` }],
    get_event: (run) => ['get_event', { id: id(run) }],
    'get_event_summary of a week': () => ['get_event_summary', { from: '-7d', group_by: 'source' }],
    get_state: () => ['get_state', { ...production, at: past() }],
    list_event_types: () => ['list_event_types', {}],
    list_event_sources: () => ['list_event_sources', { from: '-7d' }],
    list_event_subjects: () => ['list_event_subjects', {}],
    list_metrics: () => ['list_metrics', {}],
    get_metrics_around_event: (run) => ['get_metrics_around_event', { event_id: id(run) }],
    find_likely_causes: (run) => ['find_likely_causes', { at: `-${run}m`, ...production }],
    'get_delivery_metrics of a week': () => [
      'get_delivery_metrics',
      { from: '-7d', ...production },
    ],
    record_event: (run) => ['record_event', { type: 'test', source: source(run) }],
    annotate_event: (run) => ['annotate_event', { id: id(run), note: `note ${run}` }],
  };
}

/** Clients that ask again as soon as they are answered. */
async function press({ ask, size }: BenchServer, seconds: number): Promise<void> {
  const all = Object.values(await questions(ask, size));
  const end = performance.now() + seconds * 1000;
  const timings: number[] = [];
  const errors: string[] = [];
  const client = async (number: number) => {
    for (let run = number; performance.now() < end; run += 1) {
      const question = all[run % all.length];
      if (question === undefined) return;
      const begin = performance.now();
      await ask(...question(run)).catch((error: unknown) => errors.push(String(error)));
      timings.push(performance.now() - begin);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  print(
    `\n${CLIENTS} clients without pause for ${seconds} s at ${figure(size)} events: ${figure(timings.length)} calls of all tools, ${figure(timings.length / seconds)} a second, p50 ${figure(quantile(timings, 0.5))} ms, p99 ${figure(quantile(timings, 0.99))} ms, ${errors.length} errors`,
  );
  for (const error of new Set(errors.slice(0, 5))) print(error);
}
