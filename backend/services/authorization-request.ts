import { OAUTH_SCOPES, type OAuthClient } from '../model/oauth.ts';
import { isRegistered } from '../model/redirect.ts';
import type { OAuthClients } from './oauth-clients.ts';
import { checkResource, OAuthError, parameterOf, requiredParameter } from './oauth-error.ts';

/** What a client asks a person for: RFC 6749, 4.1.1, with PKCE and RFC 8707. */
export interface AuthorizationRequest {
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly state: string | null;
  readonly challenge: string;
  readonly asksToWrite: boolean;
}

/** Why a request cannot be granted. */
export class RefusedRequest extends Error {
  readonly reason: OAuthError;
  /**
   * Where the client hears of it, for the person to decide: sending them there unasked would make
   * this server a way to anywhere, since anybody may register (RFC 9700, 4.11.2). Null where not
   * even that is sure.
   */
  readonly back: string | null;

  constructor(reason: OAuthError, back: string | null) {
    super(reason.message);
    this.reason = reason;
    this.back = back;
  }
}

const QUERY_LENGTH = 8000;
/** 256 bits in base64url: what SHA-256 makes of a verifier. */
const CHALLENGE = /^[\w-]{43}$/;

export interface RequestReader {
  readonly clients: Pick<OAuthClients, 'find'>;
  readonly issuer: () => string;
  /** The only thing that there are tokens for. */
  readonly resource: () => string;
}

/** The request behind the `?`. Rejects with `RefusedRequest`. */
export async function readAuthorizationRequest(
  query: string,
  { clients, issuer, resource }: RequestReader,
): Promise<AuthorizationRequest> {
  const parameters = new URLSearchParams(query);
  const { client, redirectUri } = await findReceiver(query, parameters, clients).catch(
    (error: unknown) => {
      throw error instanceof OAuthError ? new RefusedRequest(error, null) : error;
    },
  );
  const state = parameters.get('state');
  try {
    parameterOf(parameters, 'state');
    if (requiredParameter(parameters, 'response_type') !== 'code') {
      throw new OAuthError('unsupported_response_type', 'response_type must be code');
    }
    checkResource(parameters, resource());
    const challenge = readChallenge(parameters);
    const asked = parameterOf(parameters, 'scope')?.split(' ');
    const asksToWrite = asked === undefined || asked.includes(OAUTH_SCOPES[1]);
    return { client, redirectUri, state, challenge, asksToWrite };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const answer = { error: error.code, error_description: error.message };
    throw new RefusedRequest(error, redirectTo({ redirectUri, state }, issuer(), answer));
  }
}

async function findReceiver(
  query: string,
  parameters: URLSearchParams,
  clients: Pick<OAuthClients, 'find'>,
) {
  if (query.length > QUERY_LENGTH) throw new OAuthError('invalid_request', 'it is too long');
  const id = requiredParameter(parameters, 'client_id');
  const client = await clients.find(id);
  if (client === null) throw new OAuthError('invalid_client', 'the client is not known here');
  const [only, ...others] = client.redirectUris;
  const given = parameterOf(parameters, 'redirect_uri');
  const redirectUri = given ?? (others.length === 0 ? only : undefined);
  if (redirectUri === undefined) {
    throw new OAuthError('invalid_request', 'redirect_uri is required');
  }
  if (!isRegistered(redirectUri, client.redirectUris)) {
    throw new OAuthError('invalid_request', 'redirect_uri is none of those of the client');
  }
  return { client, redirectUri };
}

function readChallenge(parameters: URLSearchParams): string {
  const challenge = requiredParameter(parameters, 'code_challenge');
  if (parameterOf(parameters, 'code_challenge_method') !== 'S256') {
    throw new OAuthError('invalid_request', 'code_challenge_method must be S256');
  }
  if (!CHALLENGE.test(challenge)) {
    throw new OAuthError('invalid_request', 'code_challenge must be 43 characters of base64url');
  }
  return challenge;
}

/** The address that carries an answer to the client; `iss` says whose answer it is (RFC 9207). */
export function redirectTo(
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  issuer: string,
  answer: Readonly<Record<string, string>>,
): string {
  const url = new URL(redirectUri);
  const parameters = { ...answer, ...(state === null ? {} : { state }), iss: issuer };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
