/** The shapes of the console's answers. */
import { z } from 'zod';
import { ACTOR_KINDS, AUDIT_ACTIONS } from '../model/audit.ts';
import { SCOPES } from '../model/key.ts';
import { dataAnswer, timeAnswer } from './answers.ts';

const apiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    scope: z.enum(SCOPES),
    prefix: z.string().meta({ description: 'The first 8 characters, to recognize it by.' }),
    createdBy: z.string(),
    createdAt: timeAnswer,
    lastUsedAt: timeAnswer.nullable(),
    expiresAt: timeAnswer.nullable(),
    revokedAt: timeAnswer.nullable(),
  })
  .meta({ id: 'ApiKey' });

export const keyListAnswer = dataAnswer(z.array(apiKey));

export const newKeyAnswer = dataAnswer(
  z.object({
    secret: z.string().meta({ description: 'The key itself. It is not shown again.' }),
    key: apiKey,
  }),
);

export const revokedKeyAnswer = dataAnswer(z.object({ id: z.string() }));

export const contextAnswer = dataAnswer(
  z.object({
    text: z.string().meta({ description: 'Markdown; empty before anybody has written it.' }),
    version: z.int().meta({ description: '0 before anybody has written it.' }),
    updatedAt: timeAnswer.nullable(),
    updatedBy: z.string().nullable(),
  }),
);

export const contextHistoryAnswer = dataAnswer(
  z.array(
    z.object({
      version: z.int(),
      updatedAt: timeAnswer,
      updatedBy: z.string(),
      length: z.int().meta({ description: 'Characters.' }),
    }),
  ),
);

const auditEntry = z
  .object({
    id: z.string(),
    time: timeAnswer,
    actor: z.object({
      kind: z.enum(ACTOR_KINDS),
      id: z.string().nullable(),
      name: z.string(),
    }),
    action: z.enum(AUDIT_ACTIONS),
    target: z.object({ kind: z.string(), id: z.string(), name: z.string() }).nullable(),
    details: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditEntry' });

export const auditAnswer = z.object({
  success: z.literal(true),
  data: z.array(auditEntry),
  page: z.object({ limit: z.int(), nextCursor: z.string().nullable() }),
});
