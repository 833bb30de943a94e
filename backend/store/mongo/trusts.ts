import { foldName, type Trust } from '../../model/trust.ts';
import type { TrustStore } from '../port.ts';
import type { Collections, TrustDocument } from './documents.ts';
import { guard, isDuplicate } from './errors.ts';

function toTrust({ _id, folded: _, place: __, ...trust }: TrustDocument): Trust {
  return { id: _id, ...trust };
}

function toDocument({ id, ...trust }: Trust): TrustDocument {
  const folded = foldName(trust.name);
  const place = JSON.stringify([trust.issuer, folded, trust.environment]);
  return { _id: id, ...trust, folded, place: trust.revokedAt === null ? place : id };
}

export function createTrustStore({ trusts, trustPins }: Collections): TrustStore {
  const list = async (filter: Parameters<typeof trusts.find>[0] & object) =>
    (await guard(() => trusts.find(filter).sort({ createdAt: 1, _id: 1 }).toArray())).map(toTrust);

  /** An insert, since not every server makes a conditional update in one step. */
  const pinOnce = async (id: string, resourceId: string): Promise<string> => {
    try {
      await guard(() => trustPins.insertOne({ _id: id, resourceId }));
      return resourceId;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return (await guard(() => trustPins.findOne({ _id: id })))?.resourceId ?? resourceId;
    }
  };

  return {
    insert: async (trust) => {
      try {
        await guard(() => trusts.insertOne(toDocument(trust)));
        return true;
      } catch (error) {
        if (isDuplicate(error)) return false;
        throw error;
      }
    },
    providerOf: async (issuer) =>
      (await guard(() => trusts.findOne({ issuer, revokedAt: null })))?.provider ?? null,
    find: (issuer, resourceId, name) =>
      list({
        $or: [
          { issuer, resourceId },
          { issuer, folded: foldName(name) },
        ],
      }),
    list: (organization) => list({ organization }),
    pin: async (id, resourceId) => {
      const known = (await guard(() => trusts.findOne({ _id: id })))?.resourceId;
      if (known !== undefined && known !== null) return known;
      const pinned = await pinOnce(id, resourceId);
      // Also who came second: the first may have died in between.
      await guard(() => trusts.updateOne({ _id: id }, { $set: { resourceId: pinned } }));
      return pinned;
    },
    revoke: async (organization, id, at) => {
      const condition = { _id: id, organization };
      await guard(() =>
        trusts.updateOne({ ...condition, revokedAt: null }, { $set: { revokedAt: at, place: id } }),
      );
      return (await guard(() => trusts.findOne(condition))) !== null;
    },
    touch: async (uses) => {
      for (const [id, at] of uses) {
        await guard(() => trusts.updateOne({ _id: id }, { $max: { lastUsedAt: at } }));
      }
    },
  };
}
