import type { RetentionStore } from '../port.ts';
import type { Collections } from './documents.ts';
import { guard } from './errors.ts';
import { createLeaseStore } from './leases.ts';

export function createRetentionStore(collections: Collections): RetentionStore {
  const { retention } = collections;
  return {
    ...createLeaseStore(collections, 'retention'),
    read: async (organization) => {
      const found = await guard(() => retention.findOne({ _id: organization }));
      if (found === null) return { rules: [], updatedAt: null, lastRun: null };
      return { rules: found.rules, updatedAt: found.updatedAt, lastRun: found.lastRun ?? null };
    },
    write: async (organization, rules, at) => {
      const values = { rules: [...rules], updatedAt: at };
      await guard(() =>
        retention.updateOne({ _id: organization }, { $set: values }, { upsert: true }),
      );
    },
    organizations: async () => {
      const found = await guard(() => retention.find().sort({ _id: 1 }).toArray());
      return found.filter(({ rules }) => rules.length > 0).map(({ _id }) => _id);
    },
    recordRun: async (organization, lastRun) => {
      await guard(() => retention.updateOne({ _id: organization }, { $set: { lastRun } }));
    },
  };
}
