/** Senders that sign, over HTTP, for owners and admins. */
import { z } from 'zod';
import type { Integration } from '../model/integration.ts';
import { newIntegrationBody } from '../model/integration-schema.ts';
import { MANAGERS } from '../model/person.ts';
import { noParameters } from '../model/query-schema.ts';
import { actorOf } from '../services/actors.ts';
import type { Integrations } from '../services/integrations.ts';
import { dataAnswer, timeAnswer } from './answers.ts';
import { iso, isoOrNull } from './console.ts';
import { sendData } from './respond.ts';
import { personRoute, type Route } from './route.ts';

const PATH = '/api/v1/integrations';

const integration = z
  .object({
    id: z.string().meta({ description: 'What X-Milepost-Integration carries.' }),
    name: z.string(),
    createdBy: z.string(),
    createdAt: timeAnswer,
    revokedAt: timeAnswer.nullable(),
  })
  .meta({ id: 'Integration' });

export const integrationListAnswer = dataAnswer(z.array(integration));
export const newIntegrationAnswer = dataAnswer(
  z.object({
    secret: z.string().meta({ description: 'What requests are signed with. Not shown again.' }),
    integration,
  }),
);
export const revokedIntegrationAnswer = dataAnswer(z.object({ id: z.string() }));

export function integrationRoutes(
  integrations: Pick<Integrations, 'list' | 'create' | 'revoke'>,
): Route[] {
  const common = { path: PATH, roles: MANAGERS, parameters: noParameters };
  return [
    personRoute({
      ...common,
      method: 'get',
      body: null,
      document: {
        summary: 'List the integrations',
        description: 'Senders of metrics that sign; oldest first, revoked ones too.',
        answers: { 200: { description: 'The integrations.', schema: integrationListAnswer } },
      },
      handle: async ({ res, organization }) => {
        sendData(res, 200, (await integrations.list(organization)).map(toAnswer));
      },
    }),
    personRoute({
      ...common,
      method: 'post',
      body: newIntegrationBody,
      document: {
        summary: 'Make an integration',
        answers: {
          201: { description: 'With its secret, this once.', schema: newIntegrationAnswer },
        },
        errors: ['UNSUPPORTED_MEDIA_TYPE'],
      },
      handle: async ({ res, organization, person, body: { name } }) => {
        const made = await integrations.create({ organization, name, actor: actorOf(person) });
        sendData(res, 201, { secret: made.secret, integration: toAnswer(made.integration) });
      },
    }),
    personRoute({
      ...common,
      method: 'delete',
      path: `${PATH}/:id`,
      body: null,
      document: {
        summary: 'Revoke an integration',
        description: 'Its signatures are refused from then on, on every node. The record stays.',
        path: { id: 'The id of the integration.' },
        answers: { 200: { description: 'It is revoked.', schema: revokedIntegrationAnswer } },
      },
      handle: async ({ req, res, organization, person }) => {
        const id = String(req.params['id']);
        await integrations.revoke(organization, id, actorOf(person));
        sendData(res, 200, { id });
      },
    }),
  ];
}

function toAnswer({ id, name, createdBy, createdAt, revokedAt }: Integration) {
  return { id, name, createdBy, createdAt: iso(createdAt), revokedAt: isoOrNull(revokedAt) };
}
