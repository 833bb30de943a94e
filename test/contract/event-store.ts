/** What every store does. An adapter exists when it passes; each call makes its own database. */
import { expect } from 'chai';
import type { TimelineEvent } from '../../backend/model/event.ts';
import type { EventFilter, Order } from '../../backend/model/query.ts';
import type { Store } from '../../backend/store/port.ts';
import { NOON, newEvent, randomEvents } from '../support/events.ts';
import type { StoreHarness, TestDatabase } from './harness.ts';
import { allIds, ids, kinds, load, ORG, pages, readAll } from './reading.ts';
import { expectedPage, randomFilters } from './reference.ts';

export function eventStoreContract(harness: StoreHarness): void {
  describe(`${harness.name}: events`, () => {
    let database: TestDatabase;
    let store: Store;
    beforeEach(async () => {
      database = await harness.createDatabase();
      store = await database.open();
    });
    afterEach(() => database.destroy());

    describe('append', () => {
      it('gives back what was stored, in every field', async () => {
        const event = newEvent({
          id: '識別 😀 \u0001 id',
          time: -1,
          subject: null,
          severity: null,
          version: null,
          dataschema: 'https://example.com/schema',
          datacontenttype: 'application/json; charset=utf-8',
          data: JSON.parse(
            '{"__proto__":{"x":1},"constructor":"c","a.b":{"$set":[1,null,true,1.5]},"":"empty"}',
          ),
          extensions: { traceparent: '00-ab', retries: 3, forced: false, constructor: 'c' },
        });
        const [outcome] = await store.events.append([event]);
        const [found] = await store.events.withId(ORG, event.id, undefined, 2);
        const { timeIsNow: _, ...content } = event;
        expect(outcome?.kind).to.equal('created');
        expect(found).to.deep.equal({ ...content, receipt: outcome?.event.receipt });
        expect(Object.keys(found?.data ?? {})).to.include('__proto__');
      });

      it('keeps the first of two events with the same identity', async () => {
        await store.events.append([newEvent({ version: 'first' })]);
        const outcomes = await store.events.append([
          newEvent({ version: 'second' }),
          newEvent({ id: 'other' }),
        ]);
        expect(kinds(outcomes)).to.deep.equal(['existing', 'created']);
        expect(outcomes[0]?.event.version).to.equal('first');
        expect(await allIds(store)).to.have.members(['event-1', 'other']);
      });

      it('finds a duplicate within one call', async () => {
        const outcomes = await store.events.append([
          newEvent({ version: 'first' }),
          newEvent({ version: 'second' }),
          newEvent({ source: 'another' }),
        ]);
        expect(kinds(outcomes)).to.deep.equal(['created', 'existing', 'created']);
        expect(outcomes[1]?.event.version).to.equal('first');
      });

      it('tells identities apart by source, id, case and organization', async () => {
        const outcomes = await store.events.append([
          newEvent(),
          newEvent({ source: 'Shop' }),
          newEvent({ id: 'Event-1' }),
          newEvent({ organization: 'other' }),
        ]);
        expect(kinds(outcomes)).to.deep.equal(['created', 'created', 'created', 'created']);
      });

      it('stores an event once when many writers race for it', async () => {
        const second = await database.open();
        const races = Array.from({ length: 40 }, (_, index) =>
          (index % 2 === 0 ? store : second).events.append([
            newEvent({ version: `writer-${index}` }),
            newEvent({ id: `own-${index}` }),
          ]),
        );
        const outcomes = (await Promise.all(races)).flat();
        const contested = outcomes.filter((one) => one.event.id === 'event-1');
        expect(contested.filter((one) => one.kind === 'created')).to.have.length(1);
        expect(new Set(contested.map((one) => one.event.version)).size).to.equal(1);
        expect(await allIds(store)).to.have.length(41);
        const facets = await store.events.countValues(ORG, ['type'], {});
        expect(facets.type?.[0]?.count).to.equal(41);
      });
    });

    describe('pages', () => {
      const COUNT = harness.events;
      let stored: TimelineEvent[];
      beforeEach(async () => {
        stored = await load(store, randomEvents(COUNT));
        await load(store, randomEvents(50, 2, 'other'));
      });

      it('agrees with the reference for every kind of filter', async () => {
        for (const [index, filter] of randomFilters(harness.filters, COUNT).entries()) {
          const order: Order = index % 2 === 0 ? 'desc' : 'asc';
          const limit = 1 + (index % 40);
          const page = await store.events.page(ORG, { filter, order, limit });
          const expected = expectedPage(stored, filter, order);
          const name = JSON.stringify({ filter, order, limit });
          expect(ids(page.events), name).to.deep.equal(ids(expected.slice(0, limit)));
          expect(page.hasMore, name).to.equal(expected.length > limit);
        }
      });

      it('pages to the end without repeating or skipping', async () => {
        const filters: EventFilter[] = [
          {},
          { type: ['incident'] },
          { search: 'build-2' },
          { search: 'shop' },
        ];
        for (const filter of filters) {
          for (const order of ['desc', 'asc'] as const) {
            const found = await readAll(store, filter, order, Math.ceil(COUNT / 26));
            expect(ids(found)).to.deep.equal(ids(expectedPage(stored, filter, order)));
          }
        }
      });

      it('keeps its place while events are inserted around it', async () => {
        const expected = ids(expectedPage(stored, {}, 'desc'));
        const seen: string[] = [];
        let inserted = 0;
        for await (const page of pages(store, {}, 'desc', Math.ceil(COUNT / 5))) {
          seen.push(...ids(page));
          await store.events.append([
            newEvent({ id: `late-${inserted++}`, time: NOON - 1 }),
            newEvent({ id: `new-${inserted++}`, time: NOON + COUNT * 50_000 }),
            newEvent({ id: `tie-${inserted++}`, time: page.at(-1)?.time ?? 0 }),
          ]);
        }
        expect(seen.filter((id) => id.startsWith('random'))).to.deep.equal(expected);
      });

      it('orders events of the same time by receipt', async () => {
        const time = NOON - 86_400_000;
        for (let index = 0; index < 30; index += 1) {
          await store.events.append([newEvent({ id: `tie-${index}`, time })]);
        }
        const filter = { to: time };
        const newest = await readAll(store, filter, 'desc', 7);
        const oldest = await readAll(store, filter, 'asc', 7);
        const expected = Array.from({ length: 30 }, (_, index) => `tie-${index}`);
        expect(ids(oldest)).to.deep.equal(expected);
        expect(ids(newest)).to.deep.equal(expected.toReversed());
      });

      it('sees an event as soon as append has answered, on another connection too', async () => {
        const second = await database.open();
        for (let index = 0; index < 10; index += 1) {
          await store.events.append([newEvent({ id: `fresh-${index}`, time: NOON * 2 + index })]);
          const page = await second.events.page(ORG, { filter: {}, order: 'desc', limit: 1 });
          expect(ids(page.events)).to.deep.equal([`fresh-${index}`]);
        }
      });
    });
  });
}
