/** How much is at stake: what somebody wrote, or by the table in `docs/derivation.md`. Pure. */
import { SEVERITIES, type Severity } from '../backend/model/event.ts';
import type { Derived, Status } from './ci/context.ts';

export const SEVERITY_CHOICES = ['auto', 'none', ...SEVERITIES] as const;
type Choice = (typeof SEVERITY_CHOICES)[number];

export interface Stakes {
  /** Without the suffix of its status. */
  readonly type: string;
  readonly status: Status | undefined;
  readonly subject: string | undefined;
  /** What the CI says of the environment; undefined where it says nothing. */
  readonly isProduction: boolean | undefined;
  readonly isFrozen: boolean;
}

/** As GitLab recognises it: https://docs.gitlab.com/ci/environments/#deployment-tier-of-environments */
const PRODUCTION = /(?<!(?:pre|non|not)[^a-z]?)(?:^|[^a-z])(?:production|prod|live)(?:$|[^a-z])/i;
const ORDER = ['LOW', 'MINOR', 'MAJOR', 'CRITICAL'] as const;
const WEIGHTS: Readonly<Record<string, number>> = { release: 1, rollback: 1, incident: 2 };

/** Undefined for a word that is no choice. */
export function readChoice(text: string): Choice | undefined {
  const word = text.trim();
  return SEVERITY_CHOICES.find((one) => one.toUpperCase() === word.toUpperCase());
}

/**
 * LOW; one step more in production, for a release, for a rollback, after a failure and during a
 * freeze; two for an incident. With the reasons, for people.
 */
export function autoSeverity(stakes: Stakes): Derived & { readonly value: Severity } {
  const { type, status, subject, isFrozen } = stakes;
  const isProduction = stakes.isProduction ?? (subject !== undefined && PRODUCTION.test(subject));
  const weight = Object.hasOwn(WEIGHTS, type) ? (WEIGHTS[type] ?? 0) : 0;
  const reasons = [
    ...(isProduction ? ['production'] : []),
    ...(weight > 0 ? [type] : []),
    ...(status === 'failure' ? ['failed'] : []),
    ...(isFrozen ? ['deploy freeze'] : []),
  ];
  const steps = reasons.length + Math.max(0, weight - 1);
  const value = ORDER[Math.min(steps, ORDER.length - 1)] ?? 'LOW';
  return { value, origin: ['auto', ...reasons].join(', ').replace(', ', ': ') };
}
