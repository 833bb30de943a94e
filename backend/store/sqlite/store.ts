import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { isUnconditional } from '../filters.ts';
import type { EventStore, Store } from '../port.ts';
import { createKeyStore, createOrganizationStore } from './accounts.ts';
import { createAppend } from './append.ts';
import { createAuditStore } from './audit.ts';
import { createContextStore } from './contexts.ts';
import { countBuckets, countValues, timeSpan } from './counts.ts';
import { type Database, openDatabase } from './database.ts';
import { expire } from './expire.ts';
import { createIdentityStore, createSecondFactorStore } from './identities.ts';
import { createIntegrationStore } from './integrations.ts';
import { createAttemptStore, createLinkStore } from './links.ts';
import { createMetricStore } from './metrics.ts';
import { createConnectionStore, createOAuthClientStore, createOAuthTokenStore } from './oauth.ts';
import { readPage, readWithId } from './page.ts';
import { createPersonStore, createSecretStore, createSessionStore } from './people.ts';
import { createProviderStore } from './providers.ts';
import { createRetentionStore } from './retention.ts';
import { latestByCell, readHead, readSince } from './state.ts';
import { createTotals, type Totals } from './totals.ts';
import { createTrustStore } from './trusts.ts';
import { createViewStore } from './views.ts';

/** While readers are always busy, SQLite's own checkpoints never finish and the log grows. */
const CHECKPOINT_INTERVAL_MS = 30_000;
/** How often another process on the same file is looked for, such as a second server. */
const REMOTE_POLL_MS = 250;

/** Opens the store in one file, or in memory for `:memory:`. */
export async function openSqliteStore(path: string): Promise<Store> {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
  const db = await openDatabase(path);
  const checkpoints = setInterval(() => db.checkpoint(), CHECKPOINT_INTERVAL_MS);
  checkpoints.unref();
  const totals = createTotals(db);
  return {
    kind: 'sqlite',
    events: createEventStore(db, totals),
    keys: createKeyStore(db),
    organizations: createOrganizationStore(db),
    trusts: createTrustStore(db),
    audit: createAuditStore(db),
    contexts: createContextStore(db),
    people: createPersonStore(db),
    sessions: createSessionStore(db),
    identities: createIdentityStore(db),
    secondFactors: createSecondFactorStore(db),
    secrets: createSecretStore(db),
    links: createLinkStore(db),
    attempts: createAttemptStore(db),
    retention: createRetentionStore(db),
    metrics: createMetricStore(db),
    integrations: createIntegrationStore(db),
    views: createViewStore(db),
    oauthClients: createOAuthClientStore(db),
    connections: createConnectionStore(db),
    oauthTokens: createOAuthTokenStore(db),
    providers: createProviderStore(db),
    ping: async () => {
      db.get('SELECT 1');
    },
    close: async () => {
      clearInterval(checkpoints);
      totals.stop();
      totals.settle();
      await db.close();
    },
  };
}

function createEventStore(db: Database, totals: Totals): EventStore {
  const append = createAppend(db);
  const counted = <Answer>(read: () => Answer): Answer => {
    totals.settle();
    return read();
  };
  return {
    // One is written while the other waits for its flush.
    appendsAtOnce: 2,
    append: async (events) => {
      const outcomes = append(events);
      totals.countSoon();
      // Also when nothing was new: an event that is answered as known must be as safe as a new one.
      await db.flush();
      return outcomes;
    },
    page: async (organization, request) => {
      const read = () => readPage(db, organization, request);
      // The timeline itself needs no totals.
      return isUnconditional(request.filter) ? read() : counted(read);
    },
    withId: async (organization, id, source, limit) =>
      readWithId(db, organization, id, source, limit),
    countValues: async (organization, fields, filter) =>
      counted(() => countValues(db, organization, fields, filter)),
    countBuckets: async (organization, field, bucketMs, filter) =>
      counted(() => countBuckets(db, organization, field, bucketMs, filter)),
    span: async (organization) => timeSpan(db, organization),
    latestByCell: async (organization, types, filter, at) =>
      counted(() => latestByCell(db, organization, { ...filter, type: types }, at)),
    since: async (position, limit) => {
      const stretch = readSince(db, position, limit);
      // A power cut must not take back what a follower has seen: its number would come again.
      if (stretch.entries.length > 0) await db.flush();
      return stretch;
    },
    head: async () => {
      const head = readHead(db);
      await db.flush();
      return head;
    },
    onRemoteAppend: (wake) => watchDataVersion(db, wake),
    expire: (organization, expiry) => expire(db, totals, organization, expiry),
  };
}

/** `data_version` changes when another connection has committed. */
function watchDataVersion(db: Database, wake: () => void): () => void {
  const read = (): number | undefined =>
    db.get<{ data_version: number }>('PRAGMA data_version')?.data_version;
  let seen = read();
  const timer = setInterval(() => {
    const version = read();
    if (version !== seen) wake();
    seen = version;
  }, REMOTE_POLL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
