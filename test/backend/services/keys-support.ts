import { createKeys, type Keys } from '../../../backend/services/keys.ts';
import type { KeyRecord, KeyStore, Store } from '../../../backend/store/port.ts';
import { openSqliteStore } from '../../../backend/store/sqlite/store.ts';
import { auditOf } from '../../support/audit.ts';

export const NOW = Date.UTC(2026, 0, 15, 12);

export interface TestKeys {
  readonly store: Store;
  readonly keys: Keys;
  /** What the clock says, ms. */
  now: number;
  /** The names of the calls that reached the store. */
  readonly calls: string[];
  /** The keys of another process on the same store. */
  elsewhere(): Keys;
  create(over?: { readonly expiresAt?: number }): Promise<{ secret: string; id: string }>;
  record(id: string): Promise<KeyRecord | undefined>;
}

/** Keys on an empty store with the organization `default`, and a clock that the test moves. */
export async function openKeys(): Promise<TestKeys> {
  const store = await openSqliteStore(':memory:');
  await store.organizations.insert({ id: 'default', name: 'Default', createdAt: NOW });
  const calls: string[] = [];
  const noted = <Args extends unknown[], Result>(name: string, call: (...args: Args) => Result) => {
    return (...args: Args): Result => {
      calls.push(name);
      return call(...args);
    };
  };
  const { insert, findByHash, list, revoke, touch } = store.keys;
  const keyStore: KeyStore = {
    insert: noted('insert', insert),
    findByHash: noted('findByHash', findByHash),
    list: noted('list', list),
    revoke: noted('revoke', revoke),
    touch: noted('touch', touch),
  };
  let serial = 0;
  const dependencies = {
    organizations: store.organizations,
    audit: auditOf(store, () => test.now),
    clock: () => test.now,
    newId: () => {
      serial += 1;
      return `key-${serial}`;
    },
  };
  const test: TestKeys = {
    store,
    keys: createKeys({ ...dependencies, keys: keyStore }),
    now: NOW,
    calls,
    elsewhere: () => createKeys({ ...dependencies, keys: store.keys }),
    create: async (over = {}) => {
      const key = { organization: 'default', name: 'ci', createdBy: 'cli', ...over };
      const made = await test.keys.create({ ...key, scope: 'READ_WRITE' });
      return { secret: made.secret, id: made.key.id };
    },
    record: async (id) => (await list('default')).find((key) => key.id === id),
  };
  return test;
}

/** `CODE message` of the error that a promise ends with. */
export async function refusal(promise: Promise<unknown>): Promise<string> {
  try {
    return `no refusal: ${JSON.stringify(await promise)}`;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return `${code} ${message}`;
  }
}
