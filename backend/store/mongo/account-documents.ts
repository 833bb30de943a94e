/** What lies in MongoDB of people and how they get in. */
import type { LinkRecord, PersonRecord, SessionRecord } from '../account-port.ts';

export interface PersonDocument extends Omit<PersonRecord, 'id'> {
  readonly _id: string;
}

export interface SessionDocument extends Omit<SessionRecord, 'id'> {
  readonly _id: string;
}

export interface LinkDocument extends Omit<LinkRecord, 'id'> {
  readonly _id: string;
}

export interface AttemptDocument {
  /** The stretch, and the number of the attempt in it. */
  readonly _id: string;
  /** End of the stretch of time, and the hash. */
  readonly stretch: string;
  readonly until: number;
}

export interface SecretDocument {
  readonly _id: string;
  readonly value: string;
}

export const ACCOUNT_INDEXES = {
  links: [
    { name: 'by_hash', key: { hash: 1 }, unique: true },
    { name: 'by_organization', key: { organization: 1, createdAt: 1 } },
  ],
  attempts: [
    { name: 'by_stretch', key: { stretch: 1 } },
    { name: 'by_end', key: { until: 1 } },
  ],
  people: [
    { name: 'by_email', key: { email: 1 }, unique: true },
    { name: 'by_organization', key: { organization: 1, createdAt: 1 } },
  ],
  sessions: [
    { name: 'by_hash', key: { hash: 1 }, unique: true },
    { name: 'by_person', key: { person: 1, createdAt: 1 } },
    { name: 'by_expiry', key: { expiresAt: 1 } },
  ],
};
