/** Rules of retention as somebody writes them. */
import { z } from 'zod';
import { EVENT_LIMITS } from './event.ts';
import { RETENTION_LIMITS, type RetentionRule, ruleKey } from './retention.ts';
import { text } from './schema.ts';

const { min, max } = RETENTION_LIMITS.days;
const daysError = `must be a whole number from ${min} to ${max}`;

function label(limit: number, description: string) {
  return text(limit, description).nullish().meta({ description });
}

const ruleSchema = z.strictObject({
  type: label(EVENT_LIMITS.type, 'Only events of this type; any when absent.'),
  subject: label(EVENT_LIMITS.subject, 'Only events of this environment; any when absent.'),
  days: z
    .int({ error: daysError })
    .min(min, { error: daysError })
    .max(max, { error: daysError })
    .meta({ description: 'How many days an event is kept, from when it happened.' }),
});

/** `{rules: […]}`, as the API and the command line take it. */
export const retentionBody = z.strictObject({
  rules: z
    .array(ruleSchema, { error: 'must be a list of rules' })
    .max(RETENTION_LIMITS.rules, { error: `must be at most ${RETENTION_LIMITS.rules} rules` })
    .superRefine((rules, context) => {
      for (const [index, first] of repeatedRules(rules)) {
        const message = `matches the same events as rules.${first}, keep one of them`;
        context.addIssue({ code: 'custom', path: [index], message });
      }
    })
    .meta({ description: 'The most specific rule that matches decides; none keeps for ever.' }),
});

/** The rules of a checked body; empty and null count as not given, as they do in events. */
export function rulesOf({ rules }: z.output<typeof retentionBody>): RetentionRule[] {
  return rules.map(toRule);
}

function toRule({ type, subject, days }: z.output<typeof ruleSchema>): RetentionRule {
  return { ...(type ? { type } : {}), ...(subject ? { subject } : {}), days };
}

/** Places of rules that match the same events as an earlier one, and the place of that. */
function repeatedRules(rules: readonly z.output<typeof ruleSchema>[]): [number, number][] {
  const keys = rules.map((rule) => ruleKey(toRule(rule)));
  return keys.flatMap((key, index): [number, number][] => {
    const first = keys.indexOf(key);
    return first < index ? [[index, first]] : [];
  });
}
