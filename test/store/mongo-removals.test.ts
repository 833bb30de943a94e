/** A process that dies while it deletes, at each of its writes: the next one makes it whole. */
import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import { type Collections, collectionsOf } from '../../backend/store/mongo/documents.ts';
import { createRemovals } from '../../backend/store/mongo/removals.ts';
import { openMongoStore } from '../../backend/store/mongo/store.ts';
import type { Store } from '../../backend/store/port.ts';
import { NOON, newEvents } from '../support/events.ts';
import { dropDatabase, MONGODB_URI, testDatabaseUri } from '../support/store.ts';

const ORG = 'default';
const WRITES = ['insertOne', 'updateOne', 'bulkWrite', 'deleteMany', 'deleteOne'];

describe('removals of the MongoDB store', () => {
  if (MONGODB_URI === undefined) {
    it('were not tested: MONGODB_URI is not set');
    return;
  }

  let uri: string;
  let client: MongoClient;
  let store: Store;
  beforeEach(async () => {
    uri = testDatabaseUri(MONGODB_URI ?? '');
    client = new MongoClient(uri);
    store = await openMongoStore(uri);
    await store.events.append(newEvents(30, { type: 'incident', source: 'a' }));
    await store.events.append(newEvents(20, { type: 'scaling', source: 'b', subject: null }));
    // What is deleted first brings everything into the totals.
    await store.events.append(newEvents(1, { type: 'incident', source: 'old', time: NOON - 1 }));
    await expire(store, NOON);
  });
  afterEach(async () => {
    await store.close();
    await client.close();
    await dropDatabase(uri);
  });

  it('are made good after a crash before or behind any of their writes', async () => {
    const collections = collectionsOf(client.db());
    const documents = await collections.events.find().sort({ place: 1 }).toArray();
    const entries = documents.map(({ _id, series, time }) => ({
      receipt: _id,
      series,
      time: time.getTime(),
    }));
    let left = entries.length;
    for (const when of ['before', 'behind'] as const) {
      for (let write = 1; ; write += 1) {
        const dying = crashingAt(collections, write, when);
        const some = entries.splice(0, 2);
        const crash = await createRemovals(dying)
          .remove(ORG, some)
          .then(() => undefined)
          .catch((error: unknown) => error);
        if (crash !== undefined) expect(String(crash)).to.contain('the process died');
        // The first write says what is to be done: without it, nothing is.
        const isBegun = write > 1 || when === 'behind';
        if (isBegun) left -= some.length;
        else entries.unshift(...some);
        const next = await openMongoStore(uri);
        const found = await counts(next);
        await next.close();
        expect(found, `${when} write ${write}`).to.deep.equal(Array(5).fill(left));
        if (crash === undefined) break;
        expect(write).to.be.below(12);
      }
    }
    expect(left).to.be.below(40).and.above(0);
  });

  it('that somebody else has begun are finished first', async () => {
    const collections = collectionsOf(client.db());
    const [begun, other] = await collections.events.find().sort({ place: 1 }).toArray();
    const entryOf = (one: typeof begun) => ({
      receipt: one?._id ?? '',
      series: one?.series ?? '',
      time: one?.time.getTime() ?? 0,
    });
    const dying = createRemovals(crashingAt(collections, 1, 'behind'));
    await dying.remove(ORG, [entryOf(begun)]).catch(() => {});
    await Promise.all([
      createRemovals(collections).remove(ORG, [entryOf(other)]),
      createRemovals(collections).finish('all'),
    ]);
    expect(await counts(store)).to.deep.equal(Array(5).fill(48));
  });

  it('leave no empty totals behind for long', async () => {
    const collections = collectionsOf(client.db());
    await expire(store, NOON + 86_400_000);
    expect(await collections.hours.countDocuments()).to.be.above(1);
    const past = new Date(Date.now() - 2 * 3_600_000);
    await collections.removals.updateMany({}, { $set: { at: past } });
    await createRemovals(collections).sweep();
    expect(await collections.hours.countDocuments()).to.equal(0);
    expect(await collections.days.countDocuments()).to.equal(0);
    expect(await collections.removals.countDocuments()).to.equal(0);
    // And events of that time may come again.
    await store.events.append(newEvents(3, { type: 'incident', source: 'a' }));
    expect(await counts(store)).to.deep.equal(Array(5).fill(3));
    await expire(store, NOON);
    expect(await counts(store)).to.deep.equal(Array(5).fill(3));
  });
});

async function expire(store: Store, before: number): Promise<void> {
  const expiry = { now: Date.now() + 3_600_000, cutoffOf: () => before, limit: 100 };
  for await (const _ of store.events.expire(ORG, expiry));
}

/** The number of events, by everything that counts them. */
async function counts({ events }: Store): Promise<number[]> {
  const page = await events.page(ORG, { filter: {}, order: 'asc', limit: 100 });
  const sum = (values: readonly { readonly count: number }[]) =>
    values.reduce((total, { count }) => total + count, 0);
  const { type, subject } = await events.countValues(ORG, ['type', 'subject'], {});
  const byHour = await events.countBuckets(ORG, 'type', 3_600_000, {});
  const byDay = await events.countBuckets(ORG, 'source', 86_400_000, {});
  return [page.events.length, sum(type ?? []), sum(subject ?? []), sum(byHour), sum(byDay)];
}

/** As a process sees them that dies at its n-th write. */
function crashingAt(collections: Collections, write: number, when: 'before' | 'behind') {
  let writes = 0;
  const crash = () => {
    throw new Error('the process died');
  };
  const wrap = (collection: object): object =>
    new Proxy(collection, {
      get: (target, name) => {
        const member = Reflect.get(target, name) as unknown;
        if (typeof member !== 'function') return member;
        const call = member.bind(target) as (...args: unknown[]) => unknown;
        if (!WRITES.includes(String(name))) return call;
        return async (...args: unknown[]) => {
          writes += 1;
          // What is dead writes nothing more.
          if (writes > write || (writes === write && when === 'before')) crash();
          const answer = await call(...args);
          if (writes >= write) crash();
          return answer;
        };
      },
    });
  const wrapped = Object.entries(collections).map(([name, one]) => [name, wrap(one as object)]);
  return Object.fromEntries(wrapped) as Collections;
}
