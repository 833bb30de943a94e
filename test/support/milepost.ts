/** A real Milepost in this process, on a free port, with an empty timeline. */
import { compose } from '../../backend/compose.ts';
import { loadConfig } from '../../backend/config.ts';
import { createLog, type Log } from '../../backend/log.ts';
import type { StoredEvent } from '../../backend/model/event.ts';
import type { Scope } from '../../backend/model/key.ts';
import { createKeys } from '../../backend/services/keys.ts';
import type { ClientDocuments } from '../../backend/services/oauth-clients.ts';
import type { Store } from '../../backend/store/port.ts';
import { auditOf, TESTER } from './audit.ts';
import { openTestStore } from './store.ts';

export interface TestMilepostOptions {
  /** Settings, as the environment would give them. */
  readonly env?: Readonly<Record<string, string>>;
  /** Opens the store, when it is not to be an empty one. */
  readonly open?: () => Promise<Store>;
  /** Stands between the product and its store, to make it fail or wait. */
  readonly wrap?: (store: Store) => Store;
  readonly log?: Log;
  /** ms since the Unix epoch. */
  readonly clock?: () => number;
  readonly dashboardFolder?: string;
  /** Instead of the internet, for client-id metadata documents. */
  readonly clientDocuments?: ClientDocuments;
}

export interface TestMilepost {
  /** Without a slash at the end. */
  readonly url: string;
  readonly port: number;
  readonly store: Store;
  /** READ_WRITE, organization `default`. */
  readonly key: string;
  /** READ_ONLY, organization `default`. */
  readonly readKey: string;
  /** Behind the `#` of the set-up link. */
  readonly setupToken: string;
  newKey(scope: Scope, organization?: string, expiresAt?: number): Promise<string>;
  /** Makes another organization, and a READ_WRITE key for it. */
  newOrganization(id: string): Promise<string>;
  revoke(key: string): Promise<void>;
  /** What `GET /api/v1/events` lists, newest first. */
  events(): Promise<StoredEvent[]>;
  close(): Promise<void>;
}

/** Starts the product as `milepost serve` does, in this process. */
export async function startMilepost(options: TestMilepostOptions = {}): Promise<TestMilepost> {
  const { env = {}, open = openTestStore, wrap = (store) => store, clock = Date.now } = options;
  const loaded = loadConfig({ PORT: '0', ...env });
  if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
  const opened = await open();
  const store = wrap(opened);
  const milepost = await compose({
    config: loaded.config,
    store,
    log: options.log ?? createLog('silent'),
    version: '0.0.0-test',
    dashboardFolder: options.dashboardFolder ?? '/nowhere',
    clock,
    ...(options.clientDocuments === undefined ? {} : { clientDocuments: options.clientDocuments }),
  });
  const { port, firstStart } = await milepost.listen();
  const url = `http://127.0.0.1:${port}`;
  const { secret = '', setupToken = '' } = firstStart ?? {};
  // Next to the product's own, as another process would have it.
  const keys = createKeys({
    keys: opened.keys,
    organizations: opened.organizations,
    audit: auditOf(opened, clock),
    clock,
    newId: () => crypto.randomUUID(),
  });
  const newKey: TestMilepost['newKey'] = async (scope, organization = 'default', expiresAt) =>
    (await keys.create({ organization, name: 'test', scope, createdBy: 'test', expiresAt })).secret;

  return {
    url,
    port,
    store,
    key: secret,
    setupToken,
    readKey: await newKey('READ_ONLY'),
    newKey,
    newOrganization: async (id) => {
      await opened.organizations.insert({ id, name: id, createdAt: clock() });
      return newKey('READ_WRITE', id);
    },
    revoke: async (key) => {
      const { organization, keyId } = await keys.authenticate(key);
      await keys.revoke(organization, keyId, TESTER);
    },
    events: async () => {
      const answer = await fetch(`${url}/api/v1/events?limit=100`, {
        headers: { Authorization: `Bearer ${secret}` },
      });
      const { data } = (await answer.json()) as { data: StoredEvent[] };
      return data;
    },
    close: () => milepost.close(),
  };
}
