import type { LeaseStore } from '../provider-port.ts';
import type { Collections } from './documents.ts';
import { guard, isDuplicate } from './errors.ts';

/** The lease of this name. */
export function createLeaseStore({ leases }: Collections, name: string): LeaseStore {
  /** An insert, since not every server makes a conditional update in one step. */
  const claim = async (holder: string, until: number): Promise<boolean> => {
    try {
      await guard(() => leases.insertOne({ _id: name, holder, until }));
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  };
  return {
    acquire: async (holder, now, until) => {
      if (await claim(holder, until)) return true;
      const own = await guard(() => leases.updateOne({ _id: name, holder }, { $set: { until } }));
      if (own.matchedCount > 0) return true;
      const expired = await guard(() => leases.deleteOne({ _id: name, until: { $lt: now } }));
      return expired.deletedCount > 0 && claim(holder, until);
    },
    release: async (holder) => {
      await guard(() => leases.deleteOne({ _id: name, holder }));
    },
  };
}
