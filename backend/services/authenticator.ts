import type { Principal } from '../model/key.ts';
import type { Keys } from './keys.ts';
import type { TrustedTokens } from './trusted-tokens.ts';

/** Who calls, by what they send as a bearer. Rejects with UNAUTHORIZED, saying why. */
export interface Authenticator {
  authenticate(bearer: string): Promise<Principal>;
}

export interface AuthenticatorDependencies {
  readonly keys: Pick<Keys, 'authenticate'>;
  readonly tokens: Pick<TrustedTokens, 'authenticate'>;
}

/** Three parts in base64url, of which the first is a JSON object: https://www.rfc-editor.org/rfc/rfc7519 */
const TOKEN_FORM = /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/;

/** API keys, and id tokens of pipelines: what all doors ask. */
export function createAuthenticator({ keys, tokens }: AuthenticatorDependencies): Authenticator {
  return {
    // Keys first: they are what nearly every request brings.
    authenticate: (bearer) =>
      bearer.startsWith('mp_') || !TOKEN_FORM.test(bearer)
        ? keys.authenticate(bearer)
        : tokens.authenticate(bearer),
  };
}
