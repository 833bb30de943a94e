/** What lies in MongoDB of assistants that sign in. */
import type { Collection, Db } from 'mongodb';
import type { ClientRecord, ConnectionRecord, TokenRecord } from '../oauth-port.ts';
import { createMissing } from './indexes.ts';

export interface ClientDocument extends Omit<ClientRecord, 'id'> {
  readonly _id: string;
}

export interface ConnectionDocument extends Omit<ConnectionRecord, 'id'> {
  readonly _id: string;
}

export interface TokenDocument extends Omit<TokenRecord, 'hash'> {
  readonly _id: string;
}

/** Written once, when a code or a refresh token is used. */
export interface UseDocument {
  readonly _id: string;
  readonly usedAt: number;
  readonly expiresAt: number;
}

export interface OAuthCollections {
  readonly oauthClients: Collection<ClientDocument>;
  readonly connections: Collection<ConnectionDocument>;
  readonly oauthTokens: Collection<TokenDocument>;
  readonly oauthUses: Collection<UseDocument>;
}

export function oauthCollectionsOf(db: Db): OAuthCollections {
  return {
    oauthClients: db.collection('oauth_clients'),
    connections: db.collection('connections'),
    oauthTokens: db.collection('oauth_tokens'),
    oauthUses: db.collection('oauth_uses'),
  };
}

const BY_EXPIRY = { name: 'by_expiry', key: { expiresAt: 1 } } as const;

export async function prepareOAuth(collections: OAuthCollections): Promise<void> {
  const { oauthClients, connections, oauthTokens, oauthUses } = collections;
  await createMissing(oauthClients, [{ name: 'by_use', key: { usedAt: 1, createdAt: 1 } }]);
  await createMissing(connections, [
    { name: 'by_organization', key: { organization: 1, createdAt: 1 } },
    { name: 'by_person', key: { person: 1 } },
    BY_EXPIRY,
  ]);
  await createMissing(oauthTokens, [{ name: 'by_connection', key: { connection: 1 } }, BY_EXPIRY]);
  await createMissing(oauthUses, [BY_EXPIRY]);
}
