/** The relying party of OpenID Connect: the authorization code flow, with PKCE, state and nonce. */
import * as client from 'openid-client';
import type { SignOnClaims } from '../model/sign-on.ts';
import { type SignOnFlow, type SignOnIssuer, SignOnRefusal } from '../services/single-sign-on.ts';
import { createLimitedFetch } from './limited-fetch.ts';

export interface SignOnDependencies {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  /** The claim that roles go by. */
  readonly roleClaim: string | undefined;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
}

/** What is waited for one answer of the issuer, s. */
const TIMEOUT_S = 5;
/** How long what the issuer says of itself is believed, ms. */
const FRESH_MS = 600_000;
const SCOPE = 'openid email profile';

export function createSignOnIssuer(dependencies: SignOnDependencies): SignOnIssuer {
  const { issuer, clientId, clientSecret, roleClaim, clock } = dependencies;
  const isLoopback = issuer.startsWith('http:');
  let known: { readonly config: client.Configuration; readonly until: number } | null = null;

  const discover = async (): Promise<client.Configuration> => {
    if (known !== null && clock() < known.until) return known.config;
    try {
      const config = await client.discovery(
        new URL(issuer),
        clientId,
        clientSecret,
        authenticationBy(clientSecret),
        {
          timeout: TIMEOUT_S,
          [client.customFetch]: createLimitedFetch(isLoopback),
          execute: [
            // By signature too, and not only by where it came from.
            client.enableNonRepudiationChecks,
            ...(isLoopback ? [client.allowInsecureRequests] : []),
          ],
        },
      );
      known = { config, until: clock() + FRESH_MS };
      return config;
    } catch (error) {
      throw new SignOnRefusal('unavailable', withoutSecrets(error));
    }
  };

  return {
    begin: async (redirectUri) => {
      const config = await discover();
      const verifier = client.randomPKCECodeVerifier();
      const flow = { state: client.randomState(), nonce: client.randomNonce(), verifier };
      const location = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return { location: location.href, flow };
    },
    finish: async (answer, flow) => {
      const config = await discover();
      try {
        return await readClaims(config, answer, flow);
      } catch (error) {
        throw new SignOnRefusal(problemOf(error), withoutSecrets(error));
      }
    },
  };

  async function readClaims(
    config: client.Configuration,
    answer: URL,
    { state, nonce, verifier }: SignOnFlow,
  ): Promise<SignOnClaims> {
    const tokens = await client.authorizationCodeGrant(config, answer, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new Error('the issuer sent no id token');
    const isMissing = (name: string | undefined) => name !== undefined && !(name in claims);
    // Many issuers keep id tokens small.
    const more =
      (isMissing('email') || isMissing(roleClaim)) &&
      config.serverMetadata().userinfo_endpoint !== undefined
        ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
        : {};
    return toClaims(claims.sub, { ...more, ...claims });
  }

  function toClaims(subject: string, claims: Readonly<Record<string, unknown>>): SignOnClaims {
    const { email, email_verified: verified, name } = claims;
    const groups = roleClaim === undefined ? [] : [claims[roleClaim]].flat();
    return {
      issuer,
      subject,
      email: typeof email === 'string' && email !== '' ? email : null,
      // Some issuers write it as text.
      isEmailVerified: verified === undefined ? null : verified === true || verified === 'true',
      name: typeof name === 'string' ? name : null,
      groups: groups.filter((one) => typeof one === 'string'),
    };
  }
}

/** By what the issuer takes; its default is the header. */
function authenticationBy(secret: string | undefined): client.ClientAuth {
  if (secret === undefined) return client.None();
  const byBody = client.ClientSecretPost(secret);
  const byHeader = client.ClientSecretBasic(secret);
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const isByHeader = methods.includes('client_secret_basic');
    return (isByHeader ? byHeader : byBody)(server, ...rest);
  };
}

function problemOf(error: unknown) {
  if (error instanceof client.AuthorizationResponseError) return 'declined';
  const isUnreachable = causesOf(error).some((one) => {
    if (one instanceof Response) return one.status >= 500;
    const { name, code } = one as { readonly name?: string; readonly code?: string };
    return code === 'OAUTH_TIMEOUT' || name === 'TypeError' || name === 'AbortError';
  });
  return isUnreachable ? 'unavailable' : 'invalid';
}

/** The library wraps what it was told and what the network did. */
function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let one = error; one !== undefined && one !== null && causes.length < 5; ) {
    causes.push(one);
    one = (one as { readonly cause?: unknown }).cause;
  }
  return causes;
}

/** The library's errors carry answers and tokens along, which no log may hold. */
function withoutSecrets(error: unknown): Error {
  const { name, code, message } = error as Error & { readonly code?: string };
  const { error: said } = error as { readonly error?: unknown };
  const parts = [name, code, message, typeof said === 'string' ? said : undefined];
  return new Error(parts.filter((part) => part !== undefined).join(': '));
}
