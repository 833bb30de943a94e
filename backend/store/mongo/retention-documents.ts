/** What retention keeps in MongoDB. */
import type { RetentionRule, RetentionRun } from '../../model/retention.ts';
import type { LedgerEntry } from './documents.ts';

/** Events that are being deleted, or were a short time ago: see `removals.ts`. */
export interface RemovalDocument {
  /** Rises by one. */
  readonly _id: number;
  readonly organization: string;
  readonly at: Date;
  readonly entries: readonly LedgerEntry[];
}

/** What may be one process's at a time. */
export interface LeaseDocument {
  readonly _id: string;
  readonly holder: string;
  /** ms. */
  readonly until: number;
}

/** How long an organization, by its id, keeps its events. */
export interface RetentionDocument {
  readonly _id: string;
  readonly rules: readonly RetentionRule[];
  readonly updatedAt: number;
  readonly lastRun?: RetentionRun;
}
