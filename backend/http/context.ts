/** The business context over HTTP. Whoever holds a key reads it; owners and admins write it. */
import { notFound } from '../errors.ts';
import type { ContextVersion } from '../model/business-context.ts';
import { contextBody } from '../model/console-schema.ts';
import { MANAGERS, ROLES } from '../model/person.ts';
import { noParameters } from '../model/query-schema.ts';
import { actorOf } from '../services/actors.ts';
import type { BusinessContext } from '../services/context.ts';
import { iso } from './console.ts';
import { contextAnswer, contextHistoryAnswer } from './console-answers.ts';
import { sendData } from './respond.ts';
import { keyedRoute, personRoute, type Route } from './route.ts';

const PATH = '/api/v1/settings/context';

export function contextRoutes(context: BusinessContext): Route[] {
  return [getRoute(context), putRoute(context), historyRoute(context), versionRoute(context)];
}

function getRoute(context: BusinessContext): Route {
  return keyedRoute({
    path: PATH,
    parameters: noParameters,
    document: {
      tag: 'Console',
      summary: 'Read the business context',
      description: 'What the organization wrote down for whoever reads its timeline.',
      answers: { 200: { description: 'The newest version.', schema: contextAnswer } },
    },
    handle: async ({ res, organization }) => {
      sendData(res, 200, toAnswer(await context.get(organization)));
    },
  });
}

function putRoute(context: BusinessContext): Route {
  return personRoute({
    method: 'put',
    path: PATH,
    roles: MANAGERS,
    parameters: noParameters,
    body: contextBody,
    document: {
      summary: 'Write the business context',
      description:
        'A new version on top of the one it is based on; every version is kept. The same text makes none.',
      answers: {
        200: { description: 'The version that is the newest now.', schema: contextAnswer },
      },
      errors: ['CONFLICT', 'UNSUPPORTED_MEDIA_TYPE'],
    },
    handle: async ({ res, organization, person, body: { text, version } }) => {
      const written = await context.put(organization, text, version, actorOf(person));
      sendData(res, 200, toAnswer(written));
    },
  });
}

function historyRoute(context: BusinessContext): Route {
  return personRoute({
    method: 'get',
    path: `${PATH}/history`,
    roles: ROLES,
    parameters: noParameters,
    body: null,
    document: {
      summary: 'List the versions of the business context',
      description: 'Newest first, at most 1,000, without their texts.',
      answers: { 200: { description: 'The versions.', schema: contextHistoryAnswer } },
    },
    handle: async ({ res, organization }) => {
      const history = await context.history(organization);
      const data = history.map(({ version, updatedAt, updatedBy, length }) => ({
        version,
        updatedAt: iso(updatedAt),
        updatedBy: updatedBy.name,
        length,
      }));
      sendData(res, 200, data);
    },
  });
}

function versionRoute(context: BusinessContext): Route {
  return personRoute({
    method: 'get',
    path: `${PATH}/history/:version`,
    roles: ROLES,
    parameters: noParameters,
    body: null,
    document: {
      summary: 'Read one version of the business context',
      path: { version: 'Its number.' },
      answers: { 200: { description: 'The version.', schema: contextAnswer } },
    },
    handle: async ({ req, res, organization }) => {
      const number = String(req.params['version']);
      if (!/^[1-9]\d{0,8}$/.test(number)) {
        throw notFound(`version: ${number} is no version, they count from 1`);
      }
      sendData(res, 200, toAnswer(await context.version(organization, Number(number))));
    },
  });
}

function toAnswer(version: ContextVersion | null) {
  if (version === null) return { text: '', version: 0, updatedAt: null, updatedBy: null };
  const { updatedAt, updatedBy } = version;
  return {
    text: version.text,
    version: version.version,
    updatedAt: iso(updatedAt),
    updatedBy: updatedBy.name,
  };
}
