/** Where Milepost fetches metrics itself, for owners and admins. */
import { MANAGERS } from '../model/person.ts';
import { providerBody, providerTestBody, settingsOf } from '../model/provider-schema.ts';
import { noParameters } from '../model/query-schema.ts';
import { actorOf } from '../services/actors.ts';
import type { Providers } from '../services/providers.ts';
import {
  providerAnswer,
  providerListAnswer,
  providerTestAnswer,
  removedProviderAnswer,
  toProviderAnswer,
  toTestAnswer,
} from './provider-answers.ts';
import { sendData } from './respond.ts';
import { personRoute, type Route } from './route.ts';

const PATH = '/api/v1/providers';
const ID = 'The id of the provider.';

export interface ProviderRoutesDependencies {
  readonly providers: Omit<Providers, 'credentialsOf'>;
  /** Called after a change; must not wait. */
  readonly onChanged: () => void;
}

export function providerRoutes(door: ProviderRoutesDependencies): Route[] {
  return [
    listRoute(door),
    createRoute(door),
    testRoute(door),
    readRoute(door),
    changeRoute(door),
    removeRoute(door),
  ];
}

const common = { roles: MANAGERS, parameters: noParameters };

function listRoute({ providers }: ProviderRoutesDependencies): Route {
  return personRoute({
    ...common,
    method: 'get',
    path: PATH,
    body: null,
    document: {
      summary: 'List the providers of metrics',
      description: 'Oldest first, with how the last fetch went.',
      answers: { 200: { description: 'The providers.', schema: providerListAnswer } },
    },
    handle: async ({ res, organization }) => {
      sendData(res, 200, (await providers.list(organization)).map(toProviderAnswer));
    },
  });
}

function createRoute({ providers, onChanged }: ProviderRoutesDependencies): Route {
  return personRoute({
    ...common,
    method: 'post',
    path: PATH,
    body: providerBody,
    document: {
      summary: 'Add a provider of metrics',
      description: 'It is fetched from at once, and then at its interval.',
      answers: { 201: { description: 'The provider.', schema: providerAnswer } },
      errors: ['CONFLICT', 'UNSUPPORTED_MEDIA_TYPE'],
    },
    handle: async ({ res, organization, person, body }) => {
      const settings = settingsOf(body);
      const { credentials = null } = body;
      const actor = actorOf(person);
      const made = await providers.create({ organization, settings, credentials, actor });
      onChanged();
      sendData(res, 201, toProviderAnswer(made));
    },
  });
}

function testRoute({ providers }: ProviderRoutesDependencies): Route {
  return personRoute({
    ...common,
    method: 'post',
    path: `${PATH}/test`,
    body: providerTestBody,
    document: {
      summary: 'Try a provider of metrics',
      description:
        'Asks every query now and says what came back, without storing anything. With the id of a provider, its credentials are used where none are given.',
      answers: { 200: { description: 'By query.', schema: providerTestAnswer } },
      errors: ['NOT_FOUND', 'UNSUPPORTED_MEDIA_TYPE'],
    },
    handle: async ({ res, organization, body }) => {
      const { id = null, credentials = null } = body;
      const settings = settingsOf(body);
      const tried = await providers.test(id, { organization, settings, credentials });
      sendData(res, 200, tried.map(toTestAnswer));
    },
  });
}

function readRoute({ providers }: ProviderRoutesDependencies): Route {
  return personRoute({
    ...common,
    method: 'get',
    path: `${PATH}/:id`,
    body: null,
    document: {
      summary: 'Read a provider of metrics',
      path: { id: ID },
      answers: { 200: { description: 'Without its credentials.', schema: providerAnswer } },
    },
    handle: async ({ req, res, organization }) => {
      const found = await providers.find(organization, String(req.params['id']));
      sendData(res, 200, toProviderAnswer(found));
    },
  });
}

function changeRoute({ providers, onChanged }: ProviderRoutesDependencies): Route {
  return personRoute({
    ...common,
    method: 'put',
    path: `${PATH}/:id`,
    body: providerBody,
    document: {
      summary: 'Change a provider of metrics',
      description:
        'Whole, but for its credentials: where none are given, those that are kept stay, unless it is another server. An empty object forgets them. It is fetched from at once.',
      path: { id: ID },
      answers: { 200: { description: 'The provider.', schema: providerAnswer } },
      errors: ['UNSUPPORTED_MEDIA_TYPE'],
    },
    handle: async ({ req, res, organization, person, body }) => {
      const { credentials = null } = body;
      const wanted = { organization, settings: settingsOf(body), credentials };
      const actor = actorOf(person);
      const changed = await providers.change(String(req.params['id']), { ...wanted, actor });
      onChanged();
      sendData(res, 200, toProviderAnswer(changed));
    },
  });
}

function removeRoute({ providers }: ProviderRoutesDependencies): Route {
  return personRoute({
    ...common,
    method: 'delete',
    path: `${PATH}/:id`,
    body: null,
    document: {
      summary: 'Remove a provider of metrics',
      description: 'With its credentials. The samples that it has brought stay.',
      path: { id: ID },
      answers: { 200: { description: 'It is removed.', schema: removedProviderAnswer } },
    },
    handle: async ({ req, res, organization, person }) => {
      const id = String(req.params['id']);
      await providers.remove(organization, id, actorOf(person));
      sendData(res, 200, { id });
    },
  });
}
