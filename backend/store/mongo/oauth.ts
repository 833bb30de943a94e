import type {
  ClientRecord,
  ConnectionRecord,
  ConnectionStore,
  OAuthClientStore,
  OAuthTokenStore,
  TokenRecord,
} from '../oauth-port.ts';
import { guard, isDuplicate } from './errors.ts';
import type {
  ClientDocument,
  ConnectionDocument,
  OAuthCollections,
  TokenDocument,
} from './oauth-documents.ts';

function toClient({ _id, ...client }: ClientDocument): ClientRecord {
  return { id: _id, ...client };
}

export function createOAuthClientStore({ oauthClients }: OAuthCollections): OAuthClientStore {
  return {
    insert: async ({ id, ...client }) => {
      await guard(() => oauthClients.insertOne({ _id: id, ...client }));
    },
    find: async (id) => {
      const client = await guard(() => oauthClients.findOne({ _id: id }));
      return client === null ? null : toClient(client);
    },
    touch: async (id, at) => {
      await guard(() => oauthClients.updateOne({ _id: id }, { $max: { usedAt: at } }));
    },
    prune: async (unused, used) => {
      await guard(() => oauthClients.deleteMany({ usedAt: null, createdAt: { $lt: unused } }));
      // `null` is smaller than any number to some servers.
      await guard(() => oauthClients.deleteMany({ usedAt: { $gt: 0, $lt: used } }));
    },
  };
}

function toConnection({ _id, ...connection }: ConnectionDocument): ConnectionRecord {
  return { id: _id, ...connection };
}

export function createConnectionStore(collections: OAuthCollections): ConnectionStore {
  const { connections, oauthTokens } = collections;
  // The connection first: its tokens are none without it.
  const remove = async (found: readonly ConnectionDocument[]): Promise<void> => {
    for (const { _id } of found) {
      await guard(() => connections.deleteOne({ _id }));
      await guard(() => oauthTokens.deleteMany({ connection: _id }));
    }
  };
  return {
    insert: async ({ id, ...connection }) => {
      await guard(() => connections.insertOne({ _id: id, ...connection }));
    },
    find: async (id) => {
      const connection = await guard(() => connections.findOne({ _id: id }));
      return connection === null ? null : toConnection(connection);
    },
    list: async (organization) => {
      const order = { createdAt: -1, _id: -1 } as const;
      const found = await guard(() => connections.find({ organization }).sort(order).toArray());
      return found.map(toConnection);
    },
    extend: async (id, expiresAt) => {
      await guard(() => connections.updateOne({ _id: id }, { $set: { expiresAt } }));
    },
    remove: async (organization, id) => {
      const found = await guard(() => connections.find({ _id: id, organization }).toArray());
      await remove(found);
      return found.length > 0;
    },
    removeOf: async (person) => remove(await guard(() => connections.find({ person }).toArray())),
    touch: async (uses) => {
      for (const [id, at] of uses) {
        await guard(() => connections.updateOne({ _id: id }, { $max: { lastUsedAt: at } }));
      }
    },
    prune: async (before) =>
      remove(await guard(() => connections.find({ expiresAt: { $lt: before } }).toArray())),
  };
}

function toToken({ _id, ...token }: TokenDocument): TokenRecord {
  return { hash: _id, ...token };
}

export function createOAuthTokenStore(collections: OAuthCollections): OAuthTokenStore {
  const { oauthTokens, oauthUses } = collections;
  return {
    insert: async (tokens) => {
      const documents = tokens.map(({ hash, ...token }) => ({ _id: hash, ...token }));
      await guard(() => oauthTokens.insertMany(documents));
    },
    find: async (hash) => {
      const token = await guard(() => oauthTokens.findOne({ _id: hash }));
      return token === null ? null : toToken(token);
    },
    use: async (hash, at, expiresAt) => {
      try {
        // An insert, since not every server makes a conditional change in one step.
        await guard(() => oauthUses.insertOne({ _id: hash, usedAt: at, expiresAt }));
        return null;
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        return (await guard(() => oauthUses.findOne({ _id: hash })))?.usedAt ?? at;
      }
    },
    remove: async (hash) => {
      await guard(() => oauthTokens.deleteOne({ _id: hash }));
    },
    prune: async (before) => {
      await guard(() => oauthTokens.deleteMany({ expiresAt: { $lt: before } }));
      await guard(() => oauthUses.deleteMany({ expiresAt: { $lt: before } }));
    },
  };
}
