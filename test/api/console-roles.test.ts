/** Who may do what in the console, by every door: contract 5. */
import { expect } from 'chai';
import { ROLES } from '../../backend/model/person.ts';
import type { Client } from '../support/http.ts';
import { signIn } from '../support/person.ts';
import type { OpenApi } from './openapi.ts';
import { expectError, useServer } from './support.ts';

const CALLERS = [...ROLES, 'READ_WRITE key', 'READ_ONLY key', 'nobody'] as const;
type Caller = (typeof CALLERS)[number];

const MANAGERS: readonly Caller[] = ['owner', 'admin'];
const NOBODY = '00000000-0000-4000-8000-000000000000';
const KEY = { name: 'made by whom', scope: 'READ_ONLY' };

const PROVIDER = {
  ...{ name: 'made by whom', kind: 'prometheus', url: 'http://127.0.0.1:1', isPaused: true },
  queries: [{ metric: 'a', query: 'x', subject: 'production' }],
};

/** What each may be called by, and what the answer is then. */
const DOORS: readonly (readonly [string, string, unknown, readonly Caller[], number])[] = [
  ['GET', '/api/v1/keys', undefined, MANAGERS, 200],
  ['POST', '/api/v1/keys', KEY, MANAGERS, 201],
  ['DELETE', `/api/v1/keys/${NOBODY}`, undefined, MANAGERS, 404],
  ['GET', '/api/v1/settings/context', undefined, CALLERS.slice(0, -1), 200],
  ['PUT', '/api/v1/settings/context', { text: '', version: 99 }, MANAGERS, 409],
  ['GET', '/api/v1/settings/context/history', undefined, ROLES, 200],
  ['GET', '/api/v1/settings/context/history/7', undefined, ROLES, 404],
  ['GET', '/api/v1/audit', undefined, MANAGERS, 200],
  ['GET', '/api/v1/views', undefined, CALLERS.slice(0, -1), 200],
  ['POST', '/api/v1/views', { name: 'x', address: '/' }, ROLES, 201],
  ['PATCH', `/api/v1/views/${NOBODY}`, { name: 'x' }, ROLES, 404],
  ['DELETE', `/api/v1/views/${NOBODY}`, undefined, ROLES, 404],
  ['GET', '/api/v1/integrations', undefined, MANAGERS, 200],
  ['POST', '/api/v1/integrations', { name: 'made by whom' }, MANAGERS, 201],
  ['DELETE', `/api/v1/integrations/${NOBODY}`, undefined, MANAGERS, 404],
  ['GET', '/api/v1/settings/retention/samples', undefined, ROLES, 200],
  ['PUT', '/api/v1/settings/retention/samples', { days: 90 }, MANAGERS, 200],
  ['GET', '/api/v1/providers', undefined, MANAGERS, 200],
  ['POST', '/api/v1/providers', PROVIDER, MANAGERS, 201],
  ['POST', '/api/v1/providers/test', PROVIDER, MANAGERS, 200],
  ['GET', `/api/v1/providers/${NOBODY}`, undefined, MANAGERS, 404],
  ['PUT', `/api/v1/providers/${NOBODY}`, PROVIDER, MANAGERS, 404],
  ['DELETE', `/api/v1/providers/${NOBODY}`, undefined, MANAGERS, 404],
  ['GET', '/api/v1/metrics/settings', undefined, CALLERS.slice(0, -1), 200],
  ['PUT', '/api/v1/metrics/settings', { metric: 'orders' }, MANAGERS, 200],
];

describe('A door of the console', () => {
  const server = useServer({ env: { SECRET_KEY: 'a secret key of at least 32 characters' } });
  const clients = new Map<Caller, Client>();
  before(async () => {
    const { milepost, client, reader } = server();
    for (const role of ROLES) clients.set(role, (await signIn(milepost, role)).client);
    clients.set('READ_WRITE key', client);
    clients.set('READ_ONLY key', reader);
    clients.set('nobody', client.as(undefined));
  });

  for (const [method, path, body, allowed, status] of DOORS) {
    for (const caller of CALLERS) {
      const isAllowed = allowed.includes(caller);
      const wanted = isAllowed ? status : caller === 'nobody' ? 401 : 403;
      it(`answers ${wanted} to ${caller}: ${method} ${path}`, async () => {
        const client = clients.get(caller);
        if (client === undefined) throw new Error('no such caller');
        const before = await state();
        const send = (content: unknown) =>
          content === undefined ? client.send(method, path) : client.json(method, path, content);
        const answer = await send(body);
        expect(answer.status, answer.text).to.equal(wanted);
        if (isAllowed) return;
        // Before the content is looked at, and without a trace.
        expectError(await send(body === undefined ? undefined : { wrong: true }), codeOf(wanted));
        expectError(await client.send(method, `${path}?wrong=1`), codeOf(wanted));
        expect(await state()).to.deep.equal(before);
      });
    }
  }

  it('is shut to what a foreign page makes a browser send', async () => {
    const { milepost } = server();
    const { cookie } = await signIn(milepost, 'owner');
    const before = await state();
    const foreign = server().client.as(undefined);
    for (const origin of ['https://evil.example', 'null']) {
      const headers = { Cookie: cookie, Origin: origin, 'Content-Type': 'application/json' };
      const make = { headers, body: JSON.stringify(KEY) };
      expectError(await foreign.send('POST', '/api/v1/keys', make), 'FORBIDDEN', 'another site');
      const write = { headers, body: JSON.stringify({ text: 'x', version: 0 }) };
      expectError(await foreign.send('PUT', '/api/v1/settings/context', write), 'FORBIDDEN');
      expectError(await foreign.send('DELETE', `/api/v1/keys/${NOBODY}`, { headers }), 'FORBIDDEN');
    }
    expect(await state()).to.deep.equal(before);
  });

  it('refuses parameters that it does not know, and names those it does', async () => {
    const client = clients.get('owner');
    expectError(
      (await client?.get('/api/v1/audit?acter=x')) ?? expect.fail(),
      'VALIDATION_ERROR',
      'did you mean actor?',
    );
    for (const [method, path, body] of DOORS) {
      const refused =
        body === undefined
          ? await client?.send(method, `${path}?wrong=1`)
          : await client?.json(method, `${path}?wrong=1`, body);
      expectError(refused ?? expect.fail(), 'VALIDATION_ERROR', 'wrong: unknown parameter');
    }
  });

  it('answers only with what its document names', async () => {
    const { client } = server();
    const document = JSON.parse((await client.get('/openapi.json')).text) as OpenApi;
    for (const [method, path, body, allowed, status] of DOORS) {
      const template = path.replace(NOBODY, '{id}').replace(/\d+$/, '{version}');
      const operation = document.paths[template]?.[method.toLowerCase()];
      const isForKeys = allowed.includes('READ_ONLY key') || template.endsWith('/context');
      const statuses = [status, 400, 401, ...(isForKeys ? [] : [403])];
      const named = Object.keys(operation?.responses ?? {});
      expect(named, path).to.include.members(statuses.map(String));
      expect(operation?.requestBody !== undefined, path).to.equal(body !== undefined);
    }
  });

  /** What a refusal must not change. */
  async function state() {
    const { store } = server().milepost;
    const { entries } = await store.audit.page('default', { filter: {}, limit: 100 });
    return {
      keys: (await store.keys.list('default')).map(({ id, revokedAt }) => [id, revokedAt]),
      versions: await store.contexts.history('default', 100),
      entries: entries.map(({ id }) => id),
    };
  }
});

function codeOf(status: number) {
  return status === 401 ? 'UNAUTHORIZED' : 'FORBIDDEN';
}
