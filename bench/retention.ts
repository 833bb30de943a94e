/** Whether deleting old events is noticed by those who post new ones. */
import { createOwner } from '../demo/owner.ts';
import { type Started, startServer } from '../demo/server.ts';
import { generateEvents } from './dataset.ts';
import { type LoadResult, load } from './load.ts';
import { figure, print, printTable } from './report.ts';

/** Old enough for a year to be over. */
const OLD = 400_000;
const DAY_MS = 86_400_000;
const BATCH = 1000;
/** Few enough that nobody waits for a processor. */
const CONNECTIONS = 8;

export async function benchRetention(seconds: number): Promise<void> {
  const server = await startServer({ PORT: '0', LOG_LEVEL: 'warn' });
  try {
    const asOwner = await createOwner(server, {
      password: crypto.randomUUID(),
      context: 'A bench.',
    });
    await storeOld(server);
    const before = await post(server, seconds, 'before');
    await asOwner('PUT', '/settings/retention', { rules: [{ days: 365 }] });
    const meanwhile = await post(server, seconds, 'meanwhile');
    const left = await countOld(server);
    print(`\nPosts of single events on ${CONNECTIONS} connections, ${seconds} s each\n`);
    const row = (name: string, { perSecond, p50, p99 }: LoadResult) =>
      [name, perSecond, p50, p99].map((cell) => (typeof cell === 'number' ? figure(cell) : cell));
    printTable([
      ['', 'requests/s', 'p50, ms', 'p99, ms'],
      row('before', before),
      row('while old events are deleted', meanwhile),
    ]);
    print(`\n${figure(OLD - left)} of ${figure(OLD)} old events were deleted meanwhile.`);
  } finally {
    await server.stop();
  }
}

async function storeOld({ url, key }: Started): Promise<void> {
  const end = Date.now() - 500 * DAY_MS;
  let batch: object[] = [];
  for (const { id, type, source, subject, version } of generateEvents(OLD, end)) {
    const time = new Date(end - batch.length).toISOString();
    batch.push({ specversion: '1.0', id, type, source, subject, version, time });
    if (batch.length < BATCH) continue;
    const response = await fetch(`${url}/api/v1/events`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/cloudevents-batch+json',
      },
      body: JSON.stringify(batch),
    });
    if (response.status !== 201) throw new Error(await response.text());
    batch = [];
  }
}

function post({ url, key }: Started, seconds: number, version: string): Promise<LoadResult> {
  const event = { specversion: '1.0', type: 'deployment', source: 'bench', version, time: 'NOW' };
  return load(
    { url: `${url}/api/v1/events`, headers: { Authorization: `Bearer ${key}` } },
    {
      ...{ bodies: [JSON.stringify(event)], contentType: 'application/json' },
      ...{ connections: CONNECTIONS, seconds },
    },
  );
}

async function countOld({ url, key }: Started): Promise<number> {
  const response = await fetch(`${url}/api/v1/events/summary?to=-400d`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  const { data } = (await response.json()) as { data: { total: number } };
  return data.total;
}
