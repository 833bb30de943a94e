import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { openMongoStore } from '../../backend/store/mongo/store.ts';
import type { Store } from '../../backend/store/port.ts';
import { openSqliteStore } from '../../backend/store/sqlite/store.ts';

/** Where tests find MongoDB; without it they use SQLite. */
export const MONGODB_URI = process.env['MONGODB_URI'];

/** The URI of a database of its own, whose name says that it may be dropped. */
export function testDatabaseUri(server: string): string {
  const url = new URL(server);
  url.pathname = `/milepost-test-${randomUUID().slice(0, 8)}`;
  return url.href;
}

export async function dropDatabase(uri: string): Promise<void> {
  const client = new MongoClient(uri);
  await client.db().dropDatabase();
  await client.close();
}

/** An empty store: MongoDB where `MONGODB_URI` is set, else SQLite in memory. */
export async function openTestStore(): Promise<Store> {
  if (MONGODB_URI === undefined) return openSqliteStore(':memory:');
  const uri = testDatabaseUri(MONGODB_URI);
  const store = await openMongoStore(uri);
  return {
    ...store,
    close: async () => {
      await store.close();
      await dropDatabase(uri);
    },
  };
}
