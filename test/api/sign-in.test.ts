/** People sign in and out: contract 5. */
import { expect } from 'chai';
import { unavailable } from '../../backend/errors.ts';
import type { Person, Role } from '../../backend/model/person.ts';
import { ROLES } from '../../backend/model/person.ts';
import { createClient, EVENTS } from '../support/http.ts';
import { startMilepost } from '../support/milepost.ts';
import { newPerson, PASSWORD, signIn, trySignIn, withCookies } from '../support/person.ts';
import { eventually, expectError, sample, useServer } from './support.ts';

interface Me {
  readonly organization: { readonly id: string; readonly name: string };
  readonly scope: string;
  readonly person: Person | null;
  readonly key: { readonly name: string; readonly prefix: string } | null;
}

const OWNER = { name: 'Ada', email: 'Ada@Example.com ', password: 'analytical engine' };

describe('The set-up link', () => {
  const server = useServer();

  it('makes the owner, signed in, and renames the organization; once', async () => {
    const { milepost } = server();
    const { url, setupToken: token } = milepost;
    const anyone = createClient(url, undefined, { Origin: url });
    const setUp = (over: object = {}) =>
      anyone.json<Me>('POST', '/api/v1/set-up', {
        ...OWNER,
        token,
        organization: 'Acme',
        ...over,
      });
    expectError(await setUp({ token: 'wrong' }), 'UNAUTHORIZED');
    expectError(await setUp({ password: 'too short' }), 'VALIDATION_ERROR', 'at least 10');
    expectError(await setUp({ email: 'nobody' }), 'VALIDATION_ERROR', 'e-mail');
    expectError(await setUp({ name: ' ' }), 'VALIDATION_ERROR', 'name');
    const made = await setUp();
    expect(made.status, made.text).to.equal(201);
    expect(made.body.data).to.deep.include({
      organization: { id: 'default', name: 'Acme' },
      scope: 'READ_WRITE',
      key: null,
    });
    const { client } = withCookies(url, made.headers);
    const me = await client.get<Me>('/api/v1/me');
    expect(me.body.data.person).to.deep.include({
      name: 'Ada',
      email: 'ada@example.com',
      role: 'owner',
    });
    expectError(await setUp(), 'UNAUTHORIZED', 'was used');
    const again = await trySignIn(url, 'ADA@example.com', OWNER.password);
    expect(again.status, again.text).to.equal(200);
  });
});

