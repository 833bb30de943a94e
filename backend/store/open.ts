import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Store } from './port.ts';
import { openSqliteStore } from './sqlite/store.ts';

const FILE = 'milepost.db';

/** Opens the store that the configuration names. Rejects with a sentence that says what to do. */
export async function openStore(config: Pick<Config, 'dataDir' | 'mongodbUri'>): Promise<Store> {
  if (config.mongodbUri !== undefined) {
    const { openMongoStore } = await import('./mongo/store.ts');
    return openMongoStore(config.mongodbUri);
  }
  return openSqliteStore(join(config.dataDir, FILE));
}
