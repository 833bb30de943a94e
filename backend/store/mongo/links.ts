import type { AttemptStore, LinkRecord, LinkStore } from '../account-port.ts';
import type { LinkDocument } from './account-documents.ts';
import type { Collections } from './documents.ts';
import { guard, isDuplicate } from './errors.ts';

function toLink({ _id, ...link }: LinkDocument): LinkRecord {
  return { id: _id, ...link };
}

export function createLinkStore({ links, setupUses }: Collections): LinkStore {
  return {
    insert: async ({ id, ...link }) => {
      await guard(() => links.insertOne({ _id: id, ...link }));
    },
    findByHash: async (hash) => {
      const link = await guard(() => links.findOne({ hash }));
      return link === null ? null : toLink(link);
    },
    list: async (organization, kind) =>
      (
        await guard(() =>
          links.find({ organization, kind }).sort({ createdAt: 1, _id: 1 }).toArray(),
        )
      ).map(toLink),
    use: async (hash, at) => {
      if ((await guard(() => links.findOne({ hash }))) === null) return false;
      try {
        // An insert, since not every server makes a conditional change in one step.
        await guard(() => setupUses.insertOne({ _id: hash, usedAt: at }));
      } catch (error) {
        if (isDuplicate(error)) return false;
        throw error;
      }
      await guard(() => links.deleteOne({ hash }));
      return true;
    },
    remove: async (organization, id) => {
      const condition = { _id: id, organization };
      const link = await guard(() => links.findOne(condition));
      await guard(() => links.deleteOne(condition));
      return link === null ? null : toLink(link);
    },
    removeOf: async (person) => {
      await guard(() => links.deleteMany({ person }));
    },
  };
}

/** More than any limit: what comes on top is not written down. */
const MOST_ATTEMPTS = 1000;

export function createAttemptStore({ attempts }: Collections): AttemptStore {
  const stretchOf = (hash: string, until: number) => `${until}:${hash}`;
  return {
    // A document for each, under its number: not every server adds to one without losing an addition.
    count: async (hash, until) => {
      const stretch = stretchOf(hash, until);
      let number = 1 + (await guard(() => attempts.countDocuments({ stretch })));
      while (number <= MOST_ATTEMPTS) {
        try {
          await guard(() => attempts.insertOne({ _id: `${stretch}:${number}`, stretch, until }));
          return number;
        } catch (error) {
          if (!isDuplicate(error)) throw error;
          number += 1;
        }
      }
      return number;
    },
    clear: async (hash, until) => {
      await guard(() => attempts.deleteMany({ stretch: stretchOf(hash, until) }));
    },
    prune: async (before) => {
      await guard(() => attempts.deleteMany({ until: { $lt: before } }));
    },
  };
}
