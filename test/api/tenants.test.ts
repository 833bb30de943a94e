/**
 * Every operation that OpenAPI documents, called by another organization with the ids of this one:
 * nothing of it may show, and nothing of it may change. New operations are in as they come.
 */
import { expect } from 'chai';
import { connectAssistant } from '../oauth/support.ts';
import type { Client } from '../support/http.ts';
import { newPerson, type SignedIn, signIn } from '../support/person.ts';
import { sample, useServer } from './support.ts';

/** In everything that belongs to the first organization. */
const MARK = 'kingfisher';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
/** One answers without end, and the other ends the session that asks. */
const LEFT_OUT: ReadonlySet<string> = new Set(['/api/v1/events/stream', '/api/auth/sign-out']);

interface Operation {
  readonly method: (typeof METHODS)[number];
  readonly path: string;
}

describe('Another organization', function () {
  this.timeout(60_000);
  const server = useServer({ env: { SECRET_KEY: 'a secret key of at least 32 characters' } });
  let ids: readonly string[];
  let owner: SignedIn;
  let intruders: readonly { readonly name: string; readonly client: Client }[];
  let operations: readonly Operation[];

  before(async () => {
    const { milepost, client } = server();
    const { store } = milepost;
    owner = await signIn(milepost, 'owner');
    const { id: member } = await newPerson(store, 'member');
    const json = { 'Content-Type': 'application/json' };
    const send = (method: string, path: string, body: unknown) =>
      owner.client.send<{ id: string; key: { id: string }; integration: { id: string } }>(
        method,
        `/api/v1${path}`,
        {
          headers: json,
          body: JSON.stringify(body),
        },
      );
    const event = await client.post(
      sample({ type: MARK, source: MARK, subject: MARK, version: MARK, id: `${MARK}-event` }),
    );
    const key = await send('POST', '/keys', { name: MARK, scope: 'READ_ONLY' });
    const invitation = await send('POST', '/invitations', {
      email: `${MARK}@example.com`,
      role: 'admin',
    });
    const context = await send('PUT', '/settings/context', { text: MARK, version: 0 });
    const view = await send('POST', '/views', {
      name: MARK,
      address: `/timeline?source=${MARK}`,
      isShared: true,
    });
    await connectAssistant(milepost, owner, 'write', { client_name: MARK });
    const [connection] = await store.connections.list('default');
    const samples = await send('POST', '/metrics/webhook', {
      samples: [{ metric: MARK, subject: MARK, time: 'NOW', value: 1 }],
    });
    const integration = await send('POST', '/integrations', { name: MARK });
    const said = await send('PUT', '/metrics/settings', { metric: MARK, unit: MARK });
    const provider = await send('POST', '/providers', {
      ...{ name: MARK, kind: 'prometheus', url: 'http://127.0.0.1:1', isPaused: true },
      queries: [{ metric: MARK, query: MARK, subject: MARK }],
    });
    const made = [event, key, invitation, context, view, samples, integration, said, provider];
    for (const { status, text } of made) {
      expect(status, text).to.be.within(200, 202);
    }
    ids = [
      event.body.data.id,
      key.body.data.key.id,
      invitation.body.data.id,
      view.body.data.id,
      integration.body.data.integration.id,
      provider.body.data.id,
      member,
      owner.person.id,
      connection?.id ?? expect.fail('there is no connection'),
      '1',
    ];
    await store.organizations.insert({ id: 'other', name: 'Other', createdAt: Date.now() });
    const otherKey = await milepost.newKey('READ_WRITE', 'other');
    intruders = [
      { name: 'by a key', client: client.as(otherKey) },
      { name: 'by its owner', client: (await signIn(milepost, 'owner', 'other')).client },
    ];
    const { paths } = JSON.parse((await client.get('/openapi.json')).text) as {
      paths: Readonly<Record<string, object>>;
    };
    operations = Object.entries(paths)
      .filter(([path]) => path.startsWith('/api/') && !LEFT_OUT.has(path))
      .flatMap(([path, item]) =>
        METHODS.filter((method) => method in item).map((method) => ({ method, path })),
      );
  });

  it('sees nothing of this one by any operation, whatever ids it knows', async () => {
    expect(operations.length).to.be.at.least(40);
    for (const { client, name } of intruders) {
      for (const { method, path } of operations) {
        for (const id of path.includes('{') ? ids : ['']) {
          const address = path.replace(/\{\w+\}/g, encodeURIComponent(id));
          const answer = await client.send(method.toUpperCase(), address, bodyOf(method));
          const place = `${method} ${address} ${name}: ${answer.text.slice(0, 300)}`;
          expect(answer.status, place).to.be.below(500);
          // What was asked with may be named in the answer.
          expect(answer.text.replaceAll(id || '\0', ''), place).to.not.contain(MARK);
        }
      }
      expect((await client.get('/api/v1/me')).status, 'still signed in').to.equal(200);
    }
  });

  it('has changed nothing of it on the way', async () => {
    const get = async (path: string) => (await owner.client.get(`/api/v1${path}`)).text;
    expect(await get('/me')).to.contain(owner.person.email);
    expect(await get('/settings/context')).to.contain(MARK);
    expect(await get('/invitations')).to.contain(MARK);
    expect(await get('/views')).to.contain(`"name":"${MARK}"`);
    expect(await get(`/events?id=${MARK}-event`)).to.contain(MARK);
    expect(await get('/connections')).to.contain(MARK);
    const keys = JSON.parse(await get('/keys')) as { data: { name: string; revokedAt: null }[] };
    expect(keys.data.find((one) => one.name === MARK)).to.have.property('revokedAt', null);
    const members = JSON.parse(await get('/members')) as { data: { role: string }[] };
    expect(await get('/integrations'))
      .to.contain(MARK)
      .and.contain('"revokedAt":null');
    expect(await get('/providers')).to.contain(MARK);
    expect(await get('/metrics/settings')).to.contain(MARK);
    expect(members.data.map(({ role }) => role)).to.have.members(['owner', 'member']);
  });
});

/** Enough for most operations to get past their body, and harmless where it does. */
function bodyOf(method: Operation['method']) {
  if (method === 'get' || method === 'delete') return {};
  const body = JSON.stringify({ role: 'viewer', name: 'x', text: 'x', version: 0, rules: [] });
  return { headers: { 'Content-Type': 'application/json' }, body };
}
