/** What Milepost needs of a database about people: see `port.ts`. */
import type { Person, Role } from '../model/person.ts';

export interface PersonRecord extends Person {
  readonly organization: string;
  /** scrypt, with its salt. */
  readonly passwordHash: string;
  readonly createdAt: number;
}

/** `last-owner`: nothing was changed, since an organization must not be without one. */
export type MemberChange = 'done' | 'unknown' | 'last-owner';

export interface PersonStore {
  /** False when somebody has the e-mail address, in whatever organization. */
  insert(person: PersonRecord): Promise<boolean>;
  find(id: string): Promise<PersonRecord | null>;
  /** By the address in lower case. */
  findByEmail(email: string): Promise<PersonRecord | null>;
  /** Oldest first. */
  list(organization: string): Promise<readonly PersonRecord[]>;
  setPassword(id: string, passwordHash: string): Promise<void>;
  setName(id: string, name: string): Promise<void>;
  setRole(organization: string, id: string, role: Role): Promise<MemberChange>;
  /** Their sessions, identities and second factor end with them. */
  remove(organization: string, id: string): Promise<MemberChange>;
}

export interface SessionRecord {
  readonly id: string;
  /** SHA-256 of the token in the cookie, hexadecimal. */
  readonly hash: string;
  readonly person: string;
  readonly address: string;
  readonly userAgent: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export interface SessionStore {
  insert(session: SessionRecord): Promise<void>;
  findByHash(hash: string): Promise<SessionRecord | null>;
  /** Newest first. */
  list(person: string): Promise<readonly SessionRecord[]>;
  /** False when the person has no such session. */
  remove(person: string, id: string): Promise<boolean>;
  /** All of a person but one, which may be none. */
  removeOthers(person: string, keptId: string | null): Promise<void>;
  /** Those that have expired before. */
  prune(before: number): Promise<void>;
}

/** What a link lets its holder do once: join, or set a password anew. Only its hash is kept. */
export interface LinkRecord {
  readonly id: string;
  /** SHA-256 of what stands behind the `#`, hexadecimal. */
  readonly hash: string;
  readonly kind: 'invitation' | 'reset';
  readonly organization: string;
  readonly email: string;
  /** What an invitation makes of who accepts it; null for others. */
  readonly role: Role | null;
  /** Whose password; null for invitations. */
  readonly person: string | null;
  /** Who made it, as the audit log names them. */
  readonly createdBy: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export interface LinkStore {
  insert(link: LinkRecord): Promise<void>;
  findByHash(hash: string): Promise<LinkRecord | null>;
  /** Of one kind, oldest first; those that were used are gone, those that have expired are not. */
  list(organization: string, kind: LinkRecord['kind']): Promise<readonly LinkRecord[]>;
  /** True the first time; then the link is gone. */
  use(hash: string, at: number): Promise<boolean>;
  /** The removed link; null when the organization has no such link. */
  remove(organization: string, id: string): Promise<LinkRecord | null>;
  removeOf(person: string): Promise<void>;
}

/** How often something was tried, over all nodes and restarts. */
export interface AttemptStore {
  /** Counts one attempt in the stretch of time that ends at `until`; answers how many it has then. */
  count(hash: string, until: number): Promise<number>;
  clear(hash: string, until: number): Promise<void>;
  /** Forgets the stretches that ended before. */
  prune(before: number): Promise<void>;
}

/** Kept values that the server makes for itself. */
export interface SecretStore {
  /** Keeps the value under its name, unless there is one already; answers with the one kept. */
  keep(name: string, value: string): Promise<string>;
}
