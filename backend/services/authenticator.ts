import { unauthorized } from '../errors.ts';
import type { Principal } from '../model/key.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { Callers } from './callers.ts';
import type { Keys } from './keys.ts';
import { ACCESS_PREFIX } from './oauth-tokens.ts';
import type { Caller, Sessions } from './sessions.ts';
import type { TrustedTokens } from './trusted-tokens.ts';

/** Who calls. */
export interface Authenticator {
  /** By what they send as a bearer. Rejects with UNAUTHORIZED, saying why. */
  authenticate(bearer: string): Promise<Principal>;
  /** The same at the door for assistants, where an access token counts as well, and only there. */
  authenticateAssistant(bearer: string): Promise<Principal>;
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
  /** Null: assistants do not sign in here. */
  readonly accessTokens: Pick<AccessTokens, 'authenticate'> | null;
}

/** Three parts in base64url, of which the first is a JSON object: https://www.rfc-editor.org/rfc/rfc7519 */
const TOKEN_FORM = /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/;

/** API keys, id tokens of pipelines, sessions of people, and access tokens: what all doors ask. */
export function createAuthenticator(dependencies: AuthenticatorDependencies): Authenticator {
  const { keys, tokens, sessions, accessTokens } = dependencies;
  const authenticate: Authenticator['authenticate'] = async (bearer) => {
    // Keys first: they are what nearly every request brings.
    if (bearer.startsWith('mp_')) return keys.authenticate(bearer);
    if (bearer.startsWith(ACCESS_PREFIX)) {
      throw unauthorized('access tokens are for assistants at the MCP endpoint, use an API key');
    }
    return TOKEN_FORM.test(bearer) ? tokens.authenticate(bearer) : keys.authenticate(bearer);
  };
  return {
    authenticate,
    authenticateAssistant: (bearer) =>
      accessTokens !== null && bearer.startsWith(ACCESS_PREFIX)
        ? accessTokens.authenticate(bearer)
        : authenticate(bearer),
    authenticateSession: sessions.authenticate,
  };
}
