import { unauthorized } from '../errors.ts';
import type { Principal } from '../model/key.ts';
import type { Trust, Workload } from '../model/trust.ts';
import type { TrustStore } from '../store/port.ts';
import { TRUST_MS } from './keys.ts';
import { matchTrust, readWorkload, takenName } from './trust-match.ts';
import { createUses } from './uses.ts';

export interface VerifiedToken {
  readonly claims: Readonly<Record<string, unknown>>;
  /** When it stops to be good, ms since the Unix epoch. */
  readonly expiresAt: number;
}

/** Id tokens as OpenID Connect has them, checked by the keys of their issuer. */
export interface IdTokens {
  /** The issuer that a token names, before anything of it is believed; null when it is none. */
  issuerOf(token: string): string | null;
  /** Rejects with UNAUTHORIZED, saying why, and with UNAVAILABLE when the issuer does not answer. */
  verify(token: string, issuer: string): Promise<VerifiedToken>;
}

export interface TrustedTokens {
  /** Whom the job stands for that the token was made for. Rejects as `IdTokens.verify` does. */
  authenticate(token: string): Promise<Principal>;
  /** Writes down when trusts were last used. Called now and then, and before the end. */
  flushUses(): Promise<void>;
}

export interface TrustedTokensDependencies {
  readonly trusts: Pick<TrustStore, 'providerOf' | 'find' | 'pin' | 'touch'>;
  readonly idTokens: IdTokens;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
}

/** A signature is checked again after this, ms: so the key behind it may have been withdrawn. */
const CHECK_MS = 600_000;
/** Jobs that report at the same time; more only cost a check each. */
const CACHE_LIMIT = 2000;

interface Checked {
  readonly workload: Workload;
  readonly checkAgainAt: number;
}

interface Seen extends Checked {
  readonly principal: Principal;
  readonly lookAgainAt: number;
}

/** Lets in the jobs of trusted repositories. A revoked trust ends within `TRUST_MS` on every node. */
export function createTrustedTokens({
  trusts,
  idTokens,
  clock,
}: TrustedTokensDependencies): TrustedTokens {
  const seen = new Map<string, Seen>();
  const uses = createUses((pending) => trusts.touch(pending));

  const check = async (token: string): Promise<Checked> => {
    const issuer = idTokens.issuerOf(token);
    if (issuer === null) {
      throw unauthorized('the id token is malformed, send it exactly as the CI gave it');
    }
    // Before anything is fetched: only issuers that an administrator has named are ever asked.
    const provider = await trusts.providerOf(issuer);
    if (provider === null) throw unauthorized(unknownIssuer(issuer));
    const { claims, expiresAt } = await idTokens.verify(token, issuer);
    const workload = readWorkload({ issuer, provider }, claims);
    if (workload === null) {
      throw unauthorized(
        'the id token names no repository, use the one that the CI gives to a job',
      );
    }
    return { workload, checkAgainAt: Math.min(expiresAt, clock() + CHECK_MS) };
  };

  const look = async (workload: Workload): Promise<Trust> => {
    const { issuer, resourceId, name } = workload;
    const found = matchTrust(await trusts.find(issuer, resourceId, name), workload);
    if (found.kind === 'refused') throw unauthorized(found.reason);
    if (found.kind === 'trusted') return found.trust;
    // Of two nodes that see the first tokens of two repositories, one pins.
    const pinned = await trusts.pin(found.trust.id, resourceId);
    if (pinned !== resourceId) throw unauthorized(takenName(workload));
    return found.trust;
  };

  const admit = async (token: string, known: Seen | undefined): Promise<Seen> => {
    const now = clock();
    const { workload, checkAgainAt } =
      known !== undefined && now < known.checkAgainAt ? known : await check(token);
    const { organization, id: keyId } = await look(workload);
    const principal: Principal = { organization, scope: 'READ_WRITE', keyId, person: null };
    const lookAgainAt = Math.min(checkAgainAt, now + TRUST_MS);
    if (seen.size >= CACHE_LIMIT) seen.clear();
    const admitted = { workload, checkAgainAt, principal, lookAgainAt };
    seen.set(token, admitted);
    return admitted;
  };

  return {
    authenticate: async (token) => {
      const known = seen.get(token);
      const isFresh = known !== undefined && clock() < known.lookAgainAt;
      const { principal } = isFresh ? known : await admit(token, known);
      uses.note(principal.keyId, clock());
      return principal;
    },
    flushUses: uses.flush,
  };
}

/** Shown as a part of a command only when nothing in it means anything to a shell. */
function unknownIssuer(issuer: string): string {
  const isPlain = /^https?:\/\/[\w.:/-]{1,200}$/.test(issuer);
  const option = isPlain ? ` --issuer ${issuer}` : ' --issuer <iss of the token>';
  return `no repository of the id token’s issuer is trusted, add it by: npx milepost trust add github:<owner>/<repository>${option}, or gitlab:<group>/<project>`;
}
