/** What Milepost needs of a database about other ways to say who one is: see `port.ts`. */

/** An account at an issuer, and whose it is here. */
export interface IdentityRecord {
  readonly issuer: string;
  /** The issuer's own name for the account, which stays when its e-mail address does not. */
  readonly subject: string;
  readonly person: string;
  readonly createdAt: number;
}

export interface IdentityStore {
  find(issuer: string, subject: string): Promise<IdentityRecord | null>;
  /** False when the account is somebody's, or the person has another account of this issuer. */
  insert(identity: IdentityRecord): Promise<boolean>;
  list(person: string): Promise<readonly IdentityRecord[]>;
}

/** What makes the codes of one person's second factor. */
export interface SecondFactorRecord {
  readonly person: string;
  /** The secret, encrypted. */
  readonly sealed: string;
  /** SHA-256 of each recovery code, hexadecimal; empty until the first code was right. */
  readonly recovery: readonly string[];
  /** Null until the first code was right: nobody is asked for codes before. */
  readonly confirmedAt: number | null;
  readonly createdAt: number;
}

export interface SecondFactorStore {
  find(person: string): Promise<SecondFactorRecord | null>;
  /** In place of the one before, if there is one. */
  put(factor: SecondFactorRecord): Promise<void>;
  /** False when there is none. What was used is forgotten with it. */
  remove(person: string): Promise<boolean>;
  /** True the first time, over all nodes. `until`: when it may be forgotten; null for never. */
  useCode(person: string, code: string, until: number | null): Promise<boolean>;
  /** Those among `codes` that were used. */
  usedCodes(person: string, codes: readonly string[]): Promise<readonly string[]>;
  /** Forgets the codes whose time was over before. */
  prune(before: number): Promise<void>;
}
