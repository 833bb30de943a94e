/** The assistants that people have let in. */
import { z } from 'zod';
import { OAUTH_SCOPES, scopeText } from '../model/oauth.ts';
import { ROLES } from '../model/person.ts';
import { noParameters } from '../model/query-schema.ts';
import type { Connections, ShownConnection } from '../services/connections.ts';
import { dataAnswer, timeAnswer } from './answers.ts';
import { iso, isoOrNull } from './console.ts';
import { sendData } from './respond.ts';
import { personRoute, type Route } from './route.ts';

const connection = z.object({
  id: z.string(),
  client: z.object({
    id: z.string(),
    name: z.string().meta({ description: 'Its own claim.' }),
    place: z.string().meta({ description: 'Where it was let in from: a host, or this computer.' }),
    isVerified: z.boolean().meta({ description: 'Whether that host vouches for the name.' }),
  }),
  scopes: z.array(z.enum(OAUTH_SCOPES)),
  person: z.object({ id: z.string(), email: z.string(), name: z.string() }),
  createdAt: timeAnswer,
  lastUsedAt: timeAnswer.nullable(),
});

const PATH = '/api/v1/connections';

export function connectionRoutes(connections: Pick<Connections, 'list' | 'revoke'>): Route[] {
  return [
    personRoute({
      method: 'get',
      path: PATH,
      roles: ROLES,
      parameters: noParameters,
      body: null,
      document: {
        summary: 'List the connected assistants',
        description: 'Yours; everybody’s for owners and admins.',
        answers: {
          200: { description: 'Newest first.', schema: dataAnswer(z.array(connection)) },
        },
      },
      handle: async ({ res, organization, person }) => {
        const found = await connections.list(organization, person);
        sendData(res, 200, found.map(toAnswer));
      },
    }),
    personRoute({
      method: 'delete',
      path: `${PATH}/:id`,
      roles: ROLES,
      parameters: noParameters,
      body: null,
      document: {
        path: { id: 'Of the connection.' },
        summary: 'Disconnect an assistant',
        description: 'It is shut out at once, and within 5 s on other nodes.',
        answers: {
          200: { description: 'It is gone.', schema: dataAnswer(z.object({ id: z.string() })) },
        },
      },
      handle: async ({ req, res, organization, person }) => {
        const id = String(req.params['id']);
        await connections.revoke(organization, id, person);
        sendData(res, 200, { id });
      },
    }),
  ];
}

function toAnswer(shown: ShownConnection): z.output<typeof connection> {
  const { id, clientId, clientName: name, clientPlace: place, isVerified, canWrite } = shown;
  const { id: personId, email, name: personName } = shown.by;
  return {
    id,
    client: { id: clientId, name, place, isVerified },
    scopes: scopeText(canWrite).split(' ') as z.output<typeof connection>['scopes'],
    person: { id: personId, email, name: personName },
    createdAt: iso(shown.createdAt),
    lastUsedAt: isoOrNull(shown.lastUsedAt),
  };
}
