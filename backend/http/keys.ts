/** API keys over HTTP, for owners and admins. */
import { newKeyBody } from '../model/console-schema.ts';
import type { ApiKey } from '../model/key.ts';
import { MANAGERS } from '../model/person.ts';
import { noParameters } from '../model/query-schema.ts';
import { actorOf } from '../services/actors.ts';
import type { Keys } from '../services/keys.ts';
import { iso, isoOrNull } from './console.ts';
import { keyListAnswer, newKeyAnswer, revokedKeyAnswer } from './console-answers.ts';
import { sendData } from './respond.ts';
import { personRoute, type Route } from './route.ts';

const PATH = '/api/v1/keys';

export function keyRoutes(keys: Pick<Keys, 'list' | 'create' | 'revoke'>): Route[] {
  return [listRoute(keys), createRoute(keys), revokeRoute(keys)];
}

function listRoute(keys: Pick<Keys, 'list'>): Route {
  return personRoute({
    method: 'get',
    path: PATH,
    roles: MANAGERS,
    parameters: noParameters,
    body: null,
    document: {
      summary: 'List the API keys',
      description: 'Without their secrets, oldest first; revoked and expired ones too.',
      answers: { 200: { description: 'The keys.', schema: keyListAnswer } },
    },
    handle: async ({ res, organization }) => {
      sendData(res, 200, (await keys.list(organization)).map(toKeyAnswer));
    },
  });
}

function createRoute(keys: Pick<Keys, 'create'>): Route {
  return personRoute({
    method: 'post',
    path: PATH,
    roles: MANAGERS,
    parameters: noParameters,
    body: newKeyBody,
    document: {
      summary: 'Make an API key',
      answers: {
        201: { description: 'The key; its secret is shown here only.', schema: newKeyAnswer },
      },
      errors: ['UNSUPPORTED_MEDIA_TYPE'],
    },
    handle: async ({ res, organization, person, body: { name, scope, expiresAt } }) => {
      const { secret, key } = await keys.create({
        organization,
        name,
        scope,
        createdBy: person.email,
        expiresAt: expiresAt === undefined || expiresAt === null ? null : Date.parse(expiresAt),
        actor: actorOf(person),
      });
      sendData(res, 201, { secret, key: toKeyAnswer(key) });
    },
  });
}

function revokeRoute(keys: Pick<Keys, 'revoke'>): Route {
  return personRoute({
    method: 'delete',
    path: `${PATH}/:id`,
    roles: MANAGERS,
    parameters: noParameters,
    body: null,
    document: {
      summary: 'Revoke an API key',
      description:
        'It stops working at once, and within 5 s on other nodes. The record stays; a key that is revoked already stays as it is.',
      path: { id: 'The id of the key.' },
      answers: { 200: { description: 'It is revoked.', schema: revokedKeyAnswer } },
    },
    handle: async ({ req, res, organization, person }) => {
      const id = String(req.params['id']);
      await keys.revoke(organization, id, actorOf(person));
      sendData(res, 200, { id });
    },
  });
}

function toKeyAnswer({ organization: _, ...key }: ApiKey) {
  return {
    ...key,
    createdAt: iso(key.createdAt),
    lastUsedAt: isoOrNull(key.lastUsedAt),
    expiresAt: isoOrNull(key.expiresAt),
    revokedAt: isoOrNull(key.revokedAt),
  };
}
