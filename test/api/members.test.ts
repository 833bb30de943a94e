/** Members, invitations and links: contract 5. */
import { expect } from 'chai';
import type { Person, Role } from '../../backend/model/person.ts';
import { type Client, createClient } from '../support/http.ts';
import { startMilepost, type TestMilepost } from '../support/milepost.ts';
import { newPerson, PASSWORD, signIn, trySignIn, withCookies } from '../support/person.ts';
import { expectError, sample } from './support.ts';

const OTHER_PASSWORD = 'another horse and battery';
const DAY_MS = 86_400_000;

interface Invited {
  readonly id: string;
  readonly link: string;
  readonly expiresAt: string;
}

interface Member extends Person {
  readonly createdAt: string;
}

function tokenIn(link: string): string {
  return new URL(link).hash.slice(1);
}

describe('The members of an organization', () => {
  let now: number;
  let milepost: TestMilepost;
  beforeEach(async () => {
    now = Date.now();
    milepost = await startMilepost({ clock: () => now });
  });
  afterEach(() => milepost.close());
  const anyone = (): Client => createClient(milepost.url, undefined, { Origin: milepost.url });
  const invite = async (client: Client, email: string, role: Role) => {
    const answer = await client.json<Invited>('POST', '/api/v1/invitations', { email, role });
    expect(answer.status, answer.text).to.equal(201);
    return answer.body.data;
  };
  const lookup = (token: string) => anyone().json('POST', '/api/v1/invitations/lookup', { token });
  const accept = (token: string, over: object = {}) =>
    anyone().json('POST', '/api/v1/invitations/accept', {
      token,
      name: 'Grace',
      password: PASSWORD,
      ...over,
    });
  const members = async (client: Client): Promise<readonly Member[]> =>
    (await client.get<readonly Member[]>('/api/v1/members')).body.data;
  const resetLink = (client: Client, id: string) =>
    client.json<{ link: string; expiresAt: string }>('POST', `/api/v1/members/${id}/reset-link`);
  const reset = (token: string, password: string) =>
    anyone().json('POST', '/api/v1/password-reset', { token, password });

  it('grow by invitation: a link, looked at, accepted once, and then signed in', async () => {
    const owner = await signIn(milepost, 'owner');
    const invited = await invite(owner.client, 'Grace@Example.com', 'viewer');
    expect(invited.link).to.match(new RegExp(`^${milepost.url}/invite#[\\w-]{43}$`));
    const token = tokenIn(invited.link);
    const open = await owner.client.get('/api/v1/invitations');
    expect(open.body.data).to.have.length(1);
    expect(open.text).to.include('grace@example.com').and.not.include(token);
    expect((await lookup(token)).body.data).to.deep.equal({
      organization: 'Default organization',
      email: 'grace@example.com',
      role: 'viewer',
    });
    expectError(await accept(token, { password: 'short' }), 'VALIDATION_ERROR', 'password');
    expectError(
      await accept(token, { password: 'GRACE@example.com' }),
      'VALIDATION_ERROR',
      'must not be the e-mail',
    );
    const joined = await accept(token);
    expect(joined.status, joined.text).to.equal(201);
    const { client } = withCookies(milepost.url, joined.headers);
    expect((await members(client)).map(({ email, role }) => [email, role])).to.have.deep.members([
      [owner.person.email, 'owner'],
      ['grace@example.com', 'viewer'],
    ]);
    for (const again of [await accept(token), await lookup(token)]) {
      expectError(again, 'UNAUTHORIZED', 'was used');
    }
    expect((await owner.client.get('/api/v1/invitations')).body.data).to.deep.equal([]);
    const taken = await owner.client.json('POST', '/api/v1/invitations', {
      email: 'grace@example.com',
      role: 'admin',
    });
    expectError(taken, 'CONFLICT', 'member already');
  });

  it('do not grow by links that are made up, expired, revoked or of another kind', async () => {
    const { client, person } = await signIn(milepost, 'owner');
    const expired = await invite(client, 'a@example.com', 'member');
    now += 7 * DAY_MS + 1;
    const revoked = await invite(client, 'b@example.com', 'member');
    const gone = await client.json('DELETE', `/api/v1/invitations/${revoked.id}`);
    expect(gone.status, gone.text).to.equal(200);
    expectError(await client.json('DELETE', `/api/v1/invitations/${revoked.id}`), 'NOT_FOUND');
    const { body } = await resetLink(client, person.id);
    const tokens = ['', 'x', tokenIn(expired.link), tokenIn(revoked.link), tokenIn(body.data.link)];
    for (const token of tokens) expectError(await accept(token), 'UNAUTHORIZED', 'not valid');
    expect(await members(client)).to.have.length(1);
  });

  it('are invited once at a time: the newest link says which role', async () => {
    const { client } = await signIn(milepost, 'owner');
    const first = await invite(client, 'a@example.com', 'admin');
    const second = await invite(client, 'a@example.com', 'viewer');
    expectError(await lookup(tokenIn(first.link)), 'UNAUTHORIZED');
    expect((await lookup(tokenIn(second.link))).status).to.equal(200);
  });

  it('have roles, which take effect with the next request', async () => {
    const { client: owner } = await signIn(milepost, 'owner');
    const { client, person } = await signIn(milepost, 'admin');
    expect((await client.get('/api/v1/invitations')).status).to.equal(200);
    const changed = await owner.json<Member>('PATCH', `/api/v1/members/${person.id}`, {
      role: 'viewer',
    });
    expect(changed.status, changed.text).to.equal(200);
    expect(changed.body.data.role).to.equal('viewer');
    expectError(await client.get('/api/v1/invitations'), 'FORBIDDEN', 'viewer');
    const removed = await owner.json('DELETE', `/api/v1/members/${person.id}`);
    expect(removed.status, removed.text).to.equal(200);
    expectError(await client.get('/api/v1/me'), 'UNAUTHORIZED');
    expectError(await trySignIn(milepost.url, person.email, PASSWORD), 'UNAUTHORIZED');
    expectError(await owner.json('DELETE', `/api/v1/members/${person.id}`), 'NOT_FOUND');
  });

  it('keep their last owner, whoever asks', async () => {
    const { client, person } = await signIn(milepost, 'owner');
    const path = `/api/v1/members/${person.id}`;
    expectError(await client.json('PATCH', path, { role: 'admin' }), 'CONFLICT', 'last owner');
    expectError(await client.json('DELETE', path), 'CONFLICT', 'last owner');
    await signIn(milepost, 'owner');
    expect((await client.json('PATCH', path, { role: 'admin' })).status).to.equal(200);
  });

  it('have owners that an admin cannot make, unmake or become', async () => {
    const owner = await newPerson(milepost.store, 'owner');
    await newPerson(milepost.store, 'owner');
    const { client, person } = await signIn(milepost, 'admin');
    const path = `/api/v1/members/${owner.id}`;
    const invitation = { email: 'x@example.com', role: 'owner' };
    const tries = [
      await client.json('PATCH', path, { role: 'viewer' }),
      await client.json('DELETE', path),
      await resetLink(client, owner.id),
      await client.json('PATCH', `/api/v1/members/${person.id}`, { role: 'owner' }),
      await client.json('POST', '/api/v1/invitations', invitation),
    ];
    for (const one of tries) expectError(one, 'FORBIDDEN', 'only an owner');
  });

  it('are strangers to another organization, which cannot tell that they are there', async () => {
    await milepost.newOrganization('other');
    const { client } = await signIn(milepost, 'owner', 'other');
    const stranger = await newPerson(milepost.store, 'member');
    const path = `/api/v1/members/${stranger.id}`;
    const unknown = '/api/v1/members/unknown';
    for (const [method, end, body] of [
      ['PATCH', '', { role: 'viewer' }],
      ['DELETE', '', undefined],
      ['POST', '/reset-link', undefined],
    ] as const) {
      const answer = await client.json(method, path + end, body);
      expectError(answer, 'NOT_FOUND');
      const same = await client.json(method, unknown + end, body);
      expect(answer.body.error).to.equal(same.body.error.replace('unknown', stranger.id));
    }
    expect(await members(client)).to.have.length(1);
    const recorded = await createClient(milepost.url, milepost.key).post(sample());
    expect(recorded.status).to.equal(201);
    expect((await client.list()).body.data).to.deep.equal([]);
    expectError(await client.get(recorded.headers.get('location') ?? ''), 'NOT_FOUND');
  });

  it('set a new password by a link, once, which ends their sessions', async () => {
    const { client: owner } = await signIn(milepost, 'owner');
    const { client, person } = await signIn(milepost, 'member');
    const made = await resetLink(owner, person.id);
    expect(made.status, made.text).to.equal(201);
    expect(made.body.data.link).to.match(new RegExp(`^${milepost.url}/reset#[\\w-]{43}$`));
    const token = tokenIn(made.body.data.link);
    expectError(await reset(token, 'short'), 'VALIDATION_ERROR', 'password');
    expect((await reset(token, OTHER_PASSWORD)).status).to.equal(200);
    expectError(await client.get('/api/v1/me'), 'UNAUTHORIZED');
    expectError(await reset(token, PASSWORD), 'UNAUTHORIZED', 'was used');
    expectError(await trySignIn(milepost.url, person.email, PASSWORD), 'UNAUTHORIZED');
    expect((await trySignIn(milepost.url, person.email, OTHER_PASSWORD)).status).to.equal(200);
  });

  it('lose a reset link after a day, and to a newer one', async () => {
    const { client, person } = await signIn(milepost, 'owner');
    const first = tokenIn((await resetLink(client, person.id)).body.data.link);
    const second = tokenIn((await resetLink(client, person.id)).body.data.link);
    expectError(await reset(first, OTHER_PASSWORD), 'UNAUTHORIZED');
    now += DAY_MS + 1;
    expectError(await reset(second, OTHER_PASSWORD), 'UNAUTHORIZED', 'expired');
  });

  it('belong to an organization whose name owners and admins change', async () => {
    const { client } = await signIn(milepost, 'admin');
    const renamed = await client.json('PATCH', '/api/v1/organization', { name: ' Acme ' });
    expect(renamed.body.data, renamed.text).to.deep.equal({ id: 'default', name: 'Acme' });
    const keyed = createClient(milepost.url, milepost.readKey);
    expect((await keyed.get('/api/v1/organization')).body.data).to.deep.equal({
      id: 'default',
      name: 'Acme',
    });
    expectError(
      await client.json('PATCH', '/api/v1/organization', { name: '' }),
      'VALIDATION_ERROR',
    );
    expectError(
      await client.json('PATCH', '/api/v1/organization', { name: 'x'.repeat(101) }),
      'VALIDATION_ERROR',
      '100',
    );
  });
});
