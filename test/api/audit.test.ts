/** The audit log over HTTP: contract 5. */
import { expect } from 'chai';
import { auditAnswer } from '../../backend/http/console-answers.ts';
import type { Client } from '../support/http.ts';
import { type SignedIn, signIn } from '../support/person.ts';
import { expectError, useServer } from './support.ts';

interface Entry {
  readonly id: string;
  readonly time: string;
  readonly actor: { readonly kind: string; readonly id: string | null; readonly name: string };
  readonly action: string;
  readonly target: { readonly id: string; readonly name: string } | null;
  readonly details: Readonly<Record<string, unknown>>;
}

const KEYS = '/api/v1/keys';

describe('The audit log', () => {
  const server = useServer();
  let owner: SignedIn;
  let admin: SignedIn;
  before(async () => {
    const { milepost } = server();
    owner = await signIn(milepost, 'owner');
    admin = await signIn(milepost, 'admin');
    for (const [index, who] of [owner, admin, owner, admin, owner].entries()) {
      await who.client.json('POST', KEYS, { name: `key ${index}`, scope: 'READ_ONLY' });
    }
  });
  const ask = (query = '', client: Client = owner.client) =>
    client.get<readonly Entry[]>(`/api/v1/audit${query}`);
  const names = async (query: string) =>
    (await ask(query)).body.data.map(({ target }) => target?.name);

  it('lists who did what, newest first, in the documented form', async () => {
    const answer = await ask('?action=key.created');
    expect(answer.status, answer.text).to.equal(200);
    expect(auditAnswer.parse(answer.body)).to.deep.equal(answer.body);
    const made = answer.body.data;
    expect(made.map(({ target }) => target?.name)).to.deep.equal([
      ...['key 4', 'key 3', 'key 2', 'key 1', 'key 0'],
      // What tests make, and what the first start made.
      ...['test', 'first key'],
    ]);
    expect(Object.keys(made[0] ?? {})).to.deep.equal([
      ...['id', 'time', 'actor', 'action', 'target', 'details'],
    ]);
    const { id, email: name } = owner.person;
    expect(made[0]?.actor).to.deep.equal({ kind: 'person', id, name });
    expect(made.at(-1)?.actor).to.deep.equal({ kind: 'system', id: null, name: 'set-up' });
  });

  it('pages by cursor, and repeats or skips nothing while entries arrive', async () => {
    const read: string[] = [];
    let query = '?action=key.created&limit=2';
    for (;;) {
      const { data, page } = (await ask(query)).body;
      expect(page.limit).to.equal(2);
      read.push(...data.map(({ target }) => target?.name ?? ''));
      if (page.nextCursor === null) break;
      query = `?action=key.created&limit=2&cursor=${page.nextCursor}`;
      await admin.client.json('POST', KEYS, { name: 'meanwhile', scope: 'READ_ONLY' });
    }
    expect(read).to.deep.equal([
      ...['key 4', 'key 3', 'key 2', 'key 1', 'key 0', 'test', 'first key'],
    ]);
  });

  it('narrows by actor, by id and by name, by action and by time', async () => {
    const own = ['key 4', 'key 2', 'key 0'];
    const made = '&action=key.created';
    expect(await names(`?actor=${owner.person.id}${made}`)).to.deep.equal(own);
    expect(await names(`?actor=${encodeURIComponent(owner.person.email)}${made}`)).to.deep.equal(
      own,
    );
    expect(await names('?actor=nobody')).to.deep.equal([]);
    expect(await names('?action=retention.deleted')).to.deep.equal([]);
    const { data } = (await ask(`?actor=${owner.person.id}${made}`)).body;
    const [, second] = data;
    const moment = encodeURIComponent(second?.time ?? '');
    const then = await names(`?actor=${owner.person.id}${made}&from=${moment}&to=${moment}`);
    expect(then).to.include('key 2');
    expect(await names('?to=-1h')).to.deep.equal([]);
    expect(await names(`?from=-1h&to=now&actor=${owner.person.id}${made}`)).to.deep.equal(own);
  });

  it('refuses what it cannot read', async () => {
    for (const [query, field] of [
      ['?action=key.stolen', 'action'],
      ['?limit=0', 'limit'],
      ['?limit=101', 'limit'],
      ['?from=yesterday', 'from'],
      ['?from=2026-01-01T00:00:00', 'from'],
      ['?from=now&to=-1h', 'from'],
      ['?timezone=Mars', 'timezone'],
      ['?cursor=damaged', 'cursor'],
      ['?actor=a&actor=b', 'actor'],
      [`?actor=${'x'.repeat(321)}`, 'actor'],
    ] as const) {
      expectError(await ask(query), 'VALIDATION_ERROR', `${field}: `);
    }
    const { nextCursor } = (await ask('?limit=1')).body.page;
    expectError(
      await ask(`?limit=1&action=key.created&cursor=${nextCursor}`),
      'VALIDATION_ERROR',
      'belongs to another query',
    );
  });

  it('is append only: no method changes it', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expectError(await owner.client.send(method, '/api/v1/audit'), 'METHOD_NOT_ALLOWED');
    }
  });

  it('of one organization is nothing to another, nor is its cursor', async () => {
    const { milepost } = server();
    await milepost.newOrganization('audit-other');
    const stranger = await signIn(milepost, 'owner', 'audit-other');
    const theirs = await ask('', stranger.client);
    expect(theirs.text).not.to.contain('key 4').and.not.contain(owner.person.email);
    const ours = await ask(`?actor=${owner.person.id}`, stranger.client);
    expect(ours.body.data).to.deep.equal([]);
    const { nextCursor } = (await ask('?limit=1')).body.page;
    expectError(
      await ask(`?limit=1&cursor=${nextCursor}`, stranger.client),
      'VALIDATION_ERROR',
      'belongs to another query',
    );
  });
});
