import { setTimeout as wait } from 'node:timers/promises';
import { MongoClient, MongoNetworkError } from 'mongodb';
import type { EventStore, Store } from '../port.ts';
import { createKeyStore, createOrganizationStore } from './accounts.ts';
import { createAppend } from './append.ts';
import { createAuditStore } from './audit.ts';
import { createContextStore } from './contexts.ts';
import { type CountDependencies, countBuckets, countValues } from './counts.ts';
import { type Collections, collectionsOf, prepare } from './documents.ts';
import { guard, isDuplicate } from './errors.ts';
import { expire } from './expire.ts';
import { createIdentityStore, createSecondFactorStore } from './identities.ts';
import { createIntegrationStore } from './integrations.ts';
import { createLedger } from './ledger.ts';
import { createAttemptStore, createLinkStore } from './links.ts';
import { createMetricStore } from './metrics.ts';
import { createNodes } from './nodes.ts';
import { createConnectionStore, createOAuthClientStore, createOAuthTokenStore } from './oauth.ts';
import { readPage, readWithId, timeSpan } from './page.ts';
import { createPersonStore, createSecretStore, createSessionStore } from './people.ts';
import { createReceipts, newNodeId } from './places.ts';
import { createProviderStore } from './providers.ts';
import { createRemovals } from './removals.ts';
import { createRetentionStore } from './retention.ts';
import { latestByCell, readSince } from './state.ts';
import { createTallies } from './tallies.ts';
import { createTrustStore } from './trusts.ts';
import { createViewStore } from './views.ts';
import { watchLedger } from './watch.ts';

const DEFAULT_DATABASE = 'milepost';
/** How long a call waits for a server that does not answer, ms. */
const SELECTION_MS = 3000;
const SOCKET_MS = 15_000;
const PREPARE_ATTEMPTS = 8;
/** Longest wait after the first attempt, ms; it grows with each. */
const PREPARE_WAIT_MS = 200;

/** Connects to the database that the URI names. Rejects with a sentence that says what to do. */
export async function openMongoStore(uri: string): Promise<Store> {
  const client = new MongoClient(uri, {
    appName: 'milepost',
    serverApi: { version: '1' },
    writeConcern: { w: 'majority' },
    serverSelectionTimeoutMS: SELECTION_MS,
    connectTimeoutMS: SELECTION_MS,
    socketTimeoutMS: SOCKET_MS,
    ignoreUndefined: true,
  });
  const named = client.options.dbName;
  const db = client.db(named === 'test' ? DEFAULT_DATABASE : named);
  const collections = collectionsOf(db);
  try {
    await client.connect();
    await db.command({ ping: 1 });
    await prepareAmongOthers(collections);
  } catch (error) {
    await client.close();
    throw new Error(`MongoDB cannot be used: ${reasonOf(error)}; check MONGODB_URI`, {
      cause: error,
    });
  }
  const { events, close } = await createEventStore(collections);
  return {
    kind: 'mongodb',
    events,
    keys: createKeyStore(collections),
    organizations: createOrganizationStore(collections),
    trusts: createTrustStore(collections),
    audit: createAuditStore(collections),
    contexts: createContextStore(collections),
    people: createPersonStore(collections),
    sessions: createSessionStore(collections),
    identities: createIdentityStore(collections),
    secondFactors: createSecondFactorStore(collections),
    secrets: createSecretStore(collections),
    links: createLinkStore(collections),
    attempts: createAttemptStore(collections),
    retention: createRetentionStore(collections),
    metrics: createMetricStore(collections),
    integrations: createIntegrationStore(collections),
    views: createViewStore(collections),
    oauthClients: createOAuthClientStore(collections),
    connections: createConnectionStore(collections),
    oauthTokens: createOAuthTokenStore(collections),
    providers: createProviderStore(collections),
    ping: async () => {
      await guard(() => db.command({ ping: 1 }));
    },
    close: async () => {
      await close();
      await client.close();
    },
  };
}

/**
 * Nodes that start at once make the same collections and indexes: one may find that another was
 * quicker (a duplicate), or lose its connection to a server that takes no two of these at a time.
 */
async function prepareAmongOthers(collections: Collections): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await prepare(collections);
    } catch (error) {
      const mayPass = isDuplicate(error) || error instanceof MongoNetworkError;
      if (!mayPass || attempt === PREPARE_ATTEMPTS) throw error;
      await wait(Math.random() * PREPARE_WAIT_MS * attempt);
    }
  }
}

async function createEventStore(collections: Collections) {
  const node = newNodeId();
  const compaction = await guard(() => collections.meta.findOne({ _id: 'compaction' }));
  const ledger = createLedger(collections.ledger, compaction?.value ?? 0);
  const tallies = createTallies(collections, ledger);
  const removals = createRemovals(collections);
  const nodes = createNodes({ node, collections, ledger, tallies, removals });
  await nodes.beat();
  await removals.finish('all');
  const append = createAppend({
    collections,
    ledger,
    newReceipt: createReceipts(node),
    // A failure is made good by the next round of the node.
    onPublished: () => void tallies.compact().catch(() => {}),
    onUncertain: nodes.uncertain,
  });
  const counting: CountDependencies = { collections, tallies };
  const events: EventStore = {
    // Of two at once the later one may be in the ledger first.
    appendsAtOnce: 1,
    append,
    page: (organization, request) => readPage(collections, organization, request),
    withId: (organization, id, source, limit) =>
      readWithId(collections, organization, id, source, limit),
    countValues: (organization, fields, filter) =>
      countValues(counting, organization, fields, filter),
    countBuckets: (organization, field, bucketMs, filter) =>
      countBuckets(counting, organization, field, bucketMs, filter),
    span: (organization) => timeSpan(collections, organization),
    latestByCell: (organization, types, filter, at) =>
      latestByCell(collections, tallies, organization, { ...filter, type: types }, at),
    since: (position, limit) => readSince(collections, ledger, position, limit),
    head: () => ledger.head(),
    onRemoteAppend: (wake) => watchLedger(collections.ledger, ledger, wake),
    expire: (organization, expiry) =>
      expire({ collections, tallies, removals }, organization, expiry),
  };
  return { events, close: () => nodes.close().catch(() => {}) };
}

/** The driver's messages name hosts, never passwords. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
