/** The shapes of answers about metrics: see `answers.ts`. */
import { z } from 'zod';
import { ERROR_STATUS, type ErrorCode } from '../errors.ts';
import { VERDICTS, WINDOWS } from '../model/impact.ts';
import { DIRECTIONS } from '../model/metric.ts';
import { dataAnswer, errorAnswer, storedEventAnswer } from './answers.ts';

const codes = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];
const time = z.iso.datetime({ precision: 3 });

const sampleReport = z.object({
  accepted: z.int().meta({ description: 'Stored: created and replaced.' }),
  created: z.int(),
  replaced: z.int().meta({ description: 'There was a sample of the same series and time.' }),
  rejected: z.int(),
  results: z
    .array(z.object({ index: z.int(), error: z.string(), code: z.enum(codes) }))
    .meta({ description: 'What was rejected, and why; at most 1,000.' }),
  omitted: z.int().optional().meta({ description: 'Refusals beyond the first 1,000.' }),
});

export const samplesAnswer = dataAnswer(sampleReport);

export const rejectedSamplesAnswer = errorAnswer
  .extend({ data: sampleReport.optional() })
  .meta({ id: 'RejectedSamples' });

const facts = {
  metric: z.string(),
  displayName: z.string().nullable(),
  unit: z.string().nullable(),
  direction: z
    .enum(DIRECTIONS)
    .nullable()
    .meta({ description: 'Which way is better; null where nobody has said.' }),
};

export const metricListAnswer = z.object({
  success: z.literal(true),
  data: z.array(
    z.object({
      ...facts,
      subjects: z.array(z.string()),
      sources: z.array(z.string()),
      series: z.int(),
      firstTime: time,
      lastTime: time,
    }),
  ),
  hasMore: z.boolean().meta({ description: 'There are more series than were looked at.' }),
});

const number = z.number();
const description = z.object({
  n: z.int(),
  mean: number.nullable(),
  median: number.nullable(),
  p95: number.nullable(),
});

const metricImpact = z
  .object({
    ...facts,
    subject: z.string(),
    source: z.string().nullable(),
    before: description,
    after: description,
    change: z
      .object({ absolute: number, relative: number.nullable() })
      .nullable()
      .meta({ description: 'Of the mean.' }),
    test: z
      .object({
        name: z.literal('mann-whitney-u'),
        u: number,
        p: number,
        pAdjusted: number.meta({ description: 'For having looked at all metrics.' }),
        autocorrelation: number,
        effectiveSamples: z.object({ before: number, after: number }),
      })
      .nullable()
      .meta({ description: 'Null with fewer than 8 samples on either side.' }),
    effect: z
      .object({ cliffsDelta: number, low: number, high: number, confidence: number })
      .nullable(),
    baseline: z

      .object({
        weeks: z.int(),
        median: number,
        min: number,
        max: number,
        usual: z
          .object({ low: number, high: number })
          .meta({ description: 'Where this week’s change is expected with 95 % confidence.' }),
      })
      .nullable()
      .meta({ description: 'Changes of the mean at the same hours of earlier weeks.' }),
    overlapping: z.int().meta({ description: 'Other changes that may have done it as well.' }),
    verdict: z.enum(VERDICTS),
    reason: z.string().meta({ description: 'In one sentence.' }),
    points: z
      .array(z.object({ time, n: z.int(), mean: number, min: number, max: number }))
      .optional()
      .meta({
        description: 'Where points were asked for: slices that hold samples, by their middle.',
      }),
  })
  .meta({ id: 'MetricImpact' });

const span = z.object({ from: time, to: time });

const around = {
  time,
  window: z.enum(WINDOWS),
  subject: z.string().nullable(),
  source: z.string().nullable(),
  before: span,
  after: span.extend({ complete: z.boolean() }),
  settleSeconds: number.meta({ description: 'Left out behind the change.' }),
  others: z
    .array(z.object({ sameSource: z.boolean(), event: storedEventAnswer }))
    .meta({ description: 'Other changes inside the window.' }),
  metrics: z.array(metricImpact),
  omitted: z.int().meta({ description: 'Series beyond the first 100.' }),
};

export const aroundAnswer = dataAnswer(z.object(around));

export const impactAnswer = dataAnswer(z.object({ event: storedEventAnswer, ...around }));
