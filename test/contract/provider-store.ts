/** What every store does for providers of metrics. */
import { expect } from 'chai';
import { UNTRIED } from '../../backend/model/provider.ts';
import type { Store } from '../../backend/store/port.ts';
import type { ProviderRecord } from '../../backend/store/provider-port.ts';
import { NOON } from '../support/events.ts';
import type { StoreHarness, TestDatabase } from './harness.ts';

function provider(over: Partial<ProviderRecord> = {}): ProviderRecord {
  return {
    id: 'p-1',
    organization: 'default',
    name: 'prometheus',
    kind: 'prometheus',
    url: 'http://prometheus:9090',
    certificate: null,
    intervalSeconds: 60,
    historyDays: 1,
    isPaused: false,
    queries: [
      {
        ...{ metric: 'up.$x', query: 'up', unit: null, subject: 'production' },
        ...{ subjectLabel: null, source: null, sourceLabel: 'job' },
      },
    ],
    credentialNames: ['token'],
    createdBy: 'ada@example.com',
    createdAt: NOON,
    updatedAt: NOON,
    nextAt: NOON,
    state: UNTRIED,
    sealed: 'abc',
    ...over,
  };
}

export function providerStoreContract(harness: StoreHarness): void {
  describe(`${harness.name}: providers`, () => {
    let database: TestDatabase;
    let store: Store;
    beforeEach(async () => {
      database = await harness.createDatabase();
      store = await database.open();
    });
    afterEach(() => database.destroy());

    it('keeps them whole, by organization', async () => {
      const { providers } = store;
      await providers.insert(provider());
      await providers.insert(provider({ id: 'p-0', name: 'second', certificate: 'PEM' }));
      await providers.insert(provider({ id: 'p-2', organization: 'other' }));
      expect(await providers.find('default', 'p-1')).to.deep.equal(provider());
      expect(await providers.find('other', 'p-1')).to.equal(null);
      const ids = async (of: string) => (await providers.list(of)).map(({ id }) => id);
      expect(await ids('default')).to.deep.equal(['p-0', 'p-1']);
      expect(await ids('other')).to.deep.equal(['p-2']);
    });

    it('replaces settings without the state, and the state without settings', async () => {
      const { providers } = store;
      await providers.insert(provider());
      const state = {
        ...{ lastSuccessAt: NOON, lastErrorAt: NOON + 1, lastError: 'refused', failures: 2 },
        ...{ stored: 7, progress: { 'a.b $c': NOON } },
      };
      await providers.saveState('p-1', state, NOON + 60_000);
      const changed = provider({ name: 'new', sealed: 'def', isPaused: true, nextAt: NOON + 5 });
      expect(await providers.replace(changed)).to.equal(true);
      expect(await providers.find('default', 'p-1')).to.deep.equal({ ...changed, state });
      expect(await providers.replace(provider({ organization: 'other' }))).to.equal(false);
      await providers.saveState('p-9', state, NOON);
      expect(await providers.find('default', 'p-9')).to.equal(null);
      expect(await providers.remove('other', 'p-1')).to.equal(false);
      expect(await providers.remove('default', 'p-1')).to.equal(true);
      expect(await providers.list('default')).to.deep.equal([]);
    });

    it('says which are due, in every organization, the longest due first', async () => {
      const { providers } = store;
      await providers.insert(provider({ id: 'later', nextAt: NOON + 1 }));
      await providers.insert(provider({ id: 'now', nextAt: NOON }));
      await providers.insert(provider({ id: 'first', nextAt: NOON - 1, organization: 'other' }));
      await providers.insert(provider({ id: 'paused', nextAt: 0, isPaused: true }));
      const due = async (limit: number) => (await providers.due(NOON, limit)).map(({ id }) => id);
      expect(await due(9)).to.deep.equal(['first', 'now']);
      expect(await due(1)).to.deep.equal(['first']);
    });

    it('gives its lease to one holder at a time, and not that of retention', async () => {
      const others = (await database.open()).providers;
      expect(await store.retention.acquire('r', 100, 999)).to.equal(true);
      expect(await store.providers.acquire('a', 100, 200)).to.equal(true);
      expect(await others.acquire('b', 150, 250)).to.equal(false);
      expect(await others.acquire('b', 201, 250)).to.equal(true);
      await others.release('b');
      expect(await store.providers.acquire('a', 202, 250)).to.equal(true);
    });
  });
}
