/** What every store does for the business context. */
import { expect } from 'chai';
import type { ContextVersion } from '../../backend/model/business-context.ts';
import type { Store } from '../../backend/store/port.ts';
import { NOON } from '../support/events.ts';
import type { StoreHarness, TestDatabase } from './harness.ts';

const ADA = { kind: 'person', id: 'p-1', name: 'ada@example.com' } as const;

function written(version: number, over: Partial<ContextVersion> = {}): ContextVersion {
  const text = `# Version ${version}\n`;
  return { version, updatedAt: NOON + version, updatedBy: ADA, length: text.length, text, ...over };
}

export function contextStoreContract(harness: StoreHarness): void {
  describe(`${harness.name}: the business context`, () => {
    let database: TestDatabase;
    let store: Store;
    beforeEach(async () => {
      database = await harness.createDatabase();
      store = await database.open();
    });
    afterEach(() => database.destroy());

    it('keeps every version, for each organization its own', async () => {
      expect(await store.contexts.latest('default')).to.equal(null);
      const second = written(2, { updatedBy: { kind: 'cli', id: null, name: 'root' } });
      expect(await store.contexts.insert('default', written(1))).to.equal(true);
      expect(await store.contexts.insert('default', second)).to.equal(true);
      expect(await store.contexts.insert('other', written(1, { text: 'other' }))).to.equal(true);
      expect(await store.contexts.latest('default')).to.deep.equal(second);
      expect(await store.contexts.find('default', 1)).to.deep.equal(written(1));
      expect(await store.contexts.find('default', 3)).to.equal(null);
      expect(await store.contexts.find('other', 2)).to.equal(null);
      expect((await store.contexts.latest('other'))?.text).to.equal('other');
    });

    it('gives back any text to the character', async () => {
      const text = `${'é😀\r\n\t| a | b |\u2028'.repeat(2000)}\ufeff`;
      await store.contexts.insert('default', written(1, { text }));
      expect((await store.contexts.latest('default'))?.text).to.equal(text);
      await store.contexts.insert('default', written(2, { text: '' }));
      expect((await store.contexts.latest('default'))?.text).to.equal('');
    });

    it('lists the history newest first, without texts', async () => {
      for (const version of [1, 2, 10, 9]) {
        await store.contexts.insert('default', written(version));
      }
      const { text: _, ...newest } = written(10);
      const history = await store.contexts.history('default', 3);
      expect(history.map(({ version }) => version)).to.deep.equal([10, 9, 2]);
      expect(history[0]).to.deep.equal(newest);
      expect(await store.contexts.history('other', 3)).to.deep.equal([]);
    });

    it('gives a version to one writer, however many try', async () => {
      const second = await database.open();
      const tries = [store, second, store, second].map((one, index) =>
        one.contexts.insert('default', written(1, { text: `writer ${index}` })),
      );
      const won = await Promise.all(tries);
      expect(won.filter((one) => one)).to.have.length(1);
      const latest = await second.contexts.latest('default');
      expect(latest?.text).to.equal(`writer ${won.indexOf(true)}`);
      expect(await store.contexts.history('default', 10)).to.have.length(1);
    });
  });
}
