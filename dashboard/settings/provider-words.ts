/** How a provider fares, in words. Pure. */
import { formatRelative } from '../time-format.ts';
import type { Provider } from './metric-requests.ts';

export type ProviderCondition = 'active' | 'failing' | 'paused' | 'waiting';

export function conditionOf({ isPaused, lastError, lastSuccessAt }: Provider): ProviderCondition {
  if (isPaused) return 'paused';
  if (lastError !== null) return 'failing';
  return lastSuccessAt === null ? 'waiting' : 'active';
}

/** When it was fetched from last, and when it will be next. */
export function describeFetches({ lastSuccessAt, nextAt, stored }: Provider, now: number): string {
  const last =
    lastSuccessAt === null
      ? 'Nothing fetched yet'
      : `Fetched ${formatRelative(Date.parse(lastSuccessAt), now)}, ${stored} new ${stored === 1 ? 'sample' : 'samples'}`;
  const next = nextAt === null ? null : Date.parse(nextAt);
  if (next === null) return last;
  return `${last}; next ${next <= now ? 'now' : formatRelative(next, now)}`;
}

/** Digits that a reader compares; the rest is noise. */
export function shortNumber(value: number): string {
  return new Intl.NumberFormat(undefined, { maximumSignificantDigits: 4 }).format(value);
}
