import type {
  MemberChange,
  PersonRecord,
  PersonStore,
  SecretStore,
  SessionRecord,
  SessionStore,
} from '../account-port.ts';
import type { PersonDocument, SessionDocument } from './account-documents.ts';
import type { Collections } from './documents.ts';
import { guard, isDuplicate } from './errors.ts';

function toPerson({ _id, ...person }: PersonDocument): PersonRecord {
  return { id: _id, ...person };
}

export function createPersonStore(collections: Collections): PersonStore {
  const { people, sessions, identities, secondFactors, usedCodes } = collections;
  const find = async (condition: { _id: string } | { email: string }) => {
    const person = await guard(() => people.findOne(condition));
    return person === null ? null : toPerson(person);
  };

  /**
   * Not every server has transactions: a change that leaves no owner is taken back. Of two owners
   * who remove each other at the same moment, both may see that, and both come back.
   */
  const change = async (
    organization: string,
    id: string,
    keepsOwner: boolean,
    work: () => Promise<unknown>,
  ): Promise<MemberChange> => {
    const person = await guard(() => people.findOne({ _id: id, organization }));
    if (person === null) return 'unknown';
    const owners = { organization, role: 'owner' as const };
    const isRisky = person.role === 'owner' && !keepsOwner;
    const others = { ...owners, _id: { $ne: id } };
    if (isRisky && (await guard(() => people.findOne(others))) === null) return 'last-owner';
    await guard(work);
    if (!isRisky || (await guard(() => people.findOne(owners))) !== null) return 'done';
    await guard(() => people.replaceOne({ _id: id }, withoutId(person), { upsert: true }));
    return 'last-owner';
  };

  return {
    insert: async ({ id, ...person }) => {
      try {
        await guard(() => people.insertOne({ _id: id, ...person }));
        return true;
      } catch (error) {
        if (isDuplicate(error)) return false;
        throw error;
      }
    },
    find: (id) => find({ _id: id }),
    findByEmail: (email) => find({ email }),
    list: async (organization) =>
      (
        await guard(() => people.find({ organization }).sort({ createdAt: 1, _id: 1 }).toArray())
      ).map(toPerson),
    setPassword: async (id, passwordHash) => {
      await guard(() => people.updateOne({ _id: id }, { $set: { passwordHash } }));
    },
    setName: async (id, name) => {
      await guard(() => people.updateOne({ _id: id }, { $set: { name } }));
    },
    setRole: (organization, id, role) =>
      change(organization, id, role === 'owner', () =>
        people.updateOne({ _id: id }, { $set: { role } }),
      ),
    remove: (organization, id) =>
      change(organization, id, false, async () => {
        await people.deleteOne({ _id: id });
        await sessions.deleteMany({ person: id });
        await identities.deleteMany({ person: id });
        await secondFactors.deleteOne({ _id: id });
        await usedCodes.deleteMany({ person: id });
      }),
  };
}

function withoutId({ _id, ...person }: PersonDocument): Omit<PersonDocument, '_id'> {
  return person;
}

function toSession({ _id, ...session }: SessionDocument): SessionRecord {
  return { id: _id, ...session };
}

export function createSessionStore({ sessions }: Collections): SessionStore {
  return {
    insert: async ({ id, ...session }) => {
      await guard(() => sessions.insertOne({ _id: id, ...session }));
    },
    findByHash: async (hash) => {
      const session = await guard(() => sessions.findOne({ hash }));
      return session === null ? null : toSession(session);
    },
    list: async (person) =>
      (await guard(() => sessions.find({ person }).sort({ createdAt: -1, _id: -1 }).toArray())).map(
        toSession,
      ),
    remove: async (person, id) => {
      const { deletedCount } = await guard(() => sessions.deleteOne({ _id: id, person }));
      return deletedCount > 0;
    },
    removeOthers: async (person, keptId) => {
      const kept = keptId === null ? {} : { _id: { $ne: keptId } };
      await guard(() => sessions.deleteMany({ person, ...kept }));
    },
    prune: async (before) => {
      await guard(() => sessions.deleteMany({ expiresAt: { $lt: before } }));
    },
  };
}

export function createSecretStore({ secrets }: Collections): SecretStore {
  return {
    keep: async (name, value) => {
      try {
        await guard(() => secrets.insertOne({ _id: name, value }));
        return value;
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        return (await guard(() => secrets.findOne({ _id: name })))?.value ?? value;
      }
    },
  };
}
