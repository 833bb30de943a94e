/** What may be asked, as HTTP parameters; the OpenAPI document lists them from here. */
import { z } from 'zod';
import { EVENT_LIMITS, SEVERITIES } from './event.ts';
import { BUCKETS, GROUP_FIELDS, PAGE_LIMIT } from './query.ts';
import { text } from './schema.ts';

const SEARCH_LIMIT = 500;

function many(limit: number, description: string) {
  return z.array(text(limit, description)).optional().meta({ description });
}

function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, { error: `must be one of ${values.join(', ')}` });
}

const fields = {
  type: many(EVENT_LIMITS.type, 'The kind of operation. Repeat for alternatives.'),
  source: many(EVENT_LIMITS.source, 'The system. Repeat for alternatives.'),
  subject: many(EVENT_LIMITS.subject, 'The environment. Repeat for alternatives.'),
  severity: z.array(oneOf(SEVERITIES)).optional().meta({ description: 'Repeat for alternatives.' }),
  version: many(EVENT_LIMITS.version, 'The release or build. Repeat for alternatives.'),
  id: many(EVENT_LIMITS.id, 'The event id. Repeat for alternatives.'),
  search: text(SEARCH_LIMIT, 'Part of type, version or source, in any case.').optional(),
  'not.type': many(EVENT_LIMITS.type, 'Leave out events of this type. Repeat for more.'),
  'not.source': many(EVENT_LIMITS.source, 'Leave out events of this source. Repeat for more.'),
  'not.subject': many(EVENT_LIMITS.subject, 'Leave out events of this subject. Repeat for more.'),
  'not.severity': z
    .array(oneOf(SEVERITIES))
    .optional()
    .meta({ description: 'Leave out events of this severity. Repeat for more.' }),
  'not.version': many(EVENT_LIMITS.version, 'Leave out events of this version. Repeat for more.'),
};

const timezone = z
  .string()
  .optional()
  .meta({
    description: 'IANA zone of times without an offset.',
    examples: ['Europe/Berlin'],
  });

const range = {
  from: z
    .string()
    .optional()
    .meta({
      description:
        'Start of the range, inclusive: ISO 8601 with an offset, relative (-2h, -7d, now), or without an offset next to timezone.',
      examples: ['-24h', '2025-01-15T00:00:00Z'],
    }),
  to: z.string().optional().meta({ description: 'End of the range, inclusive; as from.' }),
  timezone,
};

const order = oneOf(['desc', 'asc']).default('desc').meta({
  description: 'desc: newest event time first.',
});

const limitError = `must be a whole number from ${PAGE_LIMIT.min} to ${PAGE_LIMIT.max}`;

export const listParameters = z.object({
  ...fields,
  ...range,
  order,
  limit: z
    .string()
    .regex(/^\d{1,3}$/, { error: limitError })
    .transform(Number)
    .refine((value) => value >= PAGE_LIMIT.min && value <= PAGE_LIMIT.max, { error: limitError })
    .default(PAGE_LIMIT.default)
    .meta({
      description: 'Events a page.',
      override: {
        type: 'integer',
        minimum: PAGE_LIMIT.min,
        maximum: PAGE_LIMIT.max,
        default: PAGE_LIMIT.default,
      },
    }),
  cursor: z.string().optional().meta({ description: 'page.nextCursor of the page before.' }),
});

export const getParameters = z.object({
  source: text(EVENT_LIMITS.source, 'Whose event it is, where several share the id.').optional(),
});

export const summaryParameters = z.object({
  ...fields,
  ...range,
  by: oneOf(GROUP_FIELDS).default('type').meta({ description: 'The field that is counted.' }),
  bucket: oneOf(['auto', ...BUCKETS])
    .default('auto')
    .meta({
      description: 'Length of the histogram’s buckets, in UTC.',
    }),
});

export const facetsParameters = z.object({ ...fields, ...range });

export const streamParameters = z.object({ ...fields, ...range });

export const exportParameters = z.object({
  ...fields,
  ...range,
  order,
  format: oneOf(['ndjson', 'csv']).default('ndjson').meta({ description: 'The file format.' }),
});

export const stateParameters = z.object({
  source: fields.source,
  subject: fields.subject,
  at: z.string().optional().meta({
    description: 'The moment that is asked about; now when absent. Forms as from.',
  }),
  timezone,
});

export const noParameters = z.object({});
