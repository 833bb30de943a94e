/** Saved views over HTTP. Whoever holds a key reads the shared ones; people keep their own. */
import { z } from 'zod';
import { ROLES } from '../model/person.ts';
import { noParameters } from '../model/query-schema.ts';
import type { SavedView } from '../model/view.ts';
import { newViewBody, viewChangesBody } from '../model/view-schema.ts';
import type { Views } from '../services/views.ts';
import { dataAnswer, timeAnswer } from './answers.ts';
import { iso } from './console.ts';
import { sendData } from './respond.ts';
import { keyedRoute, personRoute, type Route } from './route.ts';

const PATH = '/api/v1/views';

const view = z
  .object({
    id: z.string(),
    name: z.string(),
    address: z.string().meta({ description: 'Path and query of a page of the dashboard.' }),
    isShared: z.boolean(),
    owner: z.object({ id: z.string(), name: z.string() }).meta({ description: 'Who saved it.' }),
    createdAt: timeAnswer,
    updatedAt: timeAnswer,
  })
  .meta({ id: 'View' });

export const viewAnswer = dataAnswer(view);
export const viewListAnswer = dataAnswer(z.array(view));
export const removedViewAnswer = dataAnswer(z.object({ id: z.string() }));

export function viewRoutes(views: Views): Route[] {
  return [listRoute(views), createRoute(views), changeRoute(views), removeRoute(views)];
}

function listRoute(views: Pick<Views, 'list'>): Route {
  return keyedRoute({
    path: PATH,
    parameters: noParameters,
    document: {
      tag: 'Console',
      summary: 'List the saved views',
      description: 'Oldest first: the shared ones and, for a person, their own.',
      answers: { 200: { description: 'The views.', schema: viewListAnswer } },
    },
    handle: async ({ res, organization, principal }) => {
      const found = await views.list(organization, principal.person);
      sendData(res, 200, found.map(toAnswer));
    },
  });
}

function createRoute(views: Pick<Views, 'create'>): Route {
  return personRoute({
    method: 'post',
    path: PATH,
    roles: ROLES,
    parameters: noParameters,
    body: newViewBody,
    document: {
      summary: 'Save a view',
      description: 'Viewers save views for themselves only.',
      answers: { 201: { description: 'The view.', schema: viewAnswer } },
      errors: ['CONFLICT', 'UNSUPPORTED_MEDIA_TYPE'],
    },
    handle: async ({ res, organization, person, body }) => {
      const wanted = { ...body, isShared: body.isShared ?? false };
      sendData(res, 201, toAnswer(await views.create(organization, wanted, person)));
    },
  });
}

function changeRoute(views: Pick<Views, 'change'>): Route {
  return personRoute({
    method: 'patch',
    path: `${PATH}/:id`,
    roles: ROLES,
    parameters: noParameters,
    body: viewChangesBody,
    document: {
      summary: 'Change a saved view',
      description:
        'What is left out stays. Others than who saved it: owners and admins, as long as it is shared.',
      path: { id: 'The id of the view.' },
      answers: { 200: { description: 'The view as it is now.', schema: viewAnswer } },
      errors: ['UNSUPPORTED_MEDIA_TYPE'],
    },
    handle: async ({ req, res, organization, person, body }) => {
      const id = String(req.params['id']);
      sendData(res, 200, toAnswer(await views.change(organization, id, body, person)));
    },
  });
}

function removeRoute(views: Pick<Views, 'remove'>): Route {
  return personRoute({
    method: 'delete',
    path: `${PATH}/:id`,
    roles: ROLES,
    parameters: noParameters,
    body: null,
    document: {
      summary: 'Delete a saved view',
      description: 'Others than who saved it: owners and admins, as long as it is shared.',
      path: { id: 'The id of the view.' },
      answers: { 200: { description: 'It is gone.', schema: removedViewAnswer } },
    },
    handle: async ({ req, res, organization, person }) => {
      const id = String(req.params['id']);
      await views.remove(organization, id, person);
      sendData(res, 200, { id });
    },
  });
}

function toAnswer({ organization: _, createdAt, updatedAt, ...rest }: SavedView) {
  return { ...rest, createdAt: iso(createdAt), updatedAt: iso(updatedAt) };
}
