/** How long events are kept: for ever, unless a rule says otherwise. */

export const RETENTION_LIMITS = { rules: 50, days: { min: 1, max: 36_500 } } as const;

const DAY_MS = 86_400_000;

/** Events of this type, in this subject, are kept for so many days; without either: all events. */
export interface RetentionRule {
  readonly type?: string;
  readonly subject?: string;
  readonly days: number;
}

/** What retention did when it was last through. */
export interface RetentionRun {
  readonly at: number;
  readonly deleted: number;
}

export interface RetentionSettings {
  readonly rules: readonly RetentionRule[];
  /** ms; null while nobody has ever set rules. */
  readonly updatedAt: number | null;
  readonly lastRun: RetentionRun | null;
}

/** What a rule can tell apart. */
export interface RetainedLabels {
  readonly type: string;
  readonly subject: string | null;
}

/**
 * Of the rules that match, the most specific one decides: type and subject, then type, then subject,
 * then the rule for all. Returns, for labels, the event time (ms) before which events go; undefined
 * where they are kept for ever.
 */
export function cutoffs(
  rules: readonly RetentionRule[],
  now: number,
): (labels: RetainedLabels) => number | undefined {
  const days = new Map(rules.map((rule) => [ruleKey(rule), rule.days]));
  return ({ type, subject: given }) => {
    const subject = given ?? undefined;
    const kept =
      (subject === undefined ? undefined : days.get(ruleKey({ type, subject }))) ??
      days.get(ruleKey({ type })) ??
      (subject === undefined ? undefined : days.get(ruleKey({ subject }))) ??
      days.get(ruleKey({}));
    return kept === undefined ? undefined : now - kept * DAY_MS;
  };
}

/** A rule in words: `scaling in staging: 30 days`. */
export function describeRule({ type, subject, days }: RetentionRule): string {
  const where = subject === undefined ? '' : ` in ${subject}`;
  return `${type ?? 'every type'}${where}: ${days} ${days === 1 ? 'day' : 'days'}`;
}

/** The same for two rules that match the same events. */
export function ruleKey({ type, subject }: Omit<RetentionRule, 'days'>): string {
  return JSON.stringify([type ?? null, subject ?? null]);
}
