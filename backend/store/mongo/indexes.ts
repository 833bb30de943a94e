import type { Collection, IndexDescription } from 'mongodb';

/** Asks first: not every server takes an index that is there already for done. */
export async function createMissing<Document extends object>(
  collection: Collection<Document>,
  indexes: readonly (IndexDescription & { readonly name: string })[],
): Promise<void> {
  const existing = await collection
    .listIndexes()
    .toArray()
    .catch(() => []);
  const names = new Set(existing.map((index: { readonly name?: string }) => index.name));
  const missing = indexes.filter((index) => !names.has(index.name));
  if (missing.length > 0) await collection.createIndexes(missing);
}
