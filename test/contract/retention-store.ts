/** What every store deletes, and that nothing it answers afterwards remembers it. */
import { expect } from 'chai';
import type { TimelineEvent } from '../../backend/model/event.ts';
import { BUCKET_MS, STATE_TYPES } from '../../backend/model/query.ts';
import type { RetainedLabels } from '../../backend/model/retention.ts';
import type { Store } from '../../backend/store/port.ts';
import { NOON, newEvent, newEvents, randomEvents, VOCABULARY } from '../support/events.ts';
import type { StoreHarness, TestDatabase } from './harness.ts';
import { ids, kinds, load, ORG, pages, readAll, readFeed } from './reading.ts';
import {
  ALL_FIELDS,
  expectedBuckets,
  expectedCounts,
  expectedPage,
  expectedState,
  randomFilters,
} from './reference.ts';

type CutoffOf = (labels: RetainedLabels) => number | undefined;

const DAY_MS = 86_400_000;
/** Later than every event was received, by the clocks of the stores. */
const now = () => Math.max(Date.now(), NOON + 400 * DAY_MS) + 3_600_000;
const ALWAYS: CutoffOf = () => now() - DAY_MS;

/** What has to be left. */
function survivors(events: readonly TimelineEvent[], cutoffOf: CutoffOf): TimelineEvent[] {
  const running = new Set(Object.values(expectedState(events, STATE_TYPES, now())));
  return events.filter((event) => {
    const cutoff = cutoffOf(event);
    return cutoff === undefined || event.time >= cutoff || running.has(event.id);
  });
}

