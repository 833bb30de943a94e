/** What the page asks on which a person lets an assistant in. */
import { z } from 'zod';
import { invalidField } from '../errors.ts';
import { ROLES } from '../model/person.ts';
import { noParameters } from '../model/query-schema.ts';
import { placeOfRedirect } from '../model/redirect.ts';
import { RefusedRequest } from '../services/authorization-request.ts';
import type { Consent } from '../services/consent.ts';
import { dataAnswer } from './answers.ts';
import type { RateLimit } from './rate-limit.ts';
import { sendData } from './respond.ts';
import { personRoute, type Route } from './route.ts';

export interface ConsentDependencies {
  readonly consent: Consent;
  /** Questions, by person: each may make this server fetch a document. */
  readonly questions: RateLimit;
}

const request = z
  .string({ error: 'is required' })
  .meta({ description: 'The query with which the client sent the browser to /oauth/authorize.' });

const question = z.object({
  client: z
    .object({
      name: z.string().meta({ description: 'Its own claim.' }),
      place: z.string().meta({ description: 'Where the answer goes.' }),
      isVerified: z.boolean().meta({ description: 'Whether that place vouches for the name.' }),
      mayWrite: z.boolean().meta({ description: 'Whether writing can be allowed too.' }),
    })
    .nullable()
    .meta({ description: 'Null where the request cannot be granted.' }),
  refusal: z
    .object({
      message: z.string(),
      back: z.string().nullable().meta({ description: 'Where the client hears of it.' }),
      place: z.string().nullable(),
    })
    .nullable(),
});

export function consentRoutes({ consent, questions }: ConsentDependencies): Route[] {
  return [
    personRoute({
      method: 'post',
      path: '/api/v1/consent/lookup',
      roles: ROLES,
      parameters: noParameters,
      body: z.object({ request }),
      document: {
        summary: 'What an assistant asks of you',
        answers: { 200: { description: 'Who asks for what.', schema: dataAnswer(question) } },
        errors: ['RATE_LIMITED'],
      },
      handle: async ({ res, person, body }) => {
        await questions.take(person.id, 1);
        const answer = await consent.ask(body.request, person).then(
          (client) => ({ client, refusal: null }),
          (error: unknown) => ({ client: null, refusal: toRefusal(error) }),
        );
        sendData(res, 200, answer);
      },
    }),
    personRoute({
      method: 'post',
      path: '/api/v1/consent',
      roles: ROLES,
      parameters: noParameters,
      body: z.object({
        request,
        allow: z
          .enum(['read', 'write'], { error: 'must be read, write or null' })
          .nullable()
          .meta({ description: 'What it may do; null for nothing.' }),
      }),
      document: {
        summary: 'Let an assistant in, or do not',
        answers: {
          200: {
            description: 'The browser takes this address to the client.',
            schema: dataAnswer(z.object({ redirect: z.string() })),
          },
        },
        errors: ['RATE_LIMITED'],
      },
      handle: async ({ res, person, organization, body }) => {
        await questions.take(person.id, 1);
        const redirect = await consent
          .decide(body.request, body.allow, organization, person)
          .catch(toProblem);
        sendData(res, 200, { redirect });
      },
    }),
  ];
}

function toRefusal(error: unknown) {
  if (!(error instanceof RefusedRequest)) throw error;
  const { message, back } = error;
  return { message, back, place: back === null ? null : placeOfRedirect(back) };
}

function toProblem(error: unknown): never {
  throw error instanceof RefusedRequest ? invalidField('request', error.message) : error;
}
