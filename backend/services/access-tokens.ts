import { unauthorized } from '../errors.ts';
import type { Principal } from '../model/key.ts';
import type { PersonStore } from '../store/account-port.ts';
import type { ConnectionStore, OAuthTokenStore } from '../store/oauth-port.ts';
import { hashSecret, TRUST_MS } from './keys.ts';
import { createRecollection } from './recollection.ts';
import { createUses } from './uses.ts';

/** What assistants come in with who have signed in for a person. */
export interface AccessTokens {
  /**
   * Whom the token stands for: never more than its person may at this moment, and never what takes
   * a role. Rejects with UNAUTHORIZED.
   */
  authenticate(token: string): Promise<Principal>;
  /** A connection has changed here; elsewhere that takes effect within `TRUST_MS`. */
  forget(connection: string): void;
  /** Writes down when connections were last used. Called now and then, and before the end. */
  flushUses(): Promise<void>;
}

export interface AccessTokensDependencies {
  readonly oauthTokens: Pick<OAuthTokenStore, 'find'>;
  readonly connections: Pick<ConnectionStore, 'find' | 'touch'>;
  readonly people: Pick<PersonStore, 'find'>;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
}

export function createAccessTokens(dependencies: AccessTokensDependencies): AccessTokens {
  const { oauthTokens, connections, people, clock } = dependencies;
  const trusted = createRecollection<Principal>(clock);
  const uses = createUses((pending) => connections.touch(pending));

  const look = async (secret: string) => {
    const token = await oauthTokens.find(hashSecret(secret));
    const connection = token === null ? null : await connections.find(token.connection);
    const person = connection === null ? null : await people.find(connection.person);
    const now = clock();
    if (token?.kind !== 'access' || token.expiresAt <= now) throw notValid();
    if (connection === null || person?.organization !== connection.organization) throw notValid();
    const mayWrite = connection.canWrite && person.role !== 'viewer';
    const value: Principal = {
      organization: connection.organization,
      scope: mayWrite ? 'READ_WRITE' : 'READ_ONLY',
      keyId: connection.id,
      person: null,
    };
    return { value, until: Math.min(now + TRUST_MS, token.expiresAt) };
  };

  return {
    authenticate: async (secret) => {
      const principal = trusted.recall(secret) ?? (await trusted.learn(secret, () => look(secret)));
      uses.note(principal.keyId, clock());
      return principal;
    },
    forget: (connection) => trusted.forget(({ keyId }) => keyId === connection),
    flushUses: uses.flush,
  };
}

function notValid(): Error {
  return unauthorized('the access token is not valid, was revoked, or has expired');
}
