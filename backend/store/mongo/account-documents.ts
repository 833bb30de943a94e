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
  /** End of the stretch of time, and the hash. */
  readonly _id: string;
  readonly until: number;
  readonly count: number;
}

export interface SecretDocument {
  readonly _id: string;
  readonly value: string;
}
