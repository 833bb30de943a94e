import { createHash, randomBytes } from 'node:crypto';
import { scopeText } from '../model/oauth.ts';
import type {
  ConnectionRecord,
  ConnectionStore,
  OAuthTokenStore,
  TokenRecord,
} from '../store/oauth-port.ts';
import { hashSecret } from './keys.ts';
import type { OAuthClients } from './oauth-clients.ts';
import { checkResource, OAuthError, parameterOf, requiredParameter } from './oauth-error.ts';

/** What the token endpoint answers: RFC 6749, 5.1. */
export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** s. */
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
}

export interface OAuthTokens {
  /** A code for a connection, which lasts no longer than it unless the code is redeemed. */
  issueCode(connection: string, redirectUri: string, challenge: string): Promise<string>;
  /** Rejects with `OAuthError`. */
  exchange(parameters: URLSearchParams): Promise<TokenAnswer>;
  /** RFC 7009: what is not known is revoked already. Rejects with `OAuthError`. */
  revoke(parameters: URLSearchParams): Promise<void>;
  prune(): Promise<void>;
}

export interface OAuthTokensDependencies {
  readonly connections: ConnectionStore;
  readonly oauthTokens: OAuthTokenStore;
  readonly clients: Pick<OAuthClients, 'isKnown' | 'noteUse'>;
  /** Ends a connection for a reason that the audit log will name. */
  readonly end: (connection: ConnectionRecord, reason: string) => Promise<void>;
  /** An access token is good no longer. */
  readonly forget: (connection: string) => void;
  readonly resource: () => string;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
}

export const CODE_MS = 60_000;
export const ACCESS_MS = 3_600_000;
/** Counted from the last time that a token was taken. */
export const REFRESH_MS = 90 * 24 * 3_600_000;
/**
 * Two windows of one program may refresh at the same time: within this the second one is refused
 * and the connection left alone; no second token is made either way.
 */
const RACE_MS = 10_000;

export const ACCESS_PREFIX = 'mpo_';
const REFRESH_PREFIX = 'mpr_';
/** RFC 7636, 4.1. */
const VERIFIER = /^[\w.~-]{43,128}$/;

interface Presented {
  readonly token: TokenRecord;
  readonly connection: ConnectionRecord;
}

