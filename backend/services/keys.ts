import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { invalidField, notFound, unauthorized } from '../errors.ts';
import type { Actor, AuditTarget } from '../model/audit.ts';
import { isAtMost } from '../model/event-data.ts';
import type { ApiKey, Principal, Scope } from '../model/key.ts';
import type { KeyRecord, KeyStore, OrganizationStore } from '../store/port.ts';
import type { Audit } from './audit.ts';
import { createRecollection } from './recollection.ts';
import { createUses } from './uses.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 40;
const CHECKSUM_LENGTH = 6;
const KEY_FORM = /^mp_[0-9A-Za-z]{46}$/;
const DISPLAYED = 8;
const NAME_LIMIT = 100;
/** How long a key is trusted without asking the store: a revocation takes effect within this. */
export const TRUST_MS = 2000;

export interface NewKey {
  readonly organization: string;
  readonly name: string;
  readonly scope: Scope;
  /** Shown next to the key. */
  readonly createdBy: string;
  /** Whom the audit log names; the system, under the name `createdBy`, where absent. */
  readonly actor?: Actor | undefined;
  /** ms since the Unix epoch. */
  readonly expiresAt?: number | null | undefined;
}

export interface Keys {
  /** The full key appears in this answer and never again. Rejects unknown organizations. */
  create(key: NewKey): Promise<{ readonly secret: string; readonly key: ApiKey }>;
  list(organization: string): Promise<readonly ApiKey[]>;
  /**
   * Takes effect at once here and within `TRUST_MS` elsewhere. Rejects unknown ids; a key that is
   * revoked already stays as it is.
   */
  revoke(organization: string, id: string, actor: Actor): Promise<void>;
  /** Who the key stands for. Rejects with UNAUTHORIZED, saying why. */
  authenticate(secret: string): Promise<Principal>;
  /** Writes down when keys were last used. Called now and then, and before the end. */
  flushUses(): Promise<void>;
}

interface Trusted {
  readonly key: KeyRecord;
  readonly principal: Principal;
}

export interface KeysDependencies {
  readonly keys: KeyStore;
  readonly organizations: Pick<OrganizationStore, 'find'>;
  readonly audit: Pick<Audit, 'change'>;
  readonly clock: () => number;
  readonly newId: () => string;
}

export function createKeys({ keys, organizations, audit, clock, newId }: KeysDependencies): Keys {
  // By the key itself, which every request brings anyway: no hash for each of them.
  const trusted = createRecollection<Trusted>(clock);
  const uses = createUses((pending) => keys.touch(pending));

  const look = async (secret: string) => {
    checkForm(secret);
    const key = await keys.findByHash(hashSecret(secret));
    if (key === null) throw unauthorized('the API key is not known');
    const { organization, scope, id: keyId } = key;
    const principal: Principal = { organization, scope, keyId, person: null };
    return { value: { key, principal }, until: clock() + TRUST_MS };
  };

  return {
    create: async ({ organization, name, scope, createdBy, expiresAt = null, actor }) => {
      checkName(name);
      if (expiresAt !== null && expiresAt <= clock()) {
        throw invalidField('expiresAt', 'must lie in the future');
      }
      if ((await organizations.find(organization)) === null) {
        throw notFound(`organization: there is no organization ${organization}`);
      }
      const secret = newSecret();
      const key: ApiKey = {
        id: newId(),
        organization,
        name,
        scope,
        prefix: secret.slice(0, DISPLAYED),
        createdBy,
        createdAt: clock(),
        lastUsedAt: null,
        expiresAt,
        revokedAt: null,
      };
      const deed = {
        organization,
        actor: actor ?? { kind: 'system', id: null, name: createdBy },
        action: 'key.created',
        target: targetOf(key),
        details: { scope, prefix: key.prefix, expiresAt: isoOrNull(expiresAt) },
      } as const;
      await audit.change(deed, () => keys.insert({ ...key, hash: hashSecret(secret) }));
      return { secret, key };
    },
    list: async (organization) => (await keys.list(organization)).map(withoutHash),
    revoke: async (organization, id, actor) => {
      const key = (await keys.list(organization)).find((one) => one.id === id);
      if (key === undefined) throw notFound(`id: there is no API key ${id}`);
      if (key.revokedAt === null) {
        const target = targetOf(key);
        const deed = { organization, actor, action: 'key.revoked', target } as const;
        await audit.change(deed, () => keys.revoke(organization, id, clock()));
      }
      trusted.forget(({ key }) => key.id === id);
    },
    authenticate: async (secret) => {
      const now = clock();
      const { key, principal } =
        trusted.recall(secret) ?? (await trusted.learn(secret, () => look(secret)));
      if (key.revokedAt !== null) throw unauthorized('the API key was revoked');
      if (key.expiresAt !== null && key.expiresAt <= now) {
        throw unauthorized('the API key has expired');
      }
      uses.note(key.id, now);
      return principal;
    },
    flushUses: uses.flush,
  };
}

/** A random secret, 238 bits, that carries its own checksum: `mp_` + 40 + 6 base62 characters. */
export function newSecret(): string {
  const random = Array.from({ length: SECRET_LENGTH }, () => ALPHABET[randomInt(62)]).join('');
  return `mp_${random}${checksum(random)}`;
}

/** What is stored of a secret: SHA-256, hexadecimal. It is random enough to need no salt. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

function checksum(random: string): string {
  let rest = crc32(random);
  let digits = '';
  for (let length = 0; length < CHECKSUM_LENGTH; length += 1) {
    digits = `${ALPHABET[rest % 62]}${digits}`;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** Tells a typing mistake from a key that is unknown, without asking the store. */
function checkForm(secret: string): void {
  if (!KEY_FORM.test(secret)) {
    throw unauthorized('the API key is malformed: it is mp_ and 46 letters and digits');
  }
  const random = secret.slice(3, 3 + SECRET_LENGTH);
  if (checksum(random) !== secret.slice(3 + SECRET_LENGTH)) {
    throw unauthorized('the API key is mistyped: its checksum does not match');
  }
}

function checkName(name: string): void {
  if (name.trim() === '') throw invalidField('name', 'must not be empty');
  if (!isAtMost(name, NAME_LIMIT)) {
    throw invalidField('name', `must be at most ${NAME_LIMIT} characters`);
  }
}

function targetOf({ id, name }: ApiKey): AuditTarget {
  return { kind: 'key', id, name };
}

function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

function withoutHash({ hash: _, ...key }: KeyRecord): ApiKey {
  return key;
}
