/** Senders that sign what they send with a secret of their own; the secret itself is not here. */
export interface Integration {
  readonly id: string;
  readonly organization: string;
  readonly name: string;
  readonly createdBy: string;
  /** Times in ms since the Unix epoch. */
  readonly createdAt: number;
  readonly revokedAt: number | null;
}