export function createOAuthTokens(dependencies: OAuthTokensDependencies): OAuthTokens {
  const { connections, oauthTokens, clients, end, forget, resource, clock } = dependencies;

  /** What a client shows, when it is its own. */
  const present = async (
    secret: string,
    kind: TokenRecord['kind'],
    clientId: string,
  ): Promise<Presented> => {
    const token = await oauthTokens.find(hashSecret(secret));
    const connection = token === null ? null : await connections.find(token.connection);
    if (token?.kind !== kind || connection === null || connection.clientId !== clientId) {
      throw invalid(kind);
    }
    return { token, connection };
  };

  /** Counts as used from now on; a second use means that two have it, of whom one stole it. */
  const useUp = async ({ token, connection }: Presented): Promise<void> => {
    const now = clock();
    const before = await oauthTokens.use(token.hash, now, token.expiresAt);
    if (before !== null) {
      const isRace = token.kind === 'refresh' && now - before <= RACE_MS;
      if (!isRace) await end(connection, `a ${wordOf(token.kind)} was used twice`);
      throw invalid(token.kind);
    }
    if (token.expiresAt <= now || connection.expiresAt <= now) throw invalid(token.kind);
  };

  const issue = async ({ id, clientId, canWrite }: ConnectionRecord): Promise<TokenAnswer> => {
    const now = clock();
    const [access, refresh] = [newToken(ACCESS_PREFIX), newToken(REFRESH_PREFIX)];
    const common = { connection: id, redirectUri: null, challenge: null };
    await connections.extend(id, now + REFRESH_MS);
    await oauthTokens.insert([
      { ...common, hash: hashSecret(access), kind: 'access', expiresAt: now + ACCESS_MS },
      { ...common, hash: hashSecret(refresh), kind: 'refresh', expiresAt: now + REFRESH_MS },
    ]);
    await clients.noteUse(clientId);
    return {
      access_token: access,
      token_type: 'Bearer',
      expires_in: ACCESS_MS / 1000,
      refresh_token: refresh,
      scope: scopeText(canWrite),
    };
  };

  const redeem = async (parameters: URLSearchParams, clientId: string): Promise<TokenAnswer> => {
    const verifier = requiredParameter(parameters, 'code_verifier');
    const shown = await present(requiredParameter(parameters, 'code'), 'code', clientId);
    const redirectUri = parameterOf(parameters, 'redirect_uri');
    const { token } = shown;
    // OAuth 2.1 sends it no more; who does must say the same as before.
    if (redirectUri !== null && redirectUri !== token.redirectUri) {
      throw new OAuthError(
        'invalid_grant',
        'redirect_uri is not the one that the code was sent to',
      );
    }
    if (!VERIFIER.test(verifier) || challengeOf(verifier) !== token.challenge) {
      throw new OAuthError('invalid_grant', 'code_verifier does not fit the code_challenge');
    }
    await useUp(shown);
    return issue(shown.connection);
  };

  const refresh = async (parameters: URLSearchParams, clientId: string): Promise<TokenAnswer> => {
    const secret = requiredParameter(parameters, 'refresh_token');
    const shown = await present(secret, 'refresh', clientId);
    await useUp(shown);
    return issue(shown.connection);
  };

  /** The client that speaks; public ones only, so that a name is all there is to it. */
  const speaker = async (parameters: URLSearchParams): Promise<string> => {
    const clientId = requiredParameter(parameters, 'client_id');
    if (await clients.isKnown(clientId)) return clientId;
    throw new OAuthError('invalid_client', 'the client is not known here, register it anew');
  };

  return {
    issueCode: async (connection, redirectUri, challenge) => {
      const code = newToken('');
      const expiresAt = clock() + CODE_MS;
      const record = { kind: 'code', connection, expiresAt, redirectUri, challenge } as const;
      await oauthTokens.insert([{ ...record, hash: hashSecret(code) }]);
      return code;
    },
    exchange: async (parameters) => {
      const kind = requiredParameter(parameters, 'grant_type');
      if (kind !== 'authorization_code' && kind !== 'refresh_token') {
        throw new OAuthError(
          'unsupported_grant_type',
          'grant_type must be authorization_code or refresh_token',
        );
      }
      const clientId = await speaker(parameters);
      checkResource(parameters, resource());
      return kind === 'refresh_token'
        ? refresh(parameters, clientId)
        : redeem(parameters, clientId);
    },
    revoke: async (parameters) => {
      const clientId = await speaker(parameters);
      const hash = hashSecret(requiredParameter(parameters, 'token'));
      const token = await oauthTokens.find(hash);
      const connection = token === null ? null : await connections.find(token.connection);
      if (token === null || connection?.clientId !== clientId) return;
      if (token.kind === 'access') {
        await oauthTokens.remove(hash);
        forget(connection.id);
        return;
      }
      await end(connection, 'the client gave it back');
    },
    prune: async () => {
      await connections.prune(clock());
      await oauthTokens.prune(clock());
    },
  };
}

/** 256 random bits. */
function newToken(prefix: string): string {
  return prefix + randomBytes(32).toString('base64url');
}

export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

/** The same words whatever is wrong. */
function invalid(kind: TokenRecord['kind']): OAuthError {
  return new OAuthError(
    'invalid_grant',
    `the ${wordOf(kind)} is not valid, was used, or has expired; ask the person again`,
  );
}

function wordOf(kind: TokenRecord['kind']): string {
  return kind === 'refresh' ? 'refresh token' : kind;
}
