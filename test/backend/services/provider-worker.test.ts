/** When providers are fetched from, on one node of several, and how a gap is filled. */
import { expect } from 'chai';
import { type Provider, UNTRIED } from '../../../backend/model/provider.ts';
import { createHttp } from '../../../backend/providers/http.ts';
import { createPrometheus } from '../../../backend/providers/prometheus.ts';
import { type Adapters, createProviderPolling } from '../../../backend/services/provider-poll.ts';
import {
  createProviderWorker,
  type ProviderWorker,
  waitOf,
} from '../../../backend/services/provider-worker.ts';
import { createSamples } from '../../../backend/services/samples.ts';
import { createSeriesGuard } from '../../../backend/services/series-guard.ts';
import type { Store } from '../../../backend/store/port.ts';
import { openSqliteStore } from '../../../backend/store/sqlite/store.ts';
import { type Answering, type Asked, type Said, startAnswering } from '../../support/answering.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOON = Date.parse('2026-01-15T12:00:30Z');

describe('Fetching from providers', () => {
  let store: Store;
  let upstream: Answering;
  let answer: (asked: Asked) => Said;
  let now: number;
  const workers: ProviderWorker[] = [];
  beforeEach(async () => {
    now = NOON;
    answer = () => ({ body: { data: { resultType: 'matrix', result: [] } } });
    store = await openSqliteStore(':memory:');
    upstream = await startAnswering((asked) => answer(asked));
  });
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.close();
    await upstream.close();
    await store.close();
  });

  const insert = (over: Partial<Provider> = {}) =>
    store.providers.insert({
      ...{ id: 'p', organization: 'default', name: 'p', kind: 'prometheus', url: upstream.url },
      ...{ certificate: null, intervalSeconds: 60, historyDays: 0, isPaused: false },
      queries: [
        {
          ...{ metric: 'm', query: 'x', unit: null, subject: 'production' },
          ...{ subjectLabel: null, source: null, sourceLabel: null },
        },
      ],
      ...{ credentialNames: [], createdBy: 'test', createdAt: NOON, updatedAt: NOON },
      ...{ nextAt: NOON, state: UNTRIED, sealed: '' },
      ...over,
    });

  /** A node; resolves when it has fetched so many times. */
  const startWorker = (name: string, limit = 0) => {
    const clock = () => now;
    const guard = createSeriesGuard({ metrics: store.metrics, limit, clock });
    const samples = createSamples({ metrics: store.metrics, guard, clock });
    const prometheus = createPrometheus(createHttp({ mayBePrivate: true }));
    const adapters = { prometheus } as unknown as Adapters;
    const errors: unknown[] = [];
    let onPolled = (): void => {};
    const worker = createProviderWorker({
      store: store.providers,
      providers: { credentialsOf: () => ({}) },
      polling: createProviderPolling({ adapters, samples, clock }),
      ...{ holder: name, clock, random: () => 0.5, roundMs: 5 },
      onPolled: () => onPolled(),
      onError: (error) => errors.push(error),
    });
    workers.push(worker);
    const next = () =>
      new Promise<void>((resolve) => {
        onPolled = resolve;
      });
    return { worker, next, errors };
  };
  const ranges = () =>
    upstream.asked.map(({ query }) =>
      ['start', 'end'].map((name) => (Number(query.get(name)) * 1000 - NOON) / MINUTE),
    );
  const state = async () => (await store.providers.find('default', 'p'))?.state;

  it('goes on where it was, with what may have come late, at its own pace', async () => {
    await insert();
    const { worker, next } = startWorker('a');
    const first = next();
    worker.start();
    await first;
    expect(ranges()).to.deep.equal([[-0.5, -0.5]]);
    const second = next();
    now = NOON + MINUTE;
    await second;
    expect(ranges().at(-1)).to.deep.equal([-2.5, 0.5]);
    expect((await store.providers.find('default', 'p'))?.nextAt).to.equal(NOON + 2 * MINUTE);
  });

  it('fills a gap, however long it was away, in pieces', async () => {
    await insert();
    const { worker, next } = startWorker('a');
    const first = next();
    worker.start();
    await first;
    const second = next();
    now = NOON + 13 * HOUR;
    await second;
    const gap = ranges().slice(1);
    expect(gap.map(([from, to]) => (to ?? 0) - (from ?? 0) + 1)).to.deep.equal([361, 361, 61]);
    expect(gap[0]?.[0]).to.equal(-2.5);
    expect(gap.at(-1)?.[1]).to.equal(13 * 60 - 0.5);
  });

  it('keeps the pieces that it got when the next one fails', async () => {
    await insert({ historyDays: 1 });
    answer = ({ query }) =>
      Number(query.get('end')) * 1000 > NOON - 6 * HOUR
        ? { status: 500 }
        : { body: { data: { resultType: 'matrix', result: [] } } };
    const { worker, next } = startWorker('a');
    const first = next();
    worker.start();
    await first;
    const after = await state();
    expect(after).to.include({ failures: 1, lastError: 'the server answers with status 500' });
    const [until] = Object.values(after?.progress ?? {});
    expect(until).to.be.within(NOON - 13 * HOUR, NOON - 11 * HOUR);
  });

  it('is done by one node at a time, and by another one when that is gone', async () => {
    await insert();
    const one = startWorker('one');
    const first = one.next();
    one.worker.start();
    await first;
    const other = startWorker('other');
    other.worker.start();
    const again = one.next();
    now += MINUTE;
    await again;
    expect(upstream.asked).to.have.length(2);
    const taken = other.next();
    await one.worker.close();
    now += 2 * MINUTE;
    await taken;
    expect(upstream.asked).to.have.length(3);
    expect([...one.errors, ...other.errors]).to.deep.equal([]);
  });

  it('waits as long as the server wants', async () => {
    await insert();
    answer = () => ({ status: 429, headers: { 'Retry-After': '1800' } });
    const { worker, next } = startWorker('a');
    const first = next();
    worker.start();
    await first;
    expect((await store.providers.find('default', 'p'))?.nextAt).to.equal(NOON + 1_800_000);
  });

  it('makes no more series than there may be, and says so', async () => {
    await insert();
    const seconds = Math.floor(NOON / MINUTE) * 60;
    const result = ['a', 'b', 'c'].map((app) => ({ metric: { app }, values: [[seconds, '1']] }));
    answer = () => ({ body: { data: { resultType: 'matrix', result } } });
    const record = await store.providers.find('default', 'p');
    const [query] = record?.queries ?? [];
    if (record === null || query === undefined) throw new Error('no provider');
    await store.providers.replace({ ...record, queries: [{ ...query, sourceLabel: 'app' }] });
    const { worker, next } = startWorker('a', 2);
    const first = next();
    worker.start();
    await first;
    expect((await state())?.lastError).to.contain('too many series');
    expect(await store.metrics.series('default', {}, 9)).to.have.length(2);
  });

  it('waits twice as long after each failure, an hour at the most, and a little by chance', () => {
    const waits = [0, 1, 2, 3, 10].map((failures) => waitOf(failures, MINUTE, 0.5) / MINUTE);
    expect(waits).to.deep.equal([1, 2, 4, 8, 60]);
    expect(waitOf(1, MINUTE, 0)).to.equal(1.8 * MINUTE);
    expect(waitOf(1, MINUTE, 1)).to.equal(2.2 * MINUTE);
    expect(waitOf(0, MINUTE, 1)).to.equal(MINUTE);
    expect(waitOf(5, 24 * HOUR, 0.5)).to.equal(24 * HOUR);
  });
});
