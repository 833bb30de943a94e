import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { unavailable } from '../errors.ts';
import { isSafeUrl } from '../model/issuer.ts';
import { fetchJson } from './fetch-json.ts';

/** How long keys are believed without asking again: a key that is withdrawn ends within this, ms. */
const FRESH_MS = 600_000;
/** How long they are good when the issuer does not answer, ms. */
const STALE_MS = 3_600_000;
/** Shortest time between two questions for the sake of a key that is not among them, ms. */
const COOLDOWN_MS = 10_000;
const RETRY_AFTER_S = 5;

export interface IssuerKeys {
  /** The keys of an issuer, for `jwtVerify`. They reject with UNAVAILABLE while it does not answer. */
  of(issuer: string): JWTVerifyGetKey;
}

interface Known {
  readonly find: JWTVerifyGetKey;
  readonly loadedAt: number;
  /** When the issuer is asked again, ms since the Unix epoch. */
  askAgainAt: number;
}

/**
 * The public keys of issuers, by their discovery documents. Whoever calls makes sure that an
 * administrator has named the issuer: nothing that a caller says is an address to ask at.
 */
export function createIssuerKeys(clock: () => number): IssuerKeys {
  const known = new Map<string, Known>();
  const loading = new Map<string, Promise<Known>>();

  const load = async (issuer: string): Promise<Known> => {
    const find = createLocalJWKSet(await fetchKeys(issuer));
    const now = clock();
    const loaded: Known = { find, loadedAt: now, askAgainAt: now + FRESH_MS };
    known.set(issuer, loaded);
    return loaded;
  };

  /** Many who ask at the same time ask once. */
  const loadOnce = (issuer: string): Promise<Known> => {
    const pending = loading.get(issuer);
    if (pending !== undefined) return pending;
    const started = load(issuer).finally(() => loading.delete(issuer));
    loading.set(issuer, started);
    return started;
  };

  const current = async (issuer: string): Promise<Known> => {
    const have = known.get(issuer);
    if (have !== undefined && clock() < have.askAgainAt) return have;
    try {
      return await loadOnce(issuer);
    } catch (error) {
      if (have === undefined || clock() >= have.loadedAt + STALE_MS) {
        throw doesNotAnswer(issuer, error);
      }
      have.askAgainAt = Math.min(clock() + COOLDOWN_MS, have.loadedAt + STALE_MS);
      return have;
    }
  };

  /** What is known after a key was not among those that were known. */
  const afterMiss = async (issuer: string, missed: Known): Promise<Known> => {
    const have = known.get(issuer) ?? missed;
    if (clock() < have.loadedAt + COOLDOWN_MS) return have;
    try {
      return await loadOnce(issuer);
    } catch (error) {
      throw doesNotAnswer(issuer, error);
    }
  };

  return {
    of: (issuer) => async (header, token) => {
      const have = await current(issuer);
      try {
        return await have.find(header, token);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
        const next = await afterMiss(issuer, have);
        return next.find(header, token);
      }
    },
  };
}

function doesNotAnswer(issuer: string, cause: unknown) {
  return unavailable(
    `the issuer ${issuer} of the id token cannot be asked for its keys, try again`,
    cause,
    RETRY_AFTER_S,
  );
}

/** https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig */
async function fetchKeys(issuer: string): Promise<JSONWebKeySet> {
  const address = new URL(`${issuer}/.well-known/openid-configuration`);
  const discovered = await fetchJson(address);
  if (discovered['issuer'] !== issuer) {
    throw new Error(`${address.href} describes another issuer`);
  }
  const { jwks_uri: at } = discovered;
  // Only an issuer on this machine may have its keys on this machine, in the clear.
  if (typeof at !== 'string' || !isSafeUrl(at, issuer.startsWith('http:'))) {
    throw new Error(`${address.href} names no https jwks_uri`);
  }
  const keys = await fetchJson(new URL(at));
  if (!Array.isArray(keys['keys'])) throw new Error(`${at} holds no keys`);
  return keys as unknown as JSONWebKeySet;
}
