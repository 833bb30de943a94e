/** What the receivers of metrics have in common: parameters, bodies, the way into the store. */
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { MilepostError } from '../errors.ts';
import { METRIC_LIMITS } from '../model/metric.ts';
import { metricName } from '../model/metric-schema.ts';
import { PROVIDER_LIMITS } from '../model/provider.ts';
import { requiredText } from '../model/schema.ts';
import type { Samples } from '../services/samples.ts';
import type { RateLimit } from './rate-limit.ts';

export interface ReceiverDependencies {
  readonly samples: Pick<Samples, 'store'>;
  readonly rateLimit: RateLimit;
  /** Of a body, before and after its compression. */
  readonly batchMaxBytes: number;
}

export const placingParameters = z.object({
  subject: requiredText(
    METRIC_LIMITS.subject,
    'The environment, where no label says it.',
  ).optional(),
  subjectLabel: requiredText(
    PROVIDER_LIMITS.label,
    'The label that says the environment, instead of the usual ones.',
  ).optional(),
  source: requiredText(METRIC_LIMITS.source, 'The system, where no label says it.').optional(),
  sourceLabel: requiredText(
    PROVIDER_LIMITS.label,
    'The label that says the system, instead of the usual ones.',
  ).optional(),
  metric: z
    .array(metricName)
    .optional()
    .meta({ description: 'Only these metrics. Repeat for alternatives.' }),
});

export function mediaTypeOf(req: IncomingMessage): string {
  return req.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

export function unsupported(type: string, use: string): MilepostError {
  return new MilepostError(
    'UNSUPPORTED_MEDIA_TYPE',
    `content-type: ${type === '' ? 'is missing' : `${type.slice(0, 100)} is not supported`}, use ${use}`,
  );
}
