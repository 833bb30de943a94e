import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../../backend/store/port.ts';
import { openSqliteStore } from '../../backend/store/sqlite/store.ts';
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

const harness: StoreHarness = {
  name: 'SQLite',
  events: 2500,
  expiringEvents: 2500,
  losesUpdates: false,
  filters: 300,
  racingEvents: 150,
  createDatabase: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'milepost-'));
    const open: Store[] = [];
    return {
      open: async () => {
        const store = await openSqliteStore(join(folder, 'test.db'));
        open.push(store);
        return store;
      },
      destroy: async () => {
        for (const store of open) await store.close().catch(() => {});
        rmSync(folder, { recursive: true });
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
largeContract(harness, 100_000);
