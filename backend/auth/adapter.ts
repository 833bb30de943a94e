/**
 * The store as better-auth sees it: people are its users, sessions are its sessions. It knows
 * no password and never writes a person, and of a session it hands over the token, of which only
 * the hash is kept: who steals the database finds no session to use.
 */
import { createAdapterFactory } from 'better-auth/adapters';
import { hashSecret } from '../services/keys.ts';
import type { PersonRecord, SessionRecord } from '../store/account-port.ts';
import type { Store } from '../store/port.ts';

type Condition = { readonly field: string; readonly value: unknown };
type Row = Readonly<Record<string, unknown>>;

export type AuthStore = Pick<Store, 'people' | 'sessions'>;

/** What comes of a user agent is shown to its owner; nobody needs more of it. */
const USER_AGENT_LIMIT = 300;

export function createStoreAdapter({ people, sessions }: AuthStore) {
  const findSession = async (where: readonly Condition[]): Promise<Row | null> => {
    const token = lookedFor(where, 'token');
    const found = await sessions.findByHash(hashSecret(token));
    return found === null ? null : toSession(found, token);
  };

  const find = async (model: string, where: readonly Condition[]): Promise<Row | null> => {
    switch (model) {
      case 'user': {
        const isById = where.some(({ field }) => field === 'id');
        const found = isById
          ? await people.find(lookedFor(where, 'id'))
          : await people.findByEmail(lookedFor(where, 'email'));
        return found === null ? null : toUser(found);
      }
      case 'session':
        return findSession(where);
      default:
        throw unexpected('find', model);
    }
  };

  const removeSession = async (where: readonly Condition[]): Promise<number> => {
    const found = await sessions.findByHash(hashSecret(lookedFor(where, 'token')));
    if (found === null) return 0;
    return (await sessions.remove(found.person, found.id)) ? 1 : 0;
  };

  return createAdapterFactory({
    config: { adapterId: 'milepost', adapterName: 'Milepost', supportsNumericIds: false },
    adapter: () => ({
      create: async ({ model, data }) => {
        if (model !== 'session') throw unexpected('create', model);
        await sessions.insert(toRecord(data));
        return data;
      },
      findOne: async <T>({ model, where }: { model: string; where: Condition[] }) =>
        (await find(model, where)) as T | null,
      findMany: async <T>({
        model,
        where = [],
      }: {
        model: string;
        where?: Condition[] | undefined;
      }) => {
        const found = await find(model, where);
        return (found === null ? [] : [found]) as T[];
      },
      delete: async ({ model, where }) => {
        if (model !== 'session') throw unexpected('delete', model);
        await removeSession(where);
      },
      deleteMany: async ({ model, where }) => {
        if (model !== 'session') throw unexpected('delete', model);
        return removeSession(where);
      },
      update: async ({ model }) => {
        throw unexpected('update', model);
      },
      updateMany: async ({ model }) => {
        throw unexpected('update', model);
      },
      count: async ({ model }) => {
        throw unexpected('count', model);
      },
    }),
  });
}

function lookedFor(where: readonly Condition[], name: string): string {
  const [only, ...others] = where;
  if (only?.field !== name || others.length > 0 || typeof only.value !== 'string') {
    throw unexpected('look', where.map(({ field }) => field).join());
  }
  return only.value;
}

/** Whoever lets better-auth do more has to say here how. */
function unexpected(operation: string, what: string): Error {
  return new Error(`better-auth wants to ${operation} ${what}, which no one has foreseen`);
}

function toUser({ id, email, name, createdAt }: PersonRecord): Row {
  const created = new Date(createdAt);
  return { id, email, name, emailVerified: true, createdAt: created, updatedAt: created };
}

function toSession(record: SessionRecord, token: string): Row {
  const created = new Date(record.createdAt);
  return {
    id: record.id,
    token,
    userId: record.person,
    ipAddress: record.address,
    userAgent: record.userAgent,
    createdAt: created,
    updatedAt: created,
    expiresAt: new Date(record.expiresAt),
  };
}

function toRecord(data: Row): SessionRecord {
  return {
    id: String(data['id']),
    hash: hashSecret(String(data['token'])),
    person: String(data['userId']),
    address: String(data['ipAddress'] ?? ''),
    userAgent: String(data['userAgent'] ?? '').slice(0, USER_AGENT_LIMIT),
    createdAt: Number(data['createdAt']),
    expiresAt: Number(data['expiresAt']),
  };
}
