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

/** Two that make the same document at once: one of them finds it there. */
const UPSERT_TRIES = 3;

export function createAttemptStore({ attempts }: Collections): AttemptStore {
  const idOf = (hash: string, until: number) => `${until}:${hash}`;
  const count = async (hash: string, until: number, tries = UPSERT_TRIES): Promise<number> => {
    try {
      const counted = await guard(() =>
        attempts.findOneAndUpdate(
          { _id: idOf(hash, until) },
          { $inc: { count: 1 }, $set: { until } },
          { upsert: true, returnDocument: 'after' },
        ),
      );
      return counted?.count ?? 1;
    } catch (error) {
      if (tries > 1 && isDuplicate(error)) return count(hash, until, tries - 1);
      throw error;
    }
  };
  return {
    count: (hash, until) => count(hash, until),
    clear: async (hash, until) => {
      await guard(() => attempts.deleteOne({ _id: idOf(hash, until) }));
    },
    prune: async (before) => {
      await guard(() => attempts.deleteMany({ until: { $lt: before } }));
    },
  };
}
