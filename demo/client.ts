/** Fills a running Milepost through its doors, as everybody else would. */
import { bar, countText } from '../plugins/commands/progress.ts';
import { type DemoSample, SAMPLE_MS, SERIES, samplesOf } from './samples.ts';
import type { DemoEvent } from './story-events.ts';
import type { Effect } from './troubles.ts';

/** Samples of one request: what the server takes at once. */
const BATCH = 10_000;
/** Events of one request. */
const CHUNK = 500;

export interface Client {
  post(path: string, body: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
}

/** Rejects with what the server says, where that is no success. */
export function createClient(url: string, key: string): Client {
  return {
    post: async (path, body, headers = {}) => {
      const response = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${key}`,
          'Content-Type': 'application/json',
          ...headers,
        },
        body,
      });
      if (response.ok) return response;
      throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    },
  };
}

type Show = (line: string) => void;

export async function sendEvents(client: Client, events: readonly DemoEvent[], show: Show) {
  for (let start = 0; start < events.length; start += CHUNK) {
    const chunk = events.slice(start, start + CHUNK);
    const body = chunk.map((event) => `${JSON.stringify(event)}\n`).join('');
    await client.post('/api/v1/events', body, { 'Content-Type': 'application/x-ndjson' });
    show(progress('events', start + chunk.length, events.length));
  }
}

export interface SampleOptions {
  readonly effects: readonly Effect[];
  readonly from: number;
  readonly to: number;
  readonly seed: number;
}

export async function sendSamples(client: Client, options: SampleOptions, show: Show) {
  const total = SERIES.length * Math.floor((options.to - options.from) / SAMPLE_MS);
  let batch: DemoSample[] = [];
  let sent = 0;
  const flush = async () => {
    await client.post('/api/v1/metrics/webhook', JSON.stringify({ samples: batch }));
    sent += batch.length;
    batch = [];
    show(progress('samples', sent, total));
  };
  for (const series of SERIES) {
    for (const sample of samplesOf(series, options.effects, options)) {
      batch.push(sample);
      if (batch.length === BATCH) await flush();
    }
  }
  if (batch.length > 0) await flush();
}

function progress(what: string, done: number, total: number): string {
  return `${bar(done / total)}  ${countText(done)} ${what}`;
}
