/** Whether a key still opens anything. Pure. */

export type KeyState = 'active' | 'expired' | 'revoked';

export interface KeyTimes {
  /** ISO 8601. */
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

/** `now` in ms. A revoked key stays that, whenever it would have expired. */
export function keyState({ expiresAt, revokedAt }: KeyTimes, now: number): KeyState {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= now ? 'expired' : 'active';
}

/** Those that still open something first, the newest of each kind on top. */
export function sortKeys<Key extends KeyTimes & { readonly createdAt: string }>(
  keys: readonly Key[],
  now: number,
): Key[] {
  const rank = (key: Key) => (keyState(key, now) === 'active' ? 0 : 1);
  return keys.toSorted(
    (one, other) => rank(one) - rank(other) || other.createdAt.localeCompare(one.createdAt),
  );
}

/** The end of a day in the reader's zone, as ISO 8601 in UTC; undefined where no day is given. */
export function endOfDay(day: string): string | undefined {
  const start = day === '' ? Number.NaN : Date.parse(`${day}T00:00:00`);
  if (Number.isNaN(start)) return undefined;
  const next = new Date(start);
  // By the calendar: days are not all of the same length.
  next.setDate(next.getDate() + 1);
  return next.toISOString();
}
