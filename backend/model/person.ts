/** People who sign in, and what their roles let them do. */

export const ROLES = ['owner', 'admin', 'member', 'viewer'] as const;
/** A viewer reads; a member records too; an admin manages; only an owner makes and removes owners. */
export type Role = (typeof ROLES)[number];

export interface Person {
  readonly id: string;
  /** In lower case. */
  readonly email: string;
  readonly name: string;
  readonly role: Role;
}

/** Who may make keys, invite, and change roles and settings. */
export const MANAGERS: readonly Role[] = ['owner', 'admin'];

/** Bounds of a password, code points. */
export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 128;
