/** The same answers when there are very many events. */
import { expect } from 'chai';
import type { TimelineEvent } from '../../backend/model/event.ts';
import { BUCKET_MS, type EventFilter } from '../../backend/model/query.ts';
import type { Store } from '../../backend/store/port.ts';
import { generateEvents } from '../../bench/dataset.ts';
import { NOON, newEvents } from '../support/events.ts';
import type { StoreHarness, TestDatabase } from './harness.ts';
import { load } from './reading.ts';
import { expectedCounts, expectedPage, expectedState } from './reference.ts';

const ORG = 'default';

export function largeContract(harness: StoreHarness, count: number): void {
  describe(`${harness.name}: ${count} events`, function () {
    this.timeout(300_000);
    let database: TestDatabase;
    let store: Store;
    let stored: TimelineEvent[];

    before(async () => {
      database = await harness.createDatabase();
      store = await database.open();
      // A tenth of them share one time.
      const ties = newEvents(count / 10, { time: NOON, source: 'ties', version: 'tied' });
      stored = [
        ...(await load(store, [...generateEvents(count - ties.length, NOON + 30 * 86_400_000)])),
        ...(await load(store, ties)),
      ];
      // Others open it too, and find it as this one does.
      store = await database.open();
    });
    after(() => database.destroy());

    it('pages through all of them, each once and in order', async () => {
      const expected = expectedPage(stored, {}, 'desc');
      let place = 0;
      let after: TimelineEvent | undefined;
      for (;;) {
        const page = await store.events.page(ORG, {
          filter: {},
          order: 'desc',
          limit: Math.ceil(count / 20),
          after,
        });
        for (const event of page.events) expect(event.id).to.equal(expected[place++]?.id);
        after = page.events.at(-1);
        if (!page.hasMore) break;
      }
      expect(place).to.equal(count);
    });

    it('finds what is common, what is rare and what is not there', async () => {
      const filters: EventFilter[] = [
        { type: ['deployment'] },
        { type: ['incident'], subject: ['development'] },
        { source: ['//github.com/acme/service-199'] },
        { search: 'SERVICE-19' },
        { search: 'tied' },
        { search: 'zzz' },
        { search: 'z' },
        { search: '9.9' },
        { version: ['tied'], to: NOON },
        { severity: ['CRITICAL'], search: 'service-3' },
      ];
      for (const filter of filters) {
        for (const order of ['desc', 'asc'] as const) {
          const page = await store.events.page(ORG, { filter, order, limit: 50 });
          const expected = expectedPage(stored, filter, order).slice(0, 50);
          expect(
            page.events.map((one) => one.id),
            JSON.stringify(filter),
          ).to.deep.equal(expected.map((one) => one.id));
        }
      }
    });

    it('counts them all', async () => {
      for (const filter of [{}, { type: ['rollback'] }, { search: 'service-1' }, { from: NOON }]) {
        const counted = await store.events.countValues(ORG, ['subject'], filter);
        const found = Object.fromEntries(
          (counted.subject ?? []).map((one) => [String(one.value), one.count]),
        );
        expect(found).to.deep.equal(expectedCounts(stored, 'subject', filter));
        for (const bucketMs of [BUCKET_MS['1h'], BUCKET_MS['1d']]) {
          const buckets = await store.events.countBuckets(ORG, 'subject', bucketMs, filter);
          const sums: Record<string, number> = {};
          for (const { value, count: n } of buckets) {
            sums[String(value)] = (sums[String(value)] ?? 0) + n;
          }
          expect(sums).to.deep.equal(found);
        }
      }
    });

    it('knows what ran where, then and now', async () => {
      for (const at of [undefined, stored[Math.floor(count / 3)]?.time]) {
        const cells = await store.events.latestByCell(
          ORG,
          ['deployment', 'release', 'rollback'],
          {},
          at,
        );
        const found = Object.fromEntries(
          cells.map((one) => [`${one.source} ${one.subject}`, one.event.id]),
        );
        const expected = expectedState(
          stored,
          ['deployment', 'release', 'rollback'],
          at ?? Infinity,
        );
        expect(found).to.deep.equal(expected);
      }
    });

    it('replays the newest of them in order', async () => {
      const head = await store.events.head();
      const stretch = await store.events.since(head - 1500, 5000);
      if (stretch === 'expired') throw new Error('expired');
      expect(stretch.entries.map((one) => one.event.id)).to.deep.equal(
        stored.slice(-1500).map((one) => one.id),
      );
    });
  });
}
