/** The shapes of answers about metrics: see `answers.ts`. */
import { z } from 'zod';
import { ERROR_STATUS, type ErrorCode } from '../errors.ts';
import { DIRECTIONS } from '../model/metric.ts';
import { dataAnswer, errorAnswer } from './answers.ts';

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