describe('Who signed in', () => {
  const server = useServer();

  it('is told who they are, and so is a key', async () => {
    const { milepost, client: keyed } = server();
    const { client, person } = await signIn(milepost, 'admin');
    expect((await client.get<Me>('/api/v1/me')).body.data).to.deep.equal({
      organization: { id: 'default', name: 'Default organization' },
      scope: 'READ_WRITE',
      person,
      key: null,
    });
    expect((await keyed.get<Me>('/api/v1/me')).body.data).to.deep.equal({
      organization: { id: 'default', name: 'Default organization' },
      scope: 'READ_WRITE',
      person: null,
      key: { name: 'first key', prefix: milepost.key.slice(0, 8) },
    });
    const session = await client.get<Me>('/api/auth/get-session');
    expect(session.body.data.person).to.deep.equal(person);
    const nobody = await keyed.as(undefined).get('/api/auth/get-session');
    expect(nobody.body).to.deep.equal({ success: true, data: null });
  });

  const MAY_RECORD: Readonly<Record<Role, boolean>> = {
    owner: true,
    admin: true,
    member: true,
    viewer: false,
  };
  for (const role of ROLES) {
    it(`reads and ${MAY_RECORD[role] ? 'records' : 'does not record'} as ${role}`, async () => {
      const { client } = await signIn(server().milepost, role);
      expect((await client.list()).status).to.equal(200);
      const recorded = await client.post(sample());
      if (MAY_RECORD[role]) expect(recorded.status, recorded.text).to.equal(201);
      else expectError(recorded, 'FORBIDDEN', 'viewer');
    });
  }

  it('is nobody after signing out, with the cookie too', async () => {
    const { milepost } = server();
    const { client, cookie } = await signIn(milepost, 'member');
    const left = await client.json('POST', '/api/auth/sign-out');
    expect(left.status, left.text).to.equal(200);
    const [name] = cookie.split('=');
    expect(left.headers.getSetCookie().join()).to.match(new RegExp(`^${name}=;.*Max-Age=0`));
    expectError(await client.get('/api/v1/me'), 'UNAUTHORIZED', 'session has ended');
  });

  it('is nobody when the time of the session is over', async () => {
    const { milepost } = server();
    const { cookie, person } = await signIn(milepost, 'member');
    const [session] = await milepost.store.sessions.list(person.id);
    if (session === undefined) throw new Error('there is no session');
    expect(session.expiresAt - session.createdAt).to.be.closeTo(30 * 86_400_000, 10_000);
    await milepost.store.sessions.remove(person.id, session.id);
    await milepost.store.sessions.insert({ ...session, expiresAt: Date.now() - 1 });
    const client = createClient(milepost.url, undefined, { Cookie: cookie });
    const over = await eventually(
      () => client.get('/api/v1/me'),
      ({ status }) => status !== 200,
    );
    expectError(over, 'UNAUTHORIZED', 'session has ended');
  });

  it('may sign out twice, and without ever having been in', async () => {
    const { milepost } = server();
    const { client } = await signIn(milepost, 'member');
    for (let count = 0; count < 2; count += 1) {
      expect((await client.json('POST', '/api/auth/sign-out')).status).to.equal(200);
    }
    const anyone = createClient(milepost.url, undefined, { Origin: milepost.url });
    expect((await anyone.json('POST', '/api/auth/sign-out')).status).to.equal(200);
  });

  it('keeps the session on another node, and after a restart with the same store', async () => {
    const { milepost } = server();
    const { cookie, person } = await signIn(milepost, 'member');
    const open = async () => ({ ...milepost.store, close: async () => {} });
    const second = await startMilepost({ open });
    try {
      const client = createClient(second.url, undefined, { Cookie: cookie });
      expect((await client.get<Me>('/api/v1/me')).body.data.person).to.deep.equal(person);
    } finally {
      await second.close();
    }
  });

  it('is refused in the same words whatever is wrong', async () => {
    const { milepost } = server();
    const person = await newPerson(milepost.store, 'member');
    const answers = [
      await trySignIn(milepost.url, person.email, `${PASSWORD}!`),
      await trySignIn(milepost.url, 'nobody@example.com', PASSWORD),
      await trySignIn(milepost.url, 'no address', PASSWORD),
      await trySignIn(milepost.url, person.email, 'x'.repeat(1000)),
    ];
    for (const answer of answers) {
      expectError(answer, 'UNAUTHORIZED', 'the e-mail address or the password is wrong');
      expect(answer.headers.getSetCookie()).to.deep.equal([]);
    }
  });

  it('is nobody with a cookie that was made up, or changed', async () => {
    const { milepost } = server();
    const { cookie } = await signIn(milepost, 'owner');
    const [name = '', value = ''] = cookie.split('=');
    const [token = ''] = decodeURIComponent(value).split('.');
    for (const wrong of ['x', token, `${token}.${'A'.repeat(43)}=`, `${value}x`]) {
      const client = createClient(milepost.url, undefined, { Cookie: `${name}=${wrong}` });
      expectError(await client.get('/api/v1/me'), 'UNAUTHORIZED');
    }
  });
});

describe('The session cookie', () => {
  const server = useServer();

  it('is for this host alone, out of the reach of scripts and of other sites', async () => {
    const { milepost } = server();
    const person = await newPerson(milepost.store, 'owner');
    const { headers } = await trySignIn(milepost.url, person.email, PASSWORD);
    const [cookie = '', ...others] = headers.getSetCookie();
    expect(others).to.deep.equal([]);
    const attributes = cookie.split('; ').slice(1);
    expect(attributes).to.have.members(['Max-Age=2592000', 'Path=/', 'HttpOnly', 'SameSite=Lax']);
  });

  it('changes nothing for a page of another site', async () => {
    const { milepost } = server();
    const { cookie, person } = await signIn(milepost, 'owner');
    const foreign: Readonly<Record<string, string>>[] = [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: `${milepost.url}0` },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      {},
    ];
    for (const headers of foreign) {
      const client = createClient(milepost.url, undefined, { Cookie: cookie, ...headers });
      expectError(await client.post(sample()), 'FORBIDDEN', 'another site');
      expect((await client.list()).status).to.equal(200);
      const isFromPage = Object.keys(headers).length > 0;
      const out = await client.json('POST', '/api/auth/sign-out');
      if (isFromPage) expectError(out, 'FORBIDDEN', 'another site');
      const entered = await trySignIn(milepost.url, person.email, PASSWORD, headers);
      if (headers['Origin'] !== undefined) expectError(entered, 'FORBIDDEN', 'another site');
    }
  });

  it('is for pages of this server, which say so in one of two ways', async () => {
    const { milepost } = server();
    const { cookie } = await signIn(milepost, 'owner');
    for (const headers of [{ Origin: milepost.url }, { 'Sec-Fetch-Site': 'same-origin' }]) {
      const client = createClient(milepost.url, undefined, { Cookie: cookie, ...headers });
      expect((await client.post(sample())).status).to.equal(201);
    }
  });

  it('says nothing where a key is sent, and nothing to assistants', async () => {
    const { milepost } = server();
    const { cookie } = await signIn(milepost, 'owner');
    const both = createClient(milepost.url, 'mp_wrong', { Cookie: cookie });
    expectError(await both.get(EVENTS), 'UNAUTHORIZED', 'malformed');
    const alone = createClient(milepost.url, undefined, { Cookie: cookie, Origin: milepost.url });
    expectError(await alone.json('POST', '/api/mcp/mcp', {}), 'UNAUTHORIZED', 'API key');
  });
});

