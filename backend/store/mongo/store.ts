import type { Store } from '../port.ts';

export async function openMongoStore(_uri: string): Promise<Store> {
  throw new Error('not built yet');
}
