/** What may be asked of the insights. */
import { z } from 'zod';
import { EVENT_LIMITS } from './event.ts';
import { WINDOWS } from './impact.ts';
import { summaryParameters } from './query-schema.ts';
import { text } from './schema.ts';

const { source, subject, from, to, timezone } = summaryParameters.shape;

export const deliveryParameters = z.object({
  from: from.meta({ description: 'Start, inclusive; -30d when absent. Forms as everywhere.' }),
  ...{ to, timezone, source, subject },
});

export const causesParameters = z.object({
  at: z.string().default('now').meta({
    description: 'When the trouble was seen: ISO 8601 with an offset, relative (-2h); now.',
  }),
  timezone,
  subject: text(EVENT_LIMITS.subject, 'The environment that is in trouble.').optional(),
  source: text(EVENT_LIMITS.source, 'The system that is in trouble.').optional(),
  window: z
    .enum(WINDOWS, { error: `must be one of ${WINDOWS.join(', ')}` })
    .default('24h')
    .meta({ description: 'How far back changes are looked for.' }),
});