describe('The session cookie over TLS', () => {
  const WAYS = [
    {
      how: 'BASE_URL',
      env: { BASE_URL: 'https://milepost.example.com' },
      headers: { Origin: 'https://milepost.example.com' },
    },
    { how: 'a proxy', env: { TRUST_PROXY: '1' }, headers: { 'X-Forwarded-Proto': 'https' } },
  ] as const;
  for (const { how, env, headers } of WAYS) {
    it(`is Secure and __Host-, as ${how} says`, async () => {
      const milepost = await startMilepost({ env });
      try {
        const person = await newPerson(milepost.store, 'owner');
        const entered = await trySignIn(milepost.url, person.email, PASSWORD, headers);
        const [set = ''] = entered.headers.getSetCookie();
        expect(set).to.match(/^__Host-milepost-session=/);
        expect(set.split('; ')).to.include.members(['Secure', 'Path=/', 'HttpOnly']);
        expect(set).to.not.match(/domain/i);
        const { cookie } = withCookies(milepost.url, entered.headers);
        const me = createClient(milepost.url, undefined, { Cookie: cookie, ...headers });
        expect((await me.get<Me>('/api/v1/me')).body.data.person).to.deep.equal(person);
        // What a page without TLS could have set counts for nothing.
        const plain = createClient(milepost.url, undefined, {
          Cookie: cookie.replace('__Host-', ''),
          ...headers,
        });
        expectError(await plain.get('/api/v1/me'), 'UNAUTHORIZED');
      } finally {
        await milepost.close();
      }
    });
  }

  it('takes nobody’s word for TLS who is no proxy', async () => {
    const milepost = await startMilepost();
    try {
      const person = await newPerson(milepost.store, 'owner');
      const headers = { 'X-Forwarded-Proto': 'https' };
      const entered = await trySignIn(milepost.url, person.email, PASSWORD, headers);
      expect(entered.headers.getSetCookie()[0]).to.match(/^milepost-session=/);
    } finally {
      await milepost.close();
    }
  });
});

describe('Signing in while the store does not answer', () => {
  it('is a 503, and so is a session that cannot be looked up', async () => {
    let isDown = false;
    const whenUp = <Found>(found: () => Promise<Found>) =>
      isDown ? Promise.reject(unavailable('the database cannot be reached')) : found();
    const milepost = await startMilepost({
      wrap: (store) => ({
        ...store,
        people: {
          ...store.people,
          findByEmail: (email) => whenUp(() => store.people.findByEmail(email)),
        },
        sessions: {
          ...store.sessions,
          remove: (person, id) => whenUp(() => store.sessions.remove(person, id)),
          findByHash: (hash) => whenUp(() => store.sessions.findByHash(hash)),
        },
      }),
    });
    try {
      const { client, person } = await signIn(milepost, 'member');
      isDown = true;
      const left = await client.json('POST', '/api/auth/sign-out');
      expectError(left, 'UNAVAILABLE');
      expect(left.headers.getSetCookie()).to.deep.equal([]);
      expectError(await trySignIn(milepost.url, person.email, PASSWORD), 'UNAVAILABLE');
      const cut = await eventually(
        () => client.get('/api/v1/me'),
        ({ status }) => status !== 200,
      );
      expectError(cut, 'UNAVAILABLE');
      isDown = false;
      expect((await client.get('/api/v1/me')).status).to.equal(200);
    } finally {
      await milepost.close();
    }
  });
});
