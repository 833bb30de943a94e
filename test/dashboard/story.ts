/** A bad deployment and what came of it, for tests of what tells about it. */
import type { EventInput } from '../../backend/model/event.ts';
import type { NewSample } from '../../backend/model/metric.ts';
import { seriesOf } from '../../bench/series.ts';
import type { Server } from './world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const REPOSITORY = 'https://github.com/acme/shop';

export interface Story {
  readonly events: readonly Partial<EventInput>[];
  readonly samples: readonly NewSample[];
  /** When the bad version came, ms. */
  readonly bad: number;
  /** When it was noticed, ms. */
  readonly noticed: number;
}

/** Everything has passed by `now`, ms. */
export function badDeployment(now: number): Story {
  const bad = now - 5 * HOUR_MS;
  const noticed = bad + 20 * MINUTE_MS;
  const at = (ms: number) => new Date(ms).toISOString();
  const shop = { source: '//github.com/acme/shop', subject: 'production' } as const;
  const deployments = Array.from({ length: 9 }, (_, index): Partial<EventInput> => {
    const time = bad - (9 - index) * 3 * DAY_MS;
    return {
      ...shop,
      ...{ id: `shop-${index}`, version: `v2.${index}.0`, time: at(time) },
      data: { ...release(index, `Release ${index}`), commitTime: at(time - (index + 2) * HOUR_MS) },
    };
  });
  return {
    bad,
    noticed,
    events: [
      ...deployments,
      {
        ...shop,
        ...{ id: 'bad', version: 'v2.9.0', time: at(bad), severity: 'MAJOR' },
        data: {
          ...release(9, 'Retry captures without a key'),
          ...{ commitTime: at(bad - 5 * HOUR_MS), flags: { retries: 3, dryRun: false } },
        },
      },
      ...neighbours(bad, at),
      {
        ...shop,
        ...{ id: 'incident', type: 'incident', severity: 'CRITICAL', time: at(noticed) },
        version: '',
        data: { description: 'Checkout fails for one in ten' },
      },
      {
        ...shop,
        ...{ id: 'back', type: 'rollback', version: 'v2.8.0', time: at(noticed + 25 * MINUTE_MS) },
        data: release(8, 'Back to what worked'),
      },
      {
        ...shop,
        ...{ id: 'over', type: 'incident-resolved', severity: 'LOW', version: '' },
        time: at(noticed + 40 * MINUTE_MS),
      },
    ],
    samples: [
      ...series({
        metric: 'error_rate',
        at: bad,
        shift: 4,
        level: 0.02,
        size: 0.004,
        unit: 'ratio',
      }),
      ...series({ metric: 'p95_latency', at: bad, shift: 0, level: 180, size: 12, unit: 'ms' }),
      ...series({ metric: 'orders', at: bad, shift: -3, level: 40, size: 4, unit: null }),
    ],
  };
}

function release(index: number, description: string) {
  return {
    description,
    ...{ actor: 'mara', status: 'success', commit: `${index}`.repeat(40) },
    runUrl: `${REPOSITORY}/actions/runs/${9000 + index}`,
    commitUrl: `${REPOSITORY}/commit/${`${index}`.repeat(40)}`,
    image: { registry: 'ghcr.io', tag: `2.${index}.0`, layers: 12 + index },
    hosts: ['web-1', 'web-2', ...(index > 8 ? ['web-3'] : [])],
  };
}

/** What happened near it, and had nothing to do with it. */
function neighbours(bad: number, at: (ms: number) => string): Partial<EventInput>[] {
  return [
    {
      ...{ id: 'scale', type: 'scaling', source: 'search', severity: 'LOW', version: '' },
      time: at(bad - 12 * MINUTE_MS),
      data: { description: '4 → 6 workers' },
    },
    {
      ...{ id: 'flag', type: 'feature-flag', source: 'identity', severity: 'MINOR', version: '' },
      time: at(bad - 3 * HOUR_MS),
      data: { description: 'Passkeys for everybody' },
    },
    {
      ...{ id: 'stage', source: '//github.com/acme/shop', subject: 'staging', version: 'v2.9.0' },
      time: at(bad - 25 * MINUTE_MS),
    },
  ];
}

interface SeriesOptions {
  readonly metric: string;
  readonly at: number;
  /** Standard deviations. */
  readonly shift: number;
  readonly level: number;
  readonly size: number;
  readonly unit: string | null;
}

/** Two hours of minutes on either side. */
function series({ metric, at, shift, level, size, unit }: SeriesOptions): NewSample[] {
  const n = 120;
  const [before, after] = seriesOf({ seed: 7, n, rho: 0, shift });
  const place = { metric, unit, subject: 'production', source: '//github.com/acme/shop' };
  return [...before, ...after].map((value, index) => ({
    ...place,
    value: Math.max(0, level + value * size),
    time: index < n ? at - (n - index) * MINUTE_MS : at + (5 + index - n) * MINUTE_MS,
  }));
}

/** Sends all of it, by the doors that are there for everybody. */
export async function tell(
  { baseUrl, key, post }: Pick<Server, 'baseUrl' | 'key' | 'post'>,
  { events, samples }: Story,
): Promise<void> {
  await post(...events);
  const sent = samples.map(({ time, ...sample }) => ({
    ...sample,
    time: new Date(time).toISOString(),
  }));
  const answer = await fetch(`${baseUrl}/api/v1/metrics/webhook`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ samples: sent }),
  });
  if (answer.status !== 202) throw new Error(await answer.text());
}
