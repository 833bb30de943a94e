import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { openMongoStore } from '../../backend/store/mongo/store.ts';
import type { Store } from '../../backend/store/port.ts';
import { accountStoreContract } from './account-store.ts';
import { auditStoreContract } from './audit-store.ts';
import { contextStoreContract } from './context-store.ts';
import { eventStoreContract } from './event-store.ts';
import { eventTotalsContract } from './event-totals.ts';
import type { StoreHarness } from './harness.ts';
import { identityStoreContract } from './identity-store.ts';
import { largeContract } from './large.ts';
import { metricStoreContract } from './metric-store.ts';
import { oauthStoreContract } from './oauth-store.ts';
import { personStoreContract } from './person-store.ts';
import { providerStoreContract } from './provider-store.ts';
import { retentionStoreContract } from './retention-store.ts';
import { trustStoreContract } from './trust-store.ts';
import { viewStoreContract } from './view-store.ts';

const uri = process.env['MONGODB_URI'];

if (uri === undefined) {
  describe('MongoDB', () => {
    it(
      'was not tested: set MONGODB_URI to a server whose databases milepost-test-* may be dropped',
    );
  });
} else {
  // FerretDB 1 on SQLite reads whole collections for each query: the same tests on fewer events.
  const isFerretDb = await hasFerretDb(uri);
  const harness: StoreHarness = {
    name: isFerretDb ? 'FerretDB' : 'MongoDB',
    events: isFerretDb ? 250 : 2500,
    expiringEvents: isFerretDb ? 0 : 2500,
    losesUpdates: isFerretDb,
    filters: isFerretDb ? 40 : 200,
    racingEvents: isFerretDb ? 30 : 150,
    createDatabase: async () => {
      const url = new URL(uri);
      url.pathname = `/milepost-test-${randomUUID().slice(0, 8)}`;
      const open: Store[] = [];
      return {
        open: async () => {
          const store = await openMongoStore(url.href);
          open.push(store);
          return store;
        },
        destroy: async () => {
          for (const store of open) await store.close().catch(() => {});
          const client = new MongoClient(url.href);
          await client.db().dropDatabase();
          await client.close();
        },
      };
    },
  };

  eventStoreContract(harness);
  eventTotalsContract(harness);
  accountStoreContract(harness);
  personStoreContract(harness);
  oauthStoreContract(harness);
  identityStoreContract(harness);
  trustStoreContract(harness);
  auditStoreContract(harness);
  contextStoreContract(harness);
  retentionStoreContract(harness);
  metricStoreContract(harness);
  viewStoreContract(harness);
  providerStoreContract(harness);
  if (isFerretDb) {
    describe('FerretDB: many events', () => {
      it('was not tested: it reads whole collections for each query');
    });
  } else {
    largeContract(harness, Number(process.env['MILEPOST_TEST_EVENTS'] ?? 100_000));
  }
}

async function hasFerretDb(server: string): Promise<boolean> {
  const client = new MongoClient(server);
  const info = await client.db('admin').command({ buildInfo: 1 });
  await client.close();
  return 'ferretdb' in info || 'ferretdbVersion' in info;
}
