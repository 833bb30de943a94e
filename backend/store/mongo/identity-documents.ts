/** What lies in MongoDB of other ways to say who one is. */
import type { Collection, Db } from 'mongodb';
import type { IdentityRecord, SecondFactorRecord } from '../identity-port.ts';

export interface IdentityDocument extends IdentityRecord {
  /** Issuer and subject. */
  readonly _id: string;
  /** Issuer and person. Unique. */
  readonly place: string;
}

export interface SecondFactorDocument extends Omit<SecondFactorRecord, 'person'> {
  readonly _id: string;
}

export interface UsedCodeDocument {
  /** Person and code. */
  readonly _id: string;
  readonly person: string;
  readonly code: string;
  readonly until: number | null;
}

export interface IdentityCollections {
  readonly identities: Collection<IdentityDocument>;
  readonly secondFactors: Collection<SecondFactorDocument>;
  readonly usedCodes: Collection<UsedCodeDocument>;
}

export function identityCollectionsOf(db: Db): IdentityCollections {
  return {
    identities: db.collection('identities'),
    secondFactors: db.collection('second_factors'),
    usedCodes: db.collection('used_codes'),
  };
}

export const IDENTITY_INDEXES = [
  { name: 'by_place', key: { place: 1 }, unique: true },
  { name: 'by_person', key: { person: 1 } },
];

export const USED_CODE_INDEXES = [
  { name: 'by_person', key: { person: 1 } },
  { name: 'by_end', key: { until: 1 } },
];
