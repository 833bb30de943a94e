import type { Principal } from '../model/key.ts';
import type { Callers } from './callers.ts';
import type { Keys } from './keys.ts';
import type { Caller, Sessions } from './sessions.ts';
import type { TrustedTokens } from './trusted-tokens.ts';

/** Who calls. */
export interface Authenticator {
  /** By what they send as a bearer. Rejects with UNAUTHORIZED, saying why. */
  authenticate(bearer: string): Promise<Principal>;
  /** By their session cookie; null without one. Rejects with UNAUTHORIZED when it has ended. */
  authenticateSession(caller: Caller): Promise<Principal | null>;
}

/** What lets callers in, whichever door they come to. */
export interface Gate {
  readonly authenticator: Authenticator;
  readonly callers: Callers;
}

export interface AuthenticatorDependencies {
  readonly keys: Pick<Keys, 'authenticate'>;
  readonly tokens: Pick<TrustedTokens, 'authenticate'>;
  readonly sessions: Pick<Sessions, 'authenticate'>;
}

/** Three parts in base64url, of which the first is a JSON object: https://www.rfc-editor.org/rfc/rfc7519 */
const TOKEN_FORM = /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/;

/** API keys, id tokens of pipelines, and sessions of people: what all doors ask. */
export function createAuthenticator(dependencies: AuthenticatorDependencies): Authenticator {
  const { keys, tokens, sessions } = dependencies;
  return {
    // Keys first: they are what nearly every request brings.
    authenticate: (bearer) =>
      bearer.startsWith('mp_') || !TOKEN_FORM.test(bearer)
        ? keys.authenticate(bearer)
        : tokens.authenticate(bearer),
    authenticateSession: sessions.authenticate,
  };
}
