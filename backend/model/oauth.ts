/** Assistants that sign in for a person: what they are, and what they may do. */

/** Reading is always part of it. */
export const OAUTH_SCOPES = ['timeline:read', 'timeline:write'] as const;
export type OAuthScope = (typeof OAUTH_SCOPES)[number];

/** What is said about a program that wants in. */
export interface OAuthClient {
  /** Random where it registered itself; the address of its metadata document where it has one. */
  readonly id: string;
  /** Its own claim, without characters that a person would not see. */
  readonly name: string;
  readonly redirectUris: readonly string[];
}

/** What a person has allowed a client, until somebody ends it. */
export interface Connection {
  readonly id: string;
  readonly organization: string;
  /** The id of who allowed it. */
  readonly person: string;
  readonly clientId: string;
  readonly clientName: string;
  /** Where the client is sent back to: a host, this machine, or a program by its scheme. */
  readonly clientPlace: string;
  /** Whether that host itself vouches for the name. */
  readonly isVerified: boolean;
  readonly canWrite: boolean;
  /** Times in ms since the Unix epoch. */
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

/** As OAuth writes it: names with a space between them. */
export function scopeText(canWrite: boolean): string {
  return canWrite ? OAUTH_SCOPES.join(' ') : OAUTH_SCOPES[0];
}
