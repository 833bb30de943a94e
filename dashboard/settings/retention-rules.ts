/** Which events are kept for how long, as the form has it. Pure. */
import type { RetentionRule } from './console-api.ts';

/** What stands in the fields of a rule. */
export interface RuleDraft {
  readonly id: number;
  readonly type: string;
  readonly subject: string;
  readonly days: string;
}

export function toDraft(rule: RetentionRule, id: number): RuleDraft {
  return { id, type: rule.type ?? '', subject: rule.subject ?? '', days: String(rule.days) };
}

/** The rules, or what is wrong with the first that cannot be one. */
export function readRules(
  drafts: readonly RuleDraft[],
): { readonly rules: readonly RetentionRule[] } | { readonly problem: string } {
  const rules: RetentionRule[] = [];
  for (const [index, draft] of drafts.entries()) {
    const days = Number(draft.days);
    if (!Number.isInteger(days) || days < 1) {
      return { problem: `Rule ${index + 1}: write a whole number of days, 1 or more.` };
    }
    const [type, subject] = [draft.type.trim(), draft.subject.trim()];
    rules.push({ ...(type && { type }), ...(subject && { subject }), days });
  }
  return { rules };
}

/** What a rule does, in a sentence. */
export function describeRule({ type, subject, days }: RetentionRule): string {
  const what = type === undefined ? 'Every event' : `Each ${type}`;
  const where = subject === undefined ? '' : ` of ${subject}`;
  return `${what}${where} is deleted after ${days} ${days === 1 ? 'day' : 'days'}.`;
}
