import { rateLimited } from '../errors.ts';
import type { OAuthClient } from '../model/oauth.ts';
import type { AttemptStore } from '../store/account-port.ts';
import type { ClientRecord, OAuthClientStore } from '../store/oauth-port.ts';
import { networkOf } from './callers.ts';
import { readMetadata } from './client-metadata.ts';
import { hashSecret } from './keys.ts';
import { OAuthError } from './oauth-error.ts';

/** Client-id metadata documents, from wherever they are published. */
export interface ClientDocuments {
  /** Rejects with a reason that may be shown. */
  read(url: URL): Promise<unknown>;
}

/** Programs that may ask a person to let them in. */
export interface OAuthClients {
  /** Rejects with `OAuthError`, and with RATE_LIMITED. */
  register(metadata: unknown, address: string): Promise<ClientRecord>;
  /** Null for one that is not known; rejects with `OAuthError` where its document is no good. */
  find(id: string): Promise<OAuthClient | null>;
  /** Whether a client may be told that it is not known: one with a document always is. */
  isKnown(id: string): Promise<boolean>;
  /** It has got a token. */
  noteUse(id: string): Promise<void>;
  prune(): Promise<void>;
}

export interface OAuthClientsDependencies {
  readonly oauthClients: OAuthClientStore;
  readonly attempts: AttemptStore;
  /** Null: this server fetches none. */
  readonly documents: ClientDocuments | null;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
  readonly newId: () => string;
}

const HOUR_MS = 3_600_000;
/** Registrations an hour: from one network, and from everywhere. */
export const REGISTRATIONS = { network: 20, everywhere: 500 } as const;
/** What registered and never got a token goes after this; what got one, later than its tokens. */
const UNUSED_MS = 24 * HOUR_MS;
const USED_MS = 100 * 24 * HOUR_MS;

export function createOAuthClients(dependencies: OAuthClientsDependencies): OAuthClients {
  const { oauthClients, attempts, documents, clock, newId } = dependencies;

  const throttle = async (address: string): Promise<void> => {
    const until = (Math.floor(clock() / HOUR_MS) + 1) * HOUR_MS;
    const limits = [
      [networkOf(address), REGISTRATIONS.network],
      ['', REGISTRATIONS.everywhere],
    ] as const;
    for (const [from, points] of limits) {
      const name = hashSecret(JSON.stringify(['register', from]));
      if ((await attempts.count(name, until)) <= points) continue;
      throw rateLimited({ policy: 'register', points, seconds: HOUR_MS / 1000 }, until - clock());
    }
  };

  return {
    register: async (metadata, address) => {
      const said = readMetadata(metadata);
      await throttle(address);
      const client = { ...said, id: newId(), createdAt: clock(), usedAt: null };
      await oauthClients.insert(client);
      return client;
    },
    find: async (id) => {
      const url = documentAddress(id);
      if (url === null) return oauthClients.find(id);
      if (documents === null) {
        throw new OAuthError(
          'invalid_client',
          'this server fetches no client-id metadata documents: register the client instead',
        );
      }
      return { ...readDocument(id, await documents.read(url).catch(toOAuthError)), id };
    },
    isKnown: async (id) => documentAddress(id) !== null || (await oauthClients.find(id)) !== null,
    noteUse: (id) => oauthClients.touch(id, clock()),
    prune: () => oauthClients.prune(clock() - UNUSED_MS, clock() - USED_MS),
  };
}

const ADDRESS_LENGTH = 500;

/** The address that an id is, when it is one: https, with a path, in the one way to write it. */
export function documentAddress(id: string): URL | null {
  if (!id.startsWith('https://') || id.length > ADDRESS_LENGTH || !URL.canParse(id)) return null;
  const url = new URL(id);
  const isPlain = url.hash === '' && url.username === '' && url.password === '';
  return isPlain && url.pathname !== '/' && url.href === id ? url : null;
}

/** It must be about itself, and a client without a secret: nobody here could check one. */
function readDocument(id: string, document: unknown): Omit<OAuthClient, 'id'> {
  const said = readMetadata(document);
  const { client_id: about, token_endpoint_auth_method: method = 'none' } = document as Readonly<
    Record<string, unknown>
  >;
  if (about !== id) throw new OAuthError('invalid_client', `${id} is not about itself`);
  if (method !== 'none') {
    throw new OAuthError('invalid_client', 'token_endpoint_auth_method must be none');
  }
  return said;
}

function toOAuthError(error: unknown): never {
  throw new OAuthError('invalid_client', error instanceof Error ? error.message : 'is not there');
}

/** Whether the host that a code is sent to is the one that vouches for the client's name. */
export function isVerified({ id }: OAuthClient, redirectUri: string): boolean {
  const address = documentAddress(id);
  return address !== null && new URL(redirectUri).origin === address.origin;
}
