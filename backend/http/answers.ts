/** The shapes of answers: for the OpenAPI document, and for tests that hold answers against them. */
import { z } from 'zod';
import { ERROR_STATUS, type ErrorCode } from '../errors.ts';
import { SEVERITIES } from '../model/event.ts';
import { BUCKETS, GROUP_FIELDS } from '../model/query.ts';

const time = z.iso.datetime({ precision: 3 }).meta({ examples: ['2025-01-15T12:30:00.000Z'] });
/** UTC, with milliseconds. */
export const timeAnswer = time;
const codes = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

/** A stored event; CloudEvents extension attributes follow at the top level. */
export const storedEventAnswer = z
  .object({
    id: z.string(),
    specversion: z.literal('1.0'),
    type: z.string(),
    source: z.string(),
    time,
    subject: z.string().nullable(),
    severity: z.enum(SEVERITIES).nullable(),
    version: z.string().nullable(),
    datacontenttype: z.string().nullable(),
    dataschema: z.string().nullable(),
    data: z.record(z.string(), z.unknown()).nullable(),
    createdAt: time.meta({ description: 'When the server received it.' }),
  })
  .catchall(z.union([z.string(), z.number(), z.boolean()]))
  .meta({ id: 'StoredEvent' });

export const errorAnswer = z
  .object({
    success: z.literal(false),
    error: z.string().meta({ description: 'What is wrong and what to do, for people.' }),
    code: z.enum(codes),
    details: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .optional()
      .meta({ description: 'All problems, where there are several.' }),
  })
  .meta({ id: 'Error' });

/** The envelope of every success. */
export function dataAnswer(data: z.ZodType) {
  return z.object({ success: z.literal(true), data });
}

export const eventAnswer = dataAnswer(storedEventAnswer);

export const pipelineAnswer = eventAnswer.extend({
  origins: z.array(z.object({ field: z.string(), value: z.string(), origin: z.string() })),
});

export const eventListAnswer = z.object({
  success: z.literal(true),
  data: z.array(storedEventAnswer),
  page: z.object({ limit: z.int(), nextCursor: z.string().nullable() }),
});

const itemResult = z.union([
  z.object({ index: z.int(), status: z.literal([200, 201]), id: z.string() }),
  z.object({ index: z.int(), status: z.int(), error: z.string(), code: z.enum(codes) }),
]);

const batchReport = z.object({
  created: z.int(),
  replayed: z.int(),
  rejected: z.int(),
  results: z.array(itemResult),
  omitted: z.int().optional().meta({ description: 'Results beyond the first 10,000.' }),
});

export const batchAnswer = dataAnswer(batchReport);

/** An error that still says what became of every event. */
export const rejectedBatchAnswer = errorAnswer
  .extend({ data: batchReport })
  .meta({ id: 'RejectedBatch' });

const valueCount = z.object({
  value: z.string().nullable().meta({ description: 'Null: events without the field.' }),
  count: z.int(),
  firstSeen: time,
  lastSeen: time,
});

export const summaryAnswer = dataAnswer(
  z.object({
    from: time.nullable(),
    to: time.nullable(),
    by: z.enum(GROUP_FIELDS),
    bucket: z.enum(BUCKETS),
    total: z.int(),
    counts: z.array(valueCount),
    histogram: z
      .array(
        z.object({
          start: time,
          count: z.int(),
          values: z.array(z.object({ value: z.string().nullable(), count: z.int() })),
        }),
      )
      .meta({ description: 'Buckets without events are left out.' }),
  }),
);

export const facetsAnswer = dataAnswer(
  z.object({
    types: z.array(valueCount),
    sources: z.array(valueCount),
    subjects: z.array(valueCount),
    severities: z.array(valueCount),
  }),
);

export const stateAnswer = z.object({
  success: z.literal(true),
  at: time,
  data: z.array(
    z.object({
      source: z.string(),
      subject: z.string().nullable(),
      version: z.string().nullable(),
      since: time,
      event: storedEventAnswer,
    }),
  ),
});
