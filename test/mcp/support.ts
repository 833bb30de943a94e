import { EventEmitter, once } from 'node:events';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Log } from '../../backend/log.ts';
import type { NewEvent } from '../../backend/model/event.ts';
import type { EventStore, Store } from '../../backend/store/port.ts';
import { NOON, newEvent, newEvents } from '../support/events.ts';
import { startMilepost } from '../support/milepost.ts';

export const HOUR = 3_600_000;
/** The clock of every test: an hour behind the newest event of most. */
export const NOW = NOON + HOUR;

export interface LogLine {
  readonly level: keyof Log;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly message: string;
}

export interface Running {
  readonly store: Store;
  /** Of the endpoint. */
  readonly url: string;
  readonly baseUrl: string;
  /** READ_WRITE, organization `default`. */
  readonly key: string;
  readonly readOnlyKey: string;
  /** READ_WRITE, organization `other`. */
  readonly otherKey: string;
  readonly log: readonly LogLine[];
  /** The first line whose facts fit, once it is there. */
  logged(fits: (facts: LogLine['facts']) => boolean): Promise<LogLine>;
  close(): Promise<void>;
}

export interface StartOptions {
  /** Stands between Milepost and its store. */
  readonly wrapEvents?: (store: EventStore) => EventStore;
  readonly env?: Readonly<Record<string, string>>;
}

/** A Milepost on a free port, with a clock that stands still. */
export async function start(
  events: readonly NewEvent[] = [],
  { wrapEvents = (store: EventStore) => store, env = {} } = {},
): Promise<Running> {
  const { log, lines, logged } = recordLog();
  const milepost = await startMilepost({
    env,
    log,
    clock: () => NOW,
    wrap: (store) => ({ ...store, events: wrapEvents(store.events) }),
  });
  const otherKey = await milepost.newOrganization('other');
  if (events.length > 0) await milepost.store.events.append(events);
  return {
    store: milepost.store,
    baseUrl: milepost.url,
    url: `${milepost.url}/api/mcp/mcp`,
    key: milepost.key,
    readOnlyKey: milepost.readKey,
    otherKey,
    log: lines,
    logged,
    close: milepost.close,
  };
}

function recordLog() {
  const lines: LogLine[] = [];
  const written = new EventEmitter();
  const write = (level: keyof Log) => (facts: object, message: string) => {
    lines.push({ level, facts: { ...facts }, message });
    written.emit('line');
  };
  const log: Log = {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  };
  const logged = async (fits: (facts: LogLine['facts']) => boolean): Promise<LogLine> => {
    for (;;) {
      const line = lines.find(({ facts }) => fits(facts));
      if (line !== undefined) return line;
      await once(written, 'line');
    }
  };
  return { log, lines, logged };
}

/** The official client, which validates every answer against the tool's output schema. */
export async function connect(url: string, key: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const headers = { Authorization: `Bearer ${key}` };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  await client.connect(transport as Transport);
  await client.listTools();
  return client;
}

/** Starts a Milepost and a client with a READ_WRITE key for one test, and closes both behind it. */
export async function withMilepost(
  events: readonly NewEvent[],
  options: StartOptions,
  test: (running: Running, client: Client) => Promise<void>,
): Promise<void> {
  const running = await start(events, options);
  try {
    const client = await connect(running.url, running.key);
    await test(running, client).finally(() => client.close());
  } finally {
    await running.close();
  }
}

export interface Called {
  readonly text: string;
  readonly isError: boolean;
  readonly structured: Record<string, unknown>;
}

export async function call(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<Called> {
  const result = await client.callTool({ name, arguments: args });
  const [content] = result.content as { type: string; text: string }[];
  return {
    text: content?.text ?? '',
    isError: result.isError === true,
    structured: (result.structuredContent ?? {}) as Record<string, unknown>,
  };
}

/** A timeline of thirty deployments, a minute apart, and one event of every other kind. */
export const TIMELINE: readonly NewEvent[] = [
  ...newEvents(30),
  newEvent({
    id: 'outage',
    type: 'incident',
    source: 'billing',
    severity: 'CRITICAL',
    subject: null,
    version: null,
    time: NOON - 3 * HOUR,
    data: { description: `  database\n down ${'very '.repeat(60)}`, runbook: 'https://x.example' },
    extensions: { traceparent: 'abc' },
  }),
  newEvent({ id: 'old', version: '0.9.0', time: NOON - 72 * HOUR }),
  newEvent({ id: 'twin', source: 'shop', time: NOON - 80 * HOUR, version: '0.8.0' }),
  newEvent({ id: 'twin', source: 'billing', time: NOON - 81 * HOUR, subject: 'staging' }),
  newEvent({ id: 'planned', type: 'maintenance', time: NOON + 48 * HOUR, source: 'network' }),
  newEvent({ organization: 'other', id: 'secret', type: 'secret-type', source: 'secret-source' }),
];

export type Ask = (name: string, args?: Record<string, unknown>) => Promise<Called>;

/** Starts a Milepost around the tests of a block; `ask` calls its tools with a READ_ONLY key. */
export function useMilepost(events: readonly NewEvent[] = TIMELINE) {
  let running: Running | undefined;
  let client: Client | undefined;
  before(async () => {
    running = await start(events);
    client = await connect(running.url, running.readOnlyKey);
  });
  after(async () => {
    await client?.close();
    await running?.close();
  });
  const started = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('not started');
    return value;
  };
  return {
    ask: ((name, args = {}) => call(started(client), name, args)) as Ask,
    client: () => started(client),
    running: () => started(running),
  };
}

export function idsOf({ structured }: Called): string[] {
  return (structured['events'] as { id: string }[]).map((event) => event.id);
}

export function hintsOf({ structured }: Called): string {
  return (structured['hints'] as string[]).join('\n');
}
