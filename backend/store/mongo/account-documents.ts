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
