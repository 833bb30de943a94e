import type { RetentionStore } from '../port.ts';
import type { Collections } from './documents.ts';
import { guard, isDuplicate } from './errors.ts';

const LEASE = 'retention';

export function createRetentionStore({ retention, leases }: Collections): RetentionStore {
  /** An insert, since not every server makes a conditional update in one step. */
  const claim = async (holder: string, until: number): Promise<boolean> => {
    try {
      await guard(() => leases.insertOne({ _id: LEASE, holder, until }));
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  };

  return {
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
    acquire: async (holder, now, until) => {
      if (await claim(holder, until)) return true;
      const own = await guard(() => leases.updateOne({ _id: LEASE, holder }, { $set: { until } }));
      if (own.matchedCount > 0) return true;
      const expired = await guard(() => leases.deleteOne({ _id: LEASE, until: { $lt: now } }));
      return expired.deletedCount > 0 && claim(holder, until);
    },
    release: async (holder) => {
      await guard(() => leases.deleteOne({ _id: LEASE, holder }));
    },
  };
}
