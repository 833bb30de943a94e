/** What every store counts, what it knows of the present, and its feed. */
import { expect } from 'chai';
import type { TimelineEvent } from '../../backend/model/event.ts';
import { BUCKET_MS } from '../../backend/model/query.ts';
import type { Store } from '../../backend/store/port.ts';
import { NOON, newEvent, newEvents, randomEvents } from '../support/events.ts';
import type { StoreHarness, TestDatabase } from './harness.ts';
import { ids, kinds, load, ORG, readAll, readFeed } from './reading.ts';
import {
  ALL_FIELDS,
  expectedBuckets,
  expectedCounts,
  expectedState,
  randomFilters,
} from './reference.ts';

export function eventTotalsContract(harness: StoreHarness): void {
  describe(`${harness.name}: totals and feed`, () => {
    let database: TestDatabase;
    let store: Store;
    beforeEach(async () => {
      database = await harness.createDatabase();
      store = await database.open();
    });
    afterEach(() => database.destroy());

    describe('counts', () => {
      const COUNT = harness.events;
      let stored: TimelineEvent[];
      beforeEach(async () => {
        // In two halves: a store that opens may tidy up what the first half has left behind.
        const events = randomEvents(COUNT);
        const first = await load(store, events.slice(0, COUNT / 2));
        await load(store, randomEvents(50, 2, 'other'));
        const second = await database.open();
        stored = [...first, ...(await load(second, events.slice(COUNT / 2)))];
      });

      it('agrees with the reference on values', async () => {
        for (const filter of [{}, ...randomFilters(harness.filters, COUNT, 11)]) {
          const counted = await store.events.countValues(ORG, ALL_FIELDS, filter);
          for (const field of ALL_FIELDS) {
            const values = counted[field] ?? [];
            const found = Object.fromEntries(values.map((one) => [String(one.value), one.count]));
            const name = `${field} ${JSON.stringify(filter)}`;
            expect(found, name).to.deep.equal(expectedCounts(stored, field, filter));
            const sorted = values.map((one) => one.count).toSorted((a, b) => b - a);
            expect(
              values.map((one) => one.count),
              name,
            ).to.deep.equal(sorted);
          }
        }
      });

      it('knows when a value was seen first and last', async () => {
        const counted = await store.events.countValues(ORG, ['source'], { from: NOON });
        const shop = counted.source?.find((one) => one.value === 'shop');
        const times = stored.filter((one) => one.source === 'shop').map((one) => one.time);
        expect(shop).to.include({ firstSeen: Math.min(...times), lastSeen: Math.max(...times) });
      });

      it('agrees with the reference on buckets', async () => {
        const sizes = Object.values(BUCKET_MS);
        for (const [index, filter] of randomFilters(harness.filters, COUNT, 13).entries()) {
          const bucketMs = sizes[index % sizes.length] ?? 0;
          const field = ALL_FIELDS[index % 3] ?? 'type';
          for (const asked of [filter, { from: filter.from, to: filter.to }]) {
            const buckets = await store.events.countBuckets(ORG, field, bucketMs, asked);
            const found = Object.fromEntries(
              buckets.map((one) => [`${one.start} ${one.value}`, one.count]),
            );
            const name = JSON.stringify({ field, bucketMs, asked });
            expect(found, name).to.deep.equal(expectedBuckets(stored, field, bucketMs, asked));
            expect(buckets.map((one) => one.start)).to.deep.equal(
              buckets.map((one) => one.start).toSorted((a, b) => a - b),
            );
          }
        }
      });

      it('knows the span of an organization', async () => {
        const times = stored.map((one) => one.time);
        expect(await store.events.span(ORG)).to.deep.equal({
          first: Math.min(...times),
          last: Math.max(...times),
        });
        expect(await store.events.span('nobody')).to.equal(null);
      });
    });

    describe('state', () => {
      it('is the newest event of each cell by event time, now and at any moment', async () => {
        const events = randomEvents(Math.min(harness.events, 1500));
        const first = await load(store, events.slice(0, 700));
        await load(store, randomEvents(50, 2, 'other'));
        const second = await database.open();
        const stored = [...first, ...(await load(second, events.slice(700)))];
        const types = ['deployment', 'Rollback'];
        const last = Math.max(...stored.map((one) => one.time));
        const moments = [
          undefined,
          NOON - 1,
          NOON,
          ...[0.1, 0.33, 0.5, 0.9].map((part) => NOON + Math.floor((last - NOON) * part)),
          last,
        ];
        for (const at of moments) {
          const cells = await store.events.latestByCell(ORG, types, {}, at);
          const found = Object.fromEntries(
            cells.map((one) => [`${one.source} ${one.subject}`, one.event.id]),
          );
          expect(found, String(at)).to.deep.equal(expectedState(stored, types, at ?? Infinity));
        }
      });

      it('narrows by source and subject', async () => {
        await store.events.append([
          newEvent(),
          newEvent({ id: 'b', subject: 'staging' }),
          newEvent({ id: 'c', source: 'billing' }),
        ]);
        const cells = await store.events.latestByCell(ORG, ['deployment'], {
          source: ['shop'],
          subject: ['production'],
        });
        expect(cells.map((one) => one.event.id)).to.deep.equal(['event-1']);
      });

      it('lets the later receipt win a tie, and never an older event', async () => {
        await store.events.append([newEvent({ id: 'a', severity: 'LOW' })]);
        await store.events.append([newEvent({ id: 'b', severity: 'MAJOR' })]);
        await store.events.append([newEvent({ id: 'late', severity: 'LOW', time: NOON - 1 })]);
        const cells = await store.events.latestByCell(ORG, ['deployment'], {});
        expect(cells.map((one) => one.event.id)).to.deep.equal(['b']);
      });
    });

    describe('feed', () => {
      it('gives every event once, in order, from any position', async () => {
        const start = await store.events.head();
        await load(store, newEvents(250));
        await store.events.append(newEvents(3));
        const entries = await readFeed(store, start, 40);
        expect(entries.map((one) => one.event.id)).to.deep.equal(ids(newEvents(250)));
        expect(await store.events.head()).to.equal(entries.at(-1)?.position);
        const middle = entries[100]?.position ?? 0;
        const rest = await readFeed(store, middle, 1000);
        expect(rest.map((one) => one.event.id)).to.deep.equal(ids(newEvents(250)).slice(101));
      });

      it('never shows a higher position before a lower one while writers race', async () => {
        const writers = [store, await database.open(), await database.open()];
        const reader = await database.open();
        const perWriter = harness.racingEvents;
        const start = await reader.events.head();
        const writing = Promise.all(
          writers.map(async (writer, who) => {
            for (let index = 0; index < perWriter; index += 3) {
              const batch = [0, 1, 2].map((n) => newEvent({ id: `w${who}-${index + n}` }));
              await writer.events.append(batch);
            }
          }),
        );
        let isWriting = true;
        const done = writing.finally(() => {
          isWriting = false;
        });
        const seen: string[] = [];
        let position = start;
        // Reads by cursor, as a follower does: what it skips once it never sees again.
        for (;;) {
          const wasWriting = isWriting;
          const stretch = await reader.events.since(position, 20);
          if (stretch === 'expired') throw new Error('expired');
          for (const entry of stretch.entries) {
            expect(entry.position).to.be.greaterThan(position);
            position = entry.position;
            seen.push(entry.event.id);
          }
          position = Math.max(position, stretch.position);
          if (!wasWriting && stretch.entries.length === 0) break;
          await new Promise((resume) => setImmediate(resume));
        }
        await done;
        const total = Math.ceil(perWriter / 3) * 3 * writers.length;
        expect(seen).to.have.length(total);
        expect(new Set(seen).size).to.equal(total);
      });

      it('tells other connections that there is something new', async () => {
        const second = await database.open();
        const woken = new Promise<void>((resolve) => {
          const stop = second.events.onRemoteAppend(() => {
            stop();
            resolve();
          });
        });
        await store.events.append([newEvent()]);
        await woken;
      });
    });

    it('keeps organizations apart in every call', async () => {
      await store.events.append([newEvent({ organization: 'other', version: 'secret-9' })]);
      const page = await store.events.page(ORG, { filter: {}, order: 'desc', limit: 10 });
      expect(page.events).to.deep.equal([]);
      for (const filter of [
        { search: 'secret' },
        { search: 'shop' },
        { version: ['secret-9'] },
        { id: ['event-1'] },
        { type: ['deployment'] },
      ]) {
        expect(
          (await store.events.page(ORG, { filter, order: 'asc', limit: 10 })).events,
        ).to.deep.equal([]);
        expect((await store.events.countValues(ORG, ['type'], filter)).type).to.deep.equal([]);
        expect(await store.events.countBuckets(ORG, 'type', BUCKET_MS['1d'], filter)).to.deep.equal(
          [],
        );
      }
      expect(await store.events.withId(ORG, 'event-1', undefined, 5)).to.deep.equal([]);
      expect(await store.events.countBuckets(ORG, 'type', BUCKET_MS['1d'], {})).to.deep.equal([]);
      expect(await store.events.latestByCell(ORG, ['deployment'], {})).to.deep.equal([]);
      expect(await store.events.span(ORG)).to.equal(null);
    });

    it('has everything after a restart, and goes on from there', async () => {
      const before = await load(store, newEvents(20));
      const head = await store.events.head();
      await store.close();
      const reopened = await database.open();
      expect(ids(await readAll(reopened, {}, 'asc', 100))).to.deep.equal(ids(before));
      expect(await reopened.events.head()).to.equal(head);
      const again = await reopened.events.append([
        newEvent({ id: 'event-3' }),
        newEvent({ id: 'more' }),
      ]);
      expect(kinds(again)).to.deep.equal(['existing', 'created']);
      const counted = await reopened.events.countValues(ORG, ['type'], {});
      expect(counted.type?.[0]?.count).to.equal(21);
    });
  });
}
