import type { ProviderState } from '../../model/provider.ts';
import type { ProviderRecord, ProviderStore } from '../provider-port.ts';
import type { Collections } from './documents.ts';
import { guard } from './errors.ts';
import { createLeaseStore } from './leases.ts';
import type { ProviderDocument } from './provider-documents.ts';

function toRecord({ _id, state, ...provider }: ProviderDocument): ProviderRecord {
  const progress = Object.fromEntries(state.progress.map(({ query, until }) => [query, until]));
  return { id: _id, ...provider, state: { ...state, progress } };
}

function toDocument({ id, state, ...provider }: ProviderRecord): ProviderDocument {
  return { _id: id, ...provider, state: toStateDocument(state) };
}

function toStateDocument({ progress, ...state }: ProviderState): ProviderDocument['state'] {
  const queries = Object.entries(progress).map(([query, until]) => ({ query, until }));
  return { ...state, progress: queries };
}

export function createProviderStore(collections: Collections): ProviderStore {
  const { providers } = collections;
  return {
    ...createLeaseStore(collections, 'providers'),
    insert: async (provider) => {
      await guard(() => providers.insertOne(toDocument(provider)));
    },
    find: async (organization, id) => {
      const found = await guard(() => providers.findOne({ _id: id, organization }));
      return found === null ? null : toRecord(found);
    },
    list: async (organization) => {
      const order = { createdAt: 1, _id: 1 } as const;
      const found = await guard(() => providers.find({ organization }).sort(order).toArray());
      return found.map(toRecord);
    },
    replace: async (provider) => {
      const { _id, organization, state: _, ...settings } = toDocument(provider);
      const { matchedCount } = await guard(() =>
        providers.updateOne({ _id, organization }, { $set: settings }),
      );
      return matchedCount > 0;
    },
    remove: async (organization, id) => {
      const { deletedCount } = await guard(() => providers.deleteOne({ _id: id, organization }));
      return deletedCount > 0;
    },
    due: async (now, limit) => {
      const condition = { isPaused: false, nextAt: { $lte: now } };
      const order = { nextAt: 1, _id: 1 } as const;
      const found = await guard(() => providers.find(condition).sort(order).limit(limit).toArray());
      return found.map(toRecord);
    },
    saveState: async (id, state, nextAt) => {
      const values = { state: toStateDocument(state), nextAt };
      await guard(() => providers.updateOne({ _id: id }, { $set: values }));
    },
  };
}
