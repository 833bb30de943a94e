/** What lies in MongoDB of the audit log and the business context. */
import type { Actor, AuditAction, AuditTarget } from '../../model/audit.ts';

export interface AuditDocument {
  readonly _id: string;
  readonly organization: string;
  /** Time and receipt as one text: see `placeOf`. */
  readonly place: string;
  readonly actor: Actor;
  /** Its id and its name: what a filter may say. */
  readonly actors: readonly string[];
  readonly action: AuditAction;
  readonly target: AuditTarget | null;
  /** JSON. */
  readonly details: string;
}

export interface ContextDocument {
  /** Made of the organization and the version: one insert gets it. */
  readonly _id: string;
  readonly organization: string;
  readonly version: number;
  readonly updatedAt: number;
  readonly updatedBy: Actor;
  readonly length: number;
  readonly text: string;
}

export const AUDIT_INDEXES = [
  { name: 'by_place', key: { organization: 1, place: -1 } },
  { name: 'by_actor', key: { organization: 1, actors: 1, place: -1 } },
  { name: 'by_action', key: { organization: 1, action: 1, place: -1 } },
] as const;

export const CONTEXT_INDEXES = [
  { name: 'by_version', key: { organization: 1, version: -1 }, unique: true },
] as const;
