import type { KeyRecord, KeyStore, OrganizationStore } from '../port.ts';
import type { Collections, KeyDocument } from './documents.ts';
import { guard, isDuplicate } from './errors.ts';

function toKey({ _id, ...key }: KeyDocument): KeyRecord {
  return { id: _id, ...key };
}

export function createKeyStore({ keys }: Collections): KeyStore {
  return {
    insert: async ({ id, ...key }) => {
      await guard(() => keys.insertOne({ _id: id, ...key }));
    },
    findByHash: async (hash) => {
      const key = await guard(() => keys.findOne({ hash }));
      return key === null ? null : toKey(key);
    },
    list: async (organization) =>
      (await guard(() => keys.find({ organization }).sort({ createdAt: 1, _id: 1 }).toArray())).map(
        toKey,
      ),
    revoke: async (organization, id, at) => {
      const condition = { _id: id, organization };
      await guard(() =>
        keys.updateOne({ ...condition, revokedAt: null }, { $set: { revokedAt: at } }),
      );
      return (await guard(() => keys.findOne(condition))) !== null;
    },
    touch: async (uses) => {
      for (const [id, at] of uses) {
        await guard(() => keys.updateOne({ _id: id }, { $max: { lastUsedAt: at } }));
      }
    },
  };
}

export function createOrganizationStore({
  organizations,
  setupLinks,
  setupUses,
}: Collections): OrganizationStore {
  return {
    insert: async ({ id, ...organization }) => {
      try {
        await guard(() => organizations.insertOne({ _id: id, ...organization }));
        return true;
      } catch (error) {
        if (isDuplicate(error)) return false;
        throw error;
      }
    },
    find: async (id) => {
      const found = await guard(() => organizations.findOne({ _id: id }));
      return found === null ? null : { id, name: found.name, createdAt: found.createdAt };
    },
    list: async () =>
      (await guard(() => organizations.find().sort({ createdAt: 1, _id: 1 }).toArray())).map(
        ({ _id, name, createdAt }) => ({ id: _id, name, createdAt }),
      ),
    rename: async (id, name) => {
      const { matchedCount } = await guard(() =>
        organizations.updateOne({ _id: id }, { $set: { name } }),
      );
      return matchedCount > 0;
    },
    findSetupLink: async (hash) => {
      const link = await guard(() => setupLinks.findOne({ _id: hash }));
      if (link === null || (await guard(() => setupUses.findOne({ _id: hash }))) !== null) {
        return null;
      }
      return link.organization;
    },
    insertSetupLink: async ({ hash, organization, createdAt }) => {
      await guard(() => setupLinks.insertOne({ _id: hash, organization, createdAt }));
    },
    useSetupLink: async (hash, at) => {
      const link = await guard(() => setupLinks.findOne({ _id: hash }));
      if (link === null) return null;
      try {
        // An insert, since not every server makes a conditional update in one step.
        await guard(() => setupUses.insertOne({ _id: hash, usedAt: at }));
        return link.organization;
      } catch (error) {
        if (isDuplicate(error)) return null;
        throw error;
      }
    },
  };
}