export function retentionStoreContract(harness: StoreHarness): void {
  describe(`${harness.name}: retention`, function () {
    this.timeout(120_000);
    let database: TestDatabase;
    let store: Store;
    beforeEach(async () => {
      database = await harness.createDatabase();
      store = await database.open();
    });
    afterEach(() => database.destroy());

    const steps = async (cutoffOf: CutoffOf, limit = 100, isTrial = false): Promise<number[]> => {
      const deleted: number[] = [];
      for await (const count of store.events.expire(ORG, {
        now: now(),
        cutoffOf,
        limit,
        isTrial,
      })) {
        deleted.push(count);
      }
      return deleted;
    };
    const sum = (counts: readonly number[]) => counts.reduce((total, one) => total + one, 0);

    describe('of a timeline', () => {
      const COUNT = harness.expiringEvents;
      if (COUNT === 0) {
        it('was not tested: this server stalls under that many small writes at once');
        return;
      }
      const SPAN = COUNT * 40_000;
      /** Some types wholly, some labels partly, the rest not at all. */
      const cutoffOf: CutoffOf = ({ type, subject }) => {
        if (type === 'Änderung' || subject === 'test"quote') return NOON + 2 * SPAN;
        if (type === 'deployment') return NOON + SPAN * (subject === null ? 0.9 : 0.4);
        return subject === 'staging' ? NOON + SPAN / 2 : undefined;
      };
      let stored: TimelineEvent[];
      beforeEach(async () => {
        const events = randomEvents(COUNT);
        const second = await database.open();
        stored = [
          ...(await load(store, events.slice(0, COUNT / 2))),
          ...(await load(second, events.slice(COUNT / 2))),
        ];
      });

      it('leaves what the reference leaves, in every answer', async () => {
        const others = await load(store, randomEvents(50, 2, 'other'));
        const deleted = await steps(cutoffOf);
        const left = survivors(stored, cutoffOf);
        expect(sum(deleted)).to.equal(stored.length - left.length);
        expect(Math.max(...deleted)).to.be.at.most(100);
        await compare(await database.open(), left);
        await compare(store, left);
        const page = await store.events.page('other', { filter: {}, order: 'asc', limit: 100 });
        expect(page.events).to.have.length(others.length);
      });

      it('is as if the deleted events had never been, when they come again', async () => {
        // Both have written before, and remember what they have seen of the vocabulary.
        const second = await database.open();
        stored.push(...(await load(second, newEvents(1, { id: 'second', version: 'build-1' }))));
        await steps(cutoffOf);
        const gone = stored.filter((one) => !survivors(stored, cutoffOf).includes(one));
        const again = gone.map((one) => ({ ...one, timeIsNow: false }));
        const half = again.length / 2;
        const outcomes = [
          ...(await store.events.append(again.slice(0, half))),
          ...(await second.events.append(again.slice(half))),
        ];
        expect(new Set(kinds(outcomes))).to.deep.equal(new Set(['created']));
        const left = [...survivors(stored, cutoffOf), ...outcomes.map((one) => one.event)];
        await compare(store, left);
        await compare(second, left);
      });

      it('may be left at any step, and is right there', async () => {
        let deleted = 0;
        const expiry = { now: now(), cutoffOf, limit: 40 };
        for await (const count of store.events.expire(ORG, expiry)) {
          expect(count).to.be.at.most(40);
          deleted += count;
          if (deleted >= 60) break;
        }
        expect(deleted).to.be.within(60, 100);
        const left = await readAll(store, {}, 'asc', 100);
        expect(left).to.have.length(stored.length - deleted);
        await countsAgree(store, left);
        await steps(cutoffOf);
        await countsAgree(store, survivors(stored, cutoffOf));
      });

      it('says beforehand how many would go, and deletes none', async () => {
        const trial = sum(await steps(cutoffOf, 100, true));
        expect(trial).to.equal(stored.length - survivors(stored, cutoffOf).length);
        await countsAgree(store, stored);
      });

      it('does not disturb who is paging', async () => {
        const seen: string[] = [];
        const left = ids(expectedPage(survivors(stored, cutoffOf), {}, 'desc'));
        for await (const page of pages(store, {}, 'desc', Math.ceil(COUNT / 7))) {
          seen.push(...ids(page));
          await steps(cutoffOf);
        }
        expect(new Set(seen).size).to.equal(seen.length);
        expect(seen.filter((id) => left.includes(id))).to.deep.equal(left);
      });
    });

    it('keeps what runs in each cell, and what ran there in the future is no excuse', async () => {
      const moment = now();
      await store.events.append([
        newEvent({ id: 'old', version: '1' }),
        newEvent({ id: 'running', version: '2', time: NOON + 1, type: 'rollback' }),
        newEvent({ id: 'failed', time: NOON + 2, type: 'deployment-failed' }),
        newEvent({ id: 'nowhere', subject: null }),
        newEvent({ id: 'planned', time: moment + DAY_MS }),
      ]);
      const state = async () =>
        (await store.events.latestByCell(ORG, STATE_TYPES, {}, moment)).map((one) => one.event.id);
      const before = await state();
      expect(before).to.have.members(['running', 'nowhere']);
      expect(sum(await steps(ALWAYS, 1))).to.equal(2);
      expect(await state()).to.deep.equal(before);
      expect(ids(await readAll(store, {}, 'asc', 100))).to.have.members([
        'nowhere',
        'running',
        'planned',
      ]);
      await store.events.append([newEvent({ id: 'newer', time: NOON + 10 })]);
      expect(sum(await steps(ALWAYS))).to.equal(1);
      expect(await state()).to.have.members(['newer', 'nowhere']);
    });

    it('keeps the feed: positions rise, and deleted events are skipped', async () => {
      const start = await store.events.head();
      await store.events.append(newEvents(30, { type: 'incident' }));
      await store.events.append(newEvents(10, { source: 'kept', type: 'scaling' }));
      const entries = await readFeed(store, start, 7);
      const head = await store.events.head();
      await steps(({ type }) =>
        type === 'incident' ? ALWAYS({ type, subject: null }) : undefined,
      );
      expect(await store.events.head()).to.be.at.least(head);
      expect(ids((await readFeed(store, start, 7)).map((one) => one.event))).to.deep.equal(
        ids(newEvents(10)),
      );
      // All of them: the newest ones too.
      await steps(ALWAYS);
      expect(await store.events.head()).to.be.at.least(head);
      await store.events.append([newEvent({ id: 'after' })]);
      const resumed = await readFeed(store, entries[3]?.position ?? 0, 7);
      expect(resumed.map((one) => one.event.id)).to.deep.equal(['after']);
      expect(resumed[0]?.position).to.be.greaterThan(head);
    });

    it('keeps what happened at the very moment of the limit', async () => {
      await store.events.append(newEvents(3, { type: 'incident' }));
      expect(sum(await steps(() => NOON + 60_000))).to.equal(1);
      expect(sum(await steps(() => NOON + 60_000))).to.equal(0);
    });

    it('leaves nothing of an organization of which nothing is left', async () => {
      await store.events.append(newEvents(10, { type: 'incident', version: 'gone-1' }));
      await steps(ALWAYS);
      expect(await store.events.span(ORG)).to.equal(null);
      expect(await store.events.latestByCell(ORG, ['incident'], {})).to.deep.equal([]);
      await compare(store, []);
    });

    describe('settings', () => {
      it('keep rules and the last run of each organization', async () => {
        const { retention } = store;
        expect(await retention.read(ORG)).to.deep.equal({
          rules: [],
          updatedAt: null,
          lastRun: null,
        });
        const rules = [{ type: 'scaling', subject: 'staging', days: 7 }, { days: 365 }];
        await retention.write(ORG, rules, 5);
        await retention.write('other', [{ days: 1 }], 6);
        await retention.recordRun(ORG, { at: 9, deleted: 4 });
        const second = await database.open();
        expect(await second.retention.read(ORG)).to.deep.equal({
          rules,
          updatedAt: 5,
          lastRun: { at: 9, deleted: 4 },
        });
        expect(await second.retention.organizations()).to.deep.equal([ORG, 'other']);
        await retention.write(ORG, [], 7);
        expect(await second.retention.organizations()).to.deep.equal(['other']);
        expect(await retention.read(ORG)).to.deep.include({ lastRun: { at: 9, deleted: 4 } });
      });

      it('give the lease to one holder at a time', async () => {
        const { retention } = store;
        const others = (await database.open()).retention;
        expect(await retention.acquire('a', 100, 200)).to.equal(true);
        expect(await others.acquire('b', 150, 250)).to.equal(false);
        expect(await retention.acquire('a', 150, 300)).to.equal(true);
        expect(await others.acquire('b', 250, 350)).to.equal(false);
        expect(await others.acquire('b', 301, 400)).to.equal(true);
        await retention.release('a');
        expect(await retention.acquire('a', 350, 450)).to.equal(false);
        await others.release('b');
        const claims = await Promise.all([
          retention.acquire('a', 350, 450),
          others.acquire('b', 350, 450),
        ]);
        expect(claims.filter((isTaken) => isTaken)).to.have.length(1);
      });
    });

    /** Every kind of answer against the reference, which looks at every event that is left. */
    async function compare(asked: Store, left: readonly TimelineEvent[]): Promise<void> {
      const filters = randomFilters(harness.filters / 4, harness.events, 17);
      for (const [index, filter] of [{}, ...filters].entries()) {
        const order = index % 2 === 0 ? 'desc' : 'asc';
        const page = await asked.events.page(ORG, { filter, order, limit: 30 });
        const expected = expectedPage(left, filter, order);
        expect(ids(page.events), JSON.stringify(filter)).to.deep.equal(ids(expected.slice(0, 30)));
        expect(page.hasMore).to.equal(expected.length > 30);
      }
      for (const at of [undefined, NOON + harness.events * 12_000]) {
        const cells = await asked.events.latestByCell(ORG, ['deployment', 'Rollback'], {}, at);
        expect(
          Object.fromEntries(cells.map((one) => [`${one.source} ${one.subject}`, one.event.id])),
        ).to.deep.equal(expectedState(left, ['deployment', 'Rollback'], at ?? Infinity));
      }
      await countsAgree(asked, left);
    }

    async function countsAgree(asked: Store, left: readonly TimelineEvent[]): Promise<void> {
      for (const filter of [{}, ...randomFilters(harness.filters / 4, harness.events, 19)]) {
        const counted = await asked.events.countValues(ORG, ALL_FIELDS, filter);
        for (const field of ALL_FIELDS) {
          const found = Object.fromEntries(
            (counted[field] ?? []).map((one) => [String(one.value), one.count]),
          );
          const name = `${field} ${JSON.stringify(filter)}`;
          expect(found, name).to.deep.equal(expectedCounts(left, field, filter));
          for (const bucketMs of [BUCKET_MS['1h'], BUCKET_MS['1d']]) {
            const buckets = await asked.events.countBuckets(ORG, field, bucketMs, filter);
            expect(
              Object.fromEntries(buckets.map((one) => [`${one.start} ${one.value}`, one.count])),
              name,
            ).to.deep.equal(expectedBuckets(left, field, bucketMs, filter));
          }
        }
      }
      await seenAgrees(asked, left);
    }

    async function seenAgrees(asked: Store, left: readonly TimelineEvent[]): Promise<void> {
      const counted = await asked.events.countValues(ORG, ALL_FIELDS, {});
      for (const field of ALL_FIELDS) {
        for (const value of VOCABULARY[field]) {
          const times = left.filter((one) => one[field] === value).map((one) => one.time);
          const found = counted[field]?.find((one) => one.value === value);
          expect(found === undefined, `${field} ${value}`).to.equal(times.length === 0);
          if (found === undefined) continue;
          expect([found.firstSeen, found.lastSeen], `${field} ${value}`).to.deep.equal([
            Math.min(...times),
            Math.max(...times),
          ]);
        }
      }
    }
  });
}
