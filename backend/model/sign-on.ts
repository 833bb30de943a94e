/** Signing in by way of an issuer, such as the one of a company. */
import type { Role } from './person.ts';

/** Why somebody who came back from the issuer was not let in. */
export const SIGN_ON_PROBLEMS = [
  /** The issuer does not answer, or not as an issuer does. */
  'unavailable',
  /** They or the issuer said no. */
  'declined',
  /** It took too long, or was begun in another browser. */
  'expired',
  /** What the issuer sent is not good. */
  'invalid',
  'no-email',
  'unverified',
  'domain',
  'not-invited',
  /** Somebody with this address is here, by another account of the issuer. */
  'other-account',
  'no-role',
] as const;
export type SignOnProblem = (typeof SIGN_ON_PROBLEMS)[number];

/** What a newcomer becomes; `invited`: none but who was invited comes in. */
export const NEWCOMERS = ['invited', 'viewer', 'member'] as const;

/** Roles that an issuer may give: owners are made here alone. */
export const GIVEN_ROLES = ['viewer', 'member', 'admin'] as const satisfies readonly Role[];
export type GivenRole = (typeof GIVEN_ROLES)[number];

/** Whom to let in, of those that the issuer vouches for. */
export interface SignOnRules {
  /** Of e-mail addresses, in lower case; null for any. */
  readonly domains: readonly string[] | null;
  readonly newcomers: (typeof NEWCOMERS)[number];
  /** Whether an address is good about which the issuer does not say whether it was verified. */
  readonly isEmailTrusted: boolean;
  /** What values of which claim make of somebody; null where roles are given here. */
  readonly roles: {
    readonly claim: string;
    readonly byValue: ReadonlyMap<string, GivenRole>;
  } | null;
}

/** What the issuer says of somebody, checked. */
export interface SignOnClaims {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  /** Null where the issuer does not say. */
  readonly isEmailVerified: boolean | null;
  readonly name: string | null;
  /** Values of the claim that roles go by. */
  readonly groups: readonly string[];
}
