/** Rules of retention as somebody writes them. */
import { z } from 'zod';
import type { Problem } from '../errors.ts';
import { EVENT_LIMITS } from './event.ts';
import { RETENTION_LIMITS, type RetentionRule, ruleKey } from './retention.ts';
import { text } from './schema.ts';

const { min, max } = RETENTION_LIMITS.days;
const daysError = `must be a whole number from ${min} to ${max}`;
const label = (limit: number, description: string) =>
  text(limit, description).nullish().meta({ description });

const ruleSchema = z.strictObject(
  {
    type: label(EVENT_LIMITS.type, 'Only events of this type.'),
    subject: label(EVENT_LIMITS.subject, 'Only events of this environment.'),
    days: z
      .int({ error: daysError })
      .min(min, { error: daysError })
      .max(max, { error: daysError })
      .meta({ description: 'How many days an event is kept, from when it happened.' }),
  },
  { error: describeRule },
);

export const retentionSchema = z.strictObject(
  {
    rules: z
      .array(ruleSchema, { error: 'must be a list of rules' })
      .max(RETENTION_LIMITS.rules, { error: `must be at most ${RETENTION_LIMITS.rules} rules` })
      .meta({ description: 'The most specific rule that matches decides; none keeps for ever.' }),
  },
  { error: describeRule },
);

function describeRule(issue: { readonly code?: string; readonly keys?: unknown }): string {
  if (issue.code !== 'unrecognized_keys') return 'must be an object';
  return `unknown member ${(issue.keys as readonly string[]).join(', ')}`;
}

export type ParsedRetention =
  | { readonly ok: true; readonly rules: readonly RetentionRule[] }
  | { readonly ok: false; readonly problems: readonly [Problem, ...Problem[]] };

/** Checks `{rules: […]}`; every problem is named by where it is, such as `rules[2].days`. */
export function parseRetention(input: unknown): ParsedRetention {
  const parsed = retentionSchema.safeParse(input);
  const problems = parsed.success
    ? repeated(parsed.data.rules.map(toRule))
    : parsed.error.issues.map(({ path, message }) => ({ field: fieldOf(path), message }));
  const [first, ...others] = problems;
  if (first !== undefined) return { ok: false, problems: [first, ...others] };
  return { ok: true, rules: parsed.success ? parsed.data.rules.map(toRule) : [] };
}

/** Empty and null count as not given, as they do in events. */
function toRule({ type, subject, days }: z.output<typeof ruleSchema>): RetentionRule {
  return { ...(type ? { type } : {}), ...(subject ? { subject } : {}), days };
}

function repeated(rules: readonly RetentionRule[]): Problem[] {
  const places = new Map<string, number>();
  return rules.flatMap((rule, index) => {
    const first = places.get(ruleKey(rule));
    if (first === undefined) places.set(ruleKey(rule), index);
    else {
      const message = `matches the same events as rules[${first}], keep one of them`;
      return [{ field: `rules[${index}]`, message }];
    }
    return [];
  });
}

function fieldOf(path: readonly PropertyKey[]): string {
  const joined = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`));
  return joined.join('').replace(/^\./, '') || 'body';
}
