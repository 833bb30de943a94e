/** Anybody may register a client: what of it is kept, and that nobody fills the database. */
import { expect } from 'chai';
import { createOAuthClients, REGISTRATIONS } from '../../backend/services/oauth-clients.ts';
import { openSqliteStore } from '../../backend/store/sqlite/store.ts';
import { useServer } from '../api/support.ts';
import { startMilepost } from '../support/milepost.ts';
import { openTestStore } from '../support/store.ts';
import { CALLBACK, register } from './support.ts';

describe('Registering a client', () => {
  const server = useServer({ env: { TRUST_PROXY: '1' } });
  const url = () => server().milepost.url;

  it('makes it public, and says what was made of it', async () => {
    const { status, headers, body } = await register(url(), {
      token_endpoint_auth_method: 'client_secret_basic',
      logo_uri: 'javascript:alert(1)',
      scope: 'openid',
    });
    expect(status).to.equal(201);
    expect(headers.get('cache-control')).to.equal('no-store');
    expect(headers.get('access-control-allow-origin')).to.equal('*');
    const { client_id, client_id_issued_at, ...rest } = body;
    expect(client_id).to.match(/^[\w-]{36}$/);
    expect(client_id_issued_at).to.be.closeTo(Date.now() / 1000, 60);
    expect(rest).to.deep.equal({
      client_name: 'Claude',
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    });
  });

  for (const good of [
    'https://claude.ai/api/mcp/auth_callback',
    'https://chatgpt.com/connector_platform_oauth_redirect',
    'https://vscode.dev/redirect',
    'http://127.0.0.1:33418/',
    'http://localhost/callback',
    'http://[::1]:7777/callback?x=1',
    'cursor://anysphere.cursor-mcp/oauth/callback',
  ]) {
    it(`takes ${good}`, async () => {
      const { status, text } = await register(url(), { redirect_uris: [good] });
      expect(status, text).to.equal(201);
    });
  }

  for (const bad of [
    ...['http://claude.ai/callback', 'http://10.0.0.1/callback', 'http://0.0.0.0/callback'],
    ...['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'myapp://callback'],
    ...['https://a.example/#fragment', 'https://user:pass@a.example/cb', '/callback', ''],
    ...['https://a.example/ space', `https://a.example/${'x'.repeat(2000)}`, 7, null],
  ]) {
    it(`refuses ${String(bad).slice(0, 40) || 'an empty address'}`, async () => {
      const { status, body } = await register(url(), { redirect_uris: [bad] });
      expect({ status, error: body['error'] }).to.deep.equal({
        status: 400,
        error: 'invalid_redirect_uri',
      });
    });
  }

  it('leaves out the addresses that are no good, and refuses very many', async () => {
    const { body } = await register(url(), { redirect_uris: ['myapp://x', CALLBACK] });
    expect(body['redirect_uris']).to.deep.equal([CALLBACK]);
    const many = Array.from({ length: 11 }, (_, index) => `https://a.example/${index}`);
    expect((await register(url(), { redirect_uris: many })).status).to.equal(400);
  });

  it('refuses what could never get in, and what is no JSON', async () => {
    for (const metadata of [
      { grant_types: ['client_credentials'] },
      { response_types: ['token'] },
    ]) {
      const { status, body } = await register(url(), metadata);
      expect({ status, error: body['error'] }).to.deep.equal({
        status: 400,
        error: 'invalid_client_metadata',
      });
    }
    for (const body of ['', '{', '[]', 'null', '"x"']) {
      const answer = await fetch(`${url()}/oauth/register`, { method: 'POST', body });
      expect(answer.status).to.equal(400);
      expect(await answer.json()).to.include({ error: 'invalid_client_metadata' });
    }
  });

  it('keeps a name as one short line of what people see', async () => {
    const nameOf = async (client_name: unknown) =>
      (await register(url(), { client_name })).body['client_name'];
    expect(await nameOf('  Claude\n\tCode\u0000\u202e\u{e0041} ')).to.equal('Claude Code');
    expect(await nameOf('<b>x</b>')).to.equal('<b>x</b>');
    expect([...String(await nameOf('😀'.repeat(500)))]).to.have.length(80);
    for (const none of ['', '\u200b', 7, undefined]) {
      expect(await nameOf(none)).to.equal('this computer');
    }
  });
});

describe('Registered clients', () => {
  it('are few from one network, and not without end from everywhere', async () => {
    // Several hundred: on any store, but not within a test's time on a server that reads them all.
    const store = await openSqliteStore(':memory:');
    let serial = 0;
    const clients = createOAuthClients({
      ...store,
      documents: null,
      clock: () => 1_700_000_000_000,
      newId: () => String(++serial),
    });
    const tryFrom = (address: string) =>
      clients.register({ redirect_uris: [CALLBACK] }, address).then(
        () => 'registered',
        (error: { code: string }) => error.code,
      );
    for (let index = 0; index < REGISTRATIONS.network; index += 1) {
      expect(await tryFrom(`2001:db8::${index}`)).to.equal('registered');
    }
    expect(await tryFrom('2001:db8::ffff')).to.equal('RATE_LIMITED');
    for (let index = 0; index < REGISTRATIONS.everywhere - REGISTRATIONS.network; index += 1) {
      expect(await tryFrom(`10.0.${index % 250}.${Math.floor(index / 250)}`)).to.equal(
        'registered',
      );
    }
    expect(await tryFrom('11.0.0.1')).to.equal('RATE_LIMITED');
    expect(serial).to.equal(REGISTRATIONS.everywhere);
    await store.close();
  });

  it('are forgotten when they never got a token, and later when they did', async () => {
    const store = await openTestStore();
    const HOUR = 3_600_000;
    let now = 1_700_000_000_000;
    let serial = 0;
    const newId = () => String(++serial);
    const clients = createOAuthClients({ ...store, documents: null, clock: () => now, newId });
    const ids = ['unused', 'used'].map(async () => {
      const { id } = await clients.register({ redirect_uris: [CALLBACK] }, '10.0.0.1');
      return id;
    });
    const [unused = '', used = ''] = await Promise.all(ids);
    await clients.noteUse(used);
    const left = async () => [await clients.isKnown(unused), await clients.isKnown(used)];
    now += 24 * HOUR;
    await clients.prune();
    expect(await left()).to.deep.equal([true, true]);
    now += 1;
    await clients.prune();
    expect(await left()).to.deep.equal([false, true]);
    now += 100 * 24 * HOUR;
    await clients.prune();
    expect(await left()).to.deep.equal([false, false]);
    await store.close();
  });

  it('are told to wait in the words of OAuth', async () => {
    const milepost = await startMilepost({ clock: () => 1_700_000_000_000 });
    const statuses = [];
    let last: Awaited<ReturnType<typeof register>> | undefined;
    for (let index = 0; index <= REGISTRATIONS.network; index += 1) {
      last = await register(milepost.url);
      statuses.push(last.status);
    }
    expect(statuses.slice(0, -1)).to.deep.equal(Array(REGISTRATIONS.network).fill(201));
    expect(last?.status).to.equal(429);
    expect(last?.body).to.include({ error: 'temporarily_unavailable' });
    expect(Number(last?.headers.get('retry-after'))).to.be.within(1, 3600);
    await milepost.close();
  });
});
