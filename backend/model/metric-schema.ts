/** The one place where samples of metrics are validated, and what may be asked of them. */
import { z } from 'zod';
import { EVENT_LIMITS } from './event.ts';
import { DEFAULT_WINDOW, MOST_POINTS, WINDOWS } from './impact.ts';
import { DIRECTIONS, METRIC_LIMITS, METRIC_NAME, SAMPLE_DAYS } from './metric.ts';
import { eventTime, type FieldProblem, type Parsed, requiredText, text } from './schema.ts';
import type { EventTime } from './time.ts';

const NAME_FORM =
  'must have 1 to 100 characters: letters, digits, _ . : / and -, beginning with a letter or _';

export const metricName = z
  .string({ error: ({ input }) => (input === undefined ? 'is required' : 'must be a string') })
  .regex(METRIC_NAME, { error: NAME_FORM })
  .meta({ description: 'The metric, such as error_rate.', examples: ['error_rate'] });

export const sampleSchema = z
  .strictObject({
    metric: metricName,
    value: z
      .number({
        error: ({ input }) => (input === undefined ? 'is required' : 'must be a finite number'),
      })
      .meta({ description: 'A finite number.' }),
    time: eventTime,
    subject: requiredText(METRIC_LIMITS.subject, 'The environment, as events name it.'),
    source: text(
      METRIC_LIMITS.source,
      'The system, as events name it; absent for a metric of the whole environment.',
    ).nullish(),
    unit: text(METRIC_LIMITS.unit, 'What the value counts, such as ms or ratio.').nullish(),
  })
  .meta({ id: 'Sample' });

export const samplesSchema = z.object({
  samples: z.array(sampleSchema).min(1).max(METRIC_LIMITS.samples),
});

export const settingsSchema = z.strictObject({
  metric: metricName,
  displayName: requiredText(METRIC_LIMITS.displayName, 'How people call it.').nullish(),
  unit: requiredText(METRIC_LIMITS.unit, 'What the value counts.').nullish(),
  direction: z
    .enum(DIRECTIONS, { error: `must be one of ${DIRECTIONS.join(', ')}` })
    .nullish()
    .meta({ description: 'Which way is better; null for the one of a well-known name.' }),
});

const daysError = `must be a whole number from ${SAMPLE_DAYS.min} to ${SAMPLE_DAYS.max}, or null for ever`;

export const sampleRetentionBody = z.strictObject({
  days: z
    .int({ error: daysError })
    .min(SAMPLE_DAYS.min, { error: daysError })
    .max(SAMPLE_DAYS.max, { error: daysError })
    .nullable()
    .meta({ description: 'How long a sample is kept, from its time; null: for ever.' }),
});

export interface ParsedSample {
  readonly metric: string;
  readonly value: number;
  readonly time: Exclude<EventTime, { kind: 'invalid' }>;
  readonly subject: string;
  readonly source: string | null;
  readonly unit: string | null;
}

/** Validates one sample of unknown origin. Never throws. */
export function parseSample(input: unknown): Parsed<ParsedSample> {
  const parsed = sampleSchema.safeParse(input);
  if (parsed.success && parsed.data.time.kind !== 'invalid') {
    const { metric, value, time, subject, source, unit } = parsed.data;
    const sample = { metric, value, time, subject, source: source || null, unit: unit || null };
    return { ok: true, value: sample };
  }
  const [first, ...rest] = (parsed.error?.issues ?? []).map(toProblem);
  return { ok: false, problems: [first ?? { field: 'sample', message: 'is unreadable' }, ...rest] };
}

function toProblem(issue: z.core.$ZodIssue): FieldProblem {
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(sampleSchema.shape).join(', ');
    return { field: issue.keys[0] ?? 'sample', message: `unknown member, a sample has ${known}` };
  }
  const field = String(issue.path[0] ?? 'sample');
  return { field, message: field === 'sample' ? 'must be a JSON object' : issue.message };
}

const window = z
  .enum(WINDOWS, { error: `must be one of ${WINDOWS.join(', ')}` })
  .default(DEFAULT_WINDOW)
  .meta({ description: 'How long before and how long after.' });

const metric = z
  .array(metricName)
  .optional()
  .meta({ description: 'Only these metrics. Repeat for alternatives.' });

const pointsError = `must be a whole number from 0 to ${MOST_POINTS}`;

const points = z
  .string()
  .regex(/^\d{1,3}$/, { error: pointsError })
  .transform(Number)
  .refine((value) => value <= MOST_POINTS, { error: pointsError })
  .default(0)
  .meta({
    description: 'For charts: slices of the time to give the samples in. None when absent.',
    override: { type: 'integer', minimum: 0, maximum: MOST_POINTS, default: 0 },
  });

export const impactParameters = z.object({
  source: text(EVENT_LIMITS.source, 'Whose event it is, where several share the id.').optional(),
  window,
  metric,
  points,
});

export const aroundParameters = z.object({
  time: z
    .string({ error: 'is required' })
    .meta({ description: 'The moment: ISO 8601 with an offset, relative (-2h, now).' }),
  timezone: z.string().optional().meta({ description: 'IANA zone of a time without an offset.' }),
  window,
  subject: text(EVENT_LIMITS.subject, 'Only metrics of this environment.').optional(),
  source: text(
    EVENT_LIMITS.source,
    'Only metrics of this system, and those of a whole environment.',
  ).optional(),
  metric,
  points,
});
