/** API keys, without their secrets. */
import type { Person } from './person.ts';

export const SCOPES = ['READ_ONLY', 'READ_WRITE'] as const;
export type Scope = (typeof SCOPES)[number];

export interface ApiKey {
  readonly id: string;
  readonly organization: string;
  readonly name: string;
  readonly scope: Scope;
  /** The first 8 characters of the key, for display. */
  readonly prefix: string;
  /** Who made it: `set-up`, `cli`, or a person. */
  readonly createdBy: string;
  /** Times in ms since the Unix epoch. */
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

/** Who is calling: everything that a door needs to know about the caller. */
export interface Principal {
  readonly organization: string;
  readonly scope: Scope;
  /** The id of the key, of the trust record, or of the session. */
  readonly keyId: string;
  /** Null for API keys and for id tokens, which never may do what takes a role. */
  readonly person: Person | null;
}
