import type { IdentityRecord, IdentityStore, SecondFactorStore } from '../identity-port.ts';
import type { Collections } from './documents.ts';
import { guard, isDuplicate } from './errors.ts';
import type { IdentityDocument } from './identity-documents.ts';

const idOf = (...parts: readonly string[]) => JSON.stringify(parts);

function toIdentity({ _id, place: _, ...identity }: IdentityDocument): IdentityRecord {
  return identity;
}

/** Whether it was the first: an insert is what every server does exactly once. */
async function insertOnce(insert: () => Promise<unknown>): Promise<boolean> {
  try {
    await guard(insert);
    return true;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}

export function createIdentityStore({ identities }: Collections): IdentityStore {
  return {
    find: async (issuer, subject) => {
      const found = await guard(() => identities.findOne({ _id: idOf(issuer, subject) }));
      return found === null ? null : toIdentity(found);
    },
    insert: (identity) => {
      const { issuer, subject, person } = identity;
      const _id = idOf(issuer, subject);
      return insertOnce(() =>
        identities.insertOne({ _id, ...identity, place: idOf(issuer, person) }),
      );
    },
    list: async (person) =>
      (await guard(() => identities.find({ person }).sort({ createdAt: 1 }).toArray())).map(
        toIdentity,
      ),
  };
}

export function createSecondFactorStore(collections: Collections): SecondFactorStore {
  const { secondFactors, usedCodes } = collections;
  return {
    find: async (person) => {
      const found = await guard(() => secondFactors.findOne({ _id: person }));
      if (found === null) return null;
      const { _id, ...factor } = found;
      return { person: _id, ...factor };
    },
    put: async ({ person, ...factor }) => {
      await guard(() => secondFactors.replaceOne({ _id: person }, factor, { upsert: true }));
    },
    remove: async (person) => {
      const { deletedCount } = await guard(() => secondFactors.deleteOne({ _id: person }));
      await guard(() => usedCodes.deleteMany({ person }));
      return deletedCount > 0;
    },
    useCode: (person, code, until) =>
      insertOnce(() => usedCodes.insertOne({ _id: idOf(person, code), person, code, until })),
    usedCodes: async (person, codes) => {
      const used = await guard(() => usedCodes.find({ person }).toArray());
      return used.map(({ code }) => code).filter((code) => codes.includes(code));
    },
    prune: async (before) => {
      await guard(() => usedCodes.deleteMany({ until: { $lt: before } }));
    },
  };
}
