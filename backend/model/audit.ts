/** What people and programs changed in Milepost itself, and who they were. */

export const ACTOR_KINDS = ['person', 'key', 'cli', 'system'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** Who did something: as it was called then, whatever becomes of it later. */
export interface Actor {
  readonly kind: ActorKind;
  /** Null where nothing identifies it: the command line, Milepost itself. */
  readonly id: string | null;
  /** A person's e-mail address, a key's name, a user of the operating system. */
  readonly name: string;
}

export const AUDIT_ACTIONS = [
  'organization.renamed',
  'member.invited',
  'member.joined',
  'member.role-changed',
  'member.removed',
  'member.renamed',
  'invitation.revoked',
  'identity.linked',
  'second-factor.enabled',
  'second-factor.disabled',
  'second-factor.reset',
  'recovery-code.used',
  'password.reset-link-made',
  'password.changed',
  'session.revoked',
  'signed-in',
  'sign-in-failed',
  'key.created',
  'key.revoked',
  'context.changed',
  'retention.changed',
  'retention.begun',
  'retention.deleted',
  'integration.created',
  'integration.revoked',
  'metric.settings-changed',
  'provider.created',
  'provider.changed',
  'provider.removed',
  'trust.added',
  'trust.revoked',
  'view.shared',
  'view.changed',
  'view.withdrawn',
  'view.deleted',
  'connection.allowed',
  'connection.revoked',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** What was changed. */
export interface AuditTarget {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
}

export type AuditDetails = Readonly<
  Record<string, string | number | boolean | null | readonly string[]>
>;

export interface NewAuditEntry {
  readonly id: string;
  readonly organization: string;
  /** ms since the Unix epoch. */
  readonly time: number;
  readonly actor: Actor;
  readonly action: AuditAction;
  readonly target: AuditTarget | null;
  readonly details: AuditDetails;
}

export interface AuditEntry extends NewAuditEntry {
  /** Orders entries of the same moment. */
  readonly receipt: string;
}

/** Fields narrow each other; times in ms, inclusive. */
export interface AuditFilter {
  /** The id or the name of an actor. */
  readonly actor?: string | undefined;
  readonly action?: AuditAction | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}
