/** What the console may ask and send, as HTTP parameters and bodies; OpenAPI lists them from here. */
import { z } from 'zod';
import { AUDIT_ACTIONS } from './audit.ts';
import { CONTEXT_LIMIT } from './business-context.ts';
import { SCOPES } from './key.ts';
import { listParameters } from './query-schema.ts';
import { text } from './schema.ts';

const ACTOR_LIMIT = 320;

const { from, to, timezone, limit, cursor } = listParameters.shape;

export const auditParameters = z.object({
  actor: text(ACTOR_LIMIT, 'Who did it: an id, or an e-mail address or another name.').optional(),
  action: z
    .enum(AUDIT_ACTIONS, { error: `must be one of ${AUDIT_ACTIONS.join(', ')}` })
    .optional()
    .meta({ description: 'What was done.' }),
  from,
  to,
  timezone,
  limit: limit.meta({ ...limit.meta(), description: 'Entries a page.' }),
  cursor,
});

const string = z.string({ error: 'must be a string' });

export const newKeyBody = z.strictObject({
  name: string.meta({ description: 'What uses it, 1 to 100 characters.' }),
  scope: z.enum(SCOPES, { error: `must be ${SCOPES.join(' or ')}` }),
  expiresAt: z.iso
    .datetime({
      offset: true,
      error: 'must be a time with an offset, such as 2027-01-15T00:00:00Z',
    })
    .nullish()
    .meta({ description: 'When it ends; never when absent.', examples: ['2027-01-15T00:00:00Z'] }),
});

export const contextBody = z.strictObject({
  text: string.meta({ description: `Markdown, at most ${CONTEXT_LIMIT} characters.` }),
  version: z
    .int({ error: 'must be a whole number, the version that yours is based on' })
    .min(0, { error: 'must not be negative' })
    .meta({ description: 'The version that this one is based on; 0 for the first.' }),
});
