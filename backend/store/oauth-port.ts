/** What Milepost needs of a database about assistants that sign in: see `port.ts`. */
import type { Connection, OAuthClient } from '../model/oauth.ts';

/** A client that registered itself. Those with a metadata document are not kept. */
export interface ClientRecord extends OAuthClient {
  readonly createdAt: number;
  /** When it last got a token; null: never. */
  readonly usedAt: number | null;
}

export interface OAuthClientStore {
  insert(client: ClientRecord): Promise<void>;
  find(id: string): Promise<ClientRecord | null>;
  touch(id: string, at: number): Promise<void>;
  /** Those that never got a token and are older than `unused`, or got their last before `used`. */
  prune(unused: number, used: number): Promise<void>;
}

export interface ConnectionRecord extends Connection {
  /** When it ends unless a token is taken before. */
  readonly expiresAt: number;
}

/** A revoked connection is gone: a token without one is none. */
export interface ConnectionStore {
  insert(connection: ConnectionRecord): Promise<void>;
  find(id: string): Promise<ConnectionRecord | null>;
  /** Newest first; those that have expired too. */
  list(organization: string): Promise<readonly ConnectionRecord[]>;
  extend(id: string, expiresAt: number): Promise<void>;
  /** False when the organization has no such connection. Its tokens go with it. */
  remove(organization: string, id: string): Promise<boolean>;
  /** All of a person, with their tokens. */
  removeOf(person: string): Promise<void>;
  /** Remembers the newest use of each; older times are ignored. */
  touch(uses: ReadonlyMap<string, number>): Promise<void>;
  /** Those that have expired before. */
  prune(before: number): Promise<void>;
}

/** What a client holds, or is about to: only its hash is kept. */
export interface TokenRecord {
  /** SHA-256, hexadecimal. */
  readonly hash: string;
  readonly kind: 'code' | 'access' | 'refresh';
  /** The id of the connection that it belongs to. */
  readonly connection: string;
  readonly expiresAt: number;
  /** Of codes: where it was sent, and the challenge that its receiver can answer. */
  readonly redirectUri: string | null;
  readonly challenge: string | null;
}

export interface OAuthTokenStore {
  insert(tokens: readonly TokenRecord[]): Promise<void>;
  /** Codes and refresh tokens that were used are found until they expire. */
  find(hash: string): Promise<TokenRecord | null>;
  /** Null the first time, however many try; then when that was. */
  use(hash: string, at: number, expiresAt: number): Promise<number | null>;
  remove(hash: string): Promise<void>;
  /** Those that have expired before. */
  prune(before: number): Promise<void>;
}
