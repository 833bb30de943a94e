import { z } from 'zod';
import type { ContextVersion } from '../../model/business-context.ts';
import { PAGE_LIMIT } from '../../model/query.ts';
import type { ValueCount } from '../../store/port.ts';
import { beginningOf } from '../business-context.ts';
import { ANSWER_LIMIT, takeFitting } from '../fit.ts';
import { spanOf } from '../hints.ts';
import { toTime, toValue } from '../output.ts';
import { defineTool, READ_ONLY_ANNOTATIONS } from '../tool.ts';

const TOP = 10;
/** Characters of each list. */
const TOP_LIMIT = 9000;

const FIELDS = {
  type: 'Kind of operation. Free text; common: deployment, rollback, release, incident, config-change, db-migration, maintenance, scaling.',
  source: 'The system: a short name (BE) or a URI (//github.com/acme/shop).',
  subject: 'Where it happened: usually the environment, such as production.',
  severity: 'LOW routine, MINOR controlled, MAJOR real impact, CRITICAL emergency. Optional.',
  version: 'The release or build.',
  time: 'When it happened; created_at is when Milepost received it.',
  data: 'Anything else; data.description is shown as summary.',
};

const TIMEZONE_RULE =
  'Times in answers are UTC, or in the zone that the timezone argument names. Times without an offset are refused unless timezone is given.';

const values = z.array(z.looseObject({ value: z.string() }));

export const getOrganizationContext = defineTool({
  name: 'get_organization_context',
  title: 'Get organization context',
  description:
    'What this timeline is about: the time now, the types, sources, subjects and severities in use, the oldest and newest event, what the fields mean, the limits. Use first in an organization that you do not know. Takes no arguments.',
  scope: 'READ_ONLY',
  annotations: READ_ONLY_ANNOTATIONS,
  input: z.strictObject({}),
  output: z.looseObject({
    now: z.string(),
    can_write: z.boolean(),
    total_events: z.int(),
    oldest_event: z.string().optional(),
    newest_event: z.string().optional(),
    types: values,
    sources: values,
    subjects: values,
    severities: values,
  }),
  handler: async ({ query, businessContext, principal, now, consoleUrl }) => {
    const { organization } = principal;
    const [facets, context] = await Promise.all([
      query.facets(organization, {}),
      businessContext.get(organization),
    ]);
    const span = spanOf(facets);
    return {
      now: toTime(now, undefined),
      timezone_rule: TIMEZONE_RULE,
      can_write: principal.scope === 'READ_WRITE',
      business_context: toBackground(context),
      total_events: span?.count ?? 0,
      oldest_event: span === null ? undefined : toTime(span.first, undefined),
      newest_event: span === null ? undefined : toTime(span.last, undefined),
      types: top(facets.type),
      sources: top(facets.source),
      subjects: top(facets.subject),
      severities: top(facets.severity),
      fields: FIELDS,
      limits: { events_per_page: PAGE_LIMIT.max, characters_per_answer: ANSWER_LIMIT },
      console_url: consoleUrl,
    };
  },
});

/** What the administrators wrote down; null before they have. */
function toBackground(context: ContextVersion | null) {
  if (context === null) return null;
  const { text, isWhole } = beginningOf(context);
  return { text, rest: isWhole ? undefined : 'get_business_context has all of it' };
}

function top(counts: readonly ValueCount[]) {
  const named = counts.filter((one) => one.value !== null).slice(0, TOP);
  return takeFitting(named, toTopValue, TOP_LIMIT);
}

function toTopValue(one: ValueCount) {
  const { first_seen: _, ...value } = toValue(one);
  return value;
}
