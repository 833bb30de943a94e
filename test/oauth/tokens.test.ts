/** What codes and tokens are good for, how long, and what happens when somebody steals one. */
import { expect } from 'chai';
import { createFeedClient, handshake } from '../api/feed-client.ts';
import { useServer } from '../api/support.ts';
import { type SignedIn, signIn } from '../support/person.ts';
import {
  allowed,
  CALLBACK,
  connectAssistant,
  listTools,
  MCP,
  newPair,
  type OAuthAnswer,
  post,
  refreshed,
  register,
  requestOf,
} from './support.ts';

const SECOND = 1000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('OAuth tokens', () => {
  let now = Date.now();
  const server = useServer({ clock: () => now, env: { TRUST_PROXY: '1' } });
  let owner: SignedIn;
  before(async () => {
    owner = await signIn(server().milepost, 'owner');
  });
  const url = () => server().milepost.url;
  const token = (form: Readonly<Record<string, string>>) => post(`${url()}/oauth/token`, form);
  const statusOf = async (access: string) => (await listTools(url(), access)).status;
  const pass = (ms: number) => {
    now += ms;
  };

  function expectRefusal({ status, headers, body, text }: OAuthAnswer, error: string) {
    expect({ status, error: body['error'] }, text).to.deep.equal({
      status: error === 'invalid_client' ? 401 : 400,
      error,
    });
    expect(Object.keys(body)).to.deep.equal(['error', 'error_description']);
    expect(headers.get('cache-control')).to.equal('no-store');
    expect(headers.get('access-control-allow-origin')).to.equal('*');
  }

  async function codeFor(clientId: string, over = {}) {
    const pair = newPair();
    const answer = await allowed(owner, requestOf(url(), clientId, pair, over));
    return {
      grant_type: 'authorization_code',
      client_id: clientId,
      code: String(answer.get('code')),
      redirect_uri: CALLBACK,
      code_verifier: pair.verifier,
      resource: url() + MCP,
    };
  }
  const newClient = async () => String((await register(url())).body['client_id']);

  it('are what OAuth says they are', async () => {
    const { headers, body } = await token(await codeFor(await newClient()));
    expect(headers.get('cache-control')).to.equal('no-store');
    expect(Object.keys(body)).to.deep.equal([
      ...['access_token', 'token_type', 'expires_in', 'refresh_token', 'scope'],
    ]);
    expect(body['access_token']).to.match(/^mpo_[\w-]{43}$/);
    expect(body['refresh_token']).to.match(/^mpr_[\w-]{43}$/);
    expect(body).to.include({ token_type: 'Bearer', expires_in: 3600, scope: 'timeline:read' });
  });

  it('are stored as hashes alone', async () => {
    const { access, refresh, code } = await connectAssistant(server().milepost, owner);
    const { oauthTokens } = server().milepost.store;
    for (const secret of [access, refresh, code]) {
      expect(await oauthTokens.find(secret)).to.equal(null);
    }
  });

  describe('a code', () => {
    it('is good for 60 s', async () => {
      const [early, late] = [await codeFor(await newClient()), await codeFor(await newClient())];
      pass(59 * SECOND);
      expect((await token(early)).status).to.equal(200);
      pass(2 * SECOND);
      expectRefusal(await token(late), 'invalid_grant');
    });

    it('is good once; a second use ends what came of the first', async () => {
      const granted = await connectAssistant(server().milepost, owner);
      expect(await statusOf(granted.access)).to.equal(200);
      expectRefusal(await token(granted.form), 'invalid_grant');
      expect(await statusOf(granted.access)).to.equal(401);
      expectRefusal(await refreshed(url(), granted), 'invalid_grant');
    });

    it('is good once, however many try at the same time', async () => {
      const form = await codeFor(await newClient());
      const answers = await Promise.all([1, 2, 3, 4].map(() => token(form)));
      expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
    });

    for (const [name, over, error] of [
      ['another verifier', { code_verifier: newPair().verifier }, 'invalid_grant'],
      ['no verifier', { code_verifier: '' }, 'invalid_request'],
      ['the challenge as verifier', { code_verifier: 'CHALLENGE' }, 'invalid_grant'],
      ['another address', { redirect_uri: 'http://127.0.0.1:6666/callback' }, 'invalid_grant'],
      ['another resource', { resource: 'https://else.example/mcp' }, 'invalid_target'],
      ['an unknown client', { client_id: 'unknown' }, 'invalid_client'],
      ['no client', { client_id: '' }, 'invalid_request'],
      ['another kind of grant', { grant_type: 'client_credentials' }, 'unsupported_grant_type'],
      ['another code', { code: 'x'.repeat(43) }, 'invalid_grant'],
    ] as const) {
      it(`is not redeemed with ${name}, and stays good for its client`, async () => {
        const form = await codeFor(await newClient());
        expectRefusal(await token({ ...form, ...over }), error);
        expect((await token(form)).status).to.equal(200);
      });
    }

    it('is not redeemed by another client', async () => {
      const form = await codeFor(await newClient());
      const stolen = { ...form, client_id: await newClient() };
      expectRefusal(await token(stolen), 'invalid_grant');
    });
  });

  describe('an access token', () => {
    it('is good for an hour, at the MCP endpoint', async () => {
      const { access } = await connectAssistant(server().milepost, owner);
      pass(HOUR - SECOND);
      expect(await statusOf(access)).to.equal(200);
      pass(SECOND);
      expect(await statusOf(access)).to.equal(401);
    });

    it('is good nowhere else', async () => {
      const { access } = await connectAssistant(server().milepost, owner, 'write');
      const client = server().client.as(access);
      for (const path of [
        '/api/v1/events',
        '/api/v1/me',
        '/api/v1/events/stream',
        '/api/v1/keys',
      ]) {
        const answer = await client.get(path);
        expect(answer.status, path).to.equal(401);
        expect(answer.body.error).to.contain('MCP endpoint');
      }
      const event = { specversion: '1.0', type: 'x', source: 'x', time: 'NOW' };
      expect((await client.post(event)).status).to.equal(401);
      const feed = createFeedClient(url(), { auth: { key: access } });
      expect((await handshake(feed))?.message).to.be.a('string');
      feed.close();
    });

    it('does not stand for a refresh token or a code, nor they for it', async () => {
      const granted = await connectAssistant(server().milepost, owner);
      expect(await statusOf(granted.refresh)).to.equal(401);
      expectRefusal(
        await refreshed(url(), { ...granted, refresh: granted.access }),
        'invalid_grant',
      );
      expectRefusal(await token({ ...granted.form, code: granted.refresh }), 'invalid_grant');
    });
  });

  describe('a refresh token', () => {
    it('gives new ones, and the old access token goes on until its end', async () => {
      const granted = await connectAssistant(server().milepost, owner, 'write');
      const { status, body } = await refreshed(url(), granted);
      expect(status).to.equal(200);
      expect(body['scope']).to.equal('timeline:read timeline:write');
      expect(body['refresh_token']).not.to.equal(granted.refresh);
      expect(await statusOf(String(body['access_token']))).to.equal(200);
      expect(await statusOf(granted.access)).to.equal(200);
    });

    it('ends the connection when it is used again', async () => {
      const granted = await connectAssistant(server().milepost, owner);
      const next = (await refreshed(url(), granted)).body;
      pass(11 * SECOND);
      expectRefusal(await refreshed(url(), granted), 'invalid_grant');
      expect(await statusOf(String(next['access_token']))).to.equal(401);
      const successor = { ...granted, refresh: String(next['refresh_token']) };
      expectRefusal(await refreshed(url(), successor), 'invalid_grant');
      const audit = await owner.client.get('/api/v1/audit?action=connection.revoked&limit=1');
      expect(audit.text).to.contain('a refresh token was used twice');
    });

    it('forgives a race of two windows, without a second token', async () => {
      const granted = await connectAssistant(server().milepost, owner);
      const both = await Promise.all([refreshed(url(), granted), refreshed(url(), granted)]);
      const won = both.filter(({ status }) => status === 200);
      expect(won).to.have.length(1);
      expect(await statusOf(String(won[0]?.body['access_token']))).to.equal(200);
    });

    it('is bound to its client, and to the resource', async () => {
      const granted = await connectAssistant(server().milepost, owner);
      const other = { client_id: await newClient() };
      expectRefusal(await refreshed(url(), granted, other), 'invalid_grant');
      const resource = { resource: 'https://else.example/mcp' };
      expectRefusal(await refreshed(url(), granted, resource), 'invalid_target');
      expect((await refreshed(url(), granted)).status).to.equal(200);
    });

    it('is good for 90 days after its last use', async () => {
      const granted = await connectAssistant(server().milepost, owner);
      pass(89 * DAY);
      const next = await refreshed(url(), granted);
      expect(next.status).to.equal(200);
      pass(91 * DAY);
      const successor = { ...granted, refresh: String(next.body['refresh_token']) };
      expectRefusal(await refreshed(url(), successor), 'invalid_grant');
      // Their session has ended long since.
      owner = await signIn(server().milepost, 'owner');
    });
  });

  describe('giving back', () => {
    const revoke = (clientId: string, secret: string) =>
      post(`${url()}/oauth/revoke`, { client_id: clientId, token: secret });

    it('ends an access token alone, and with the refresh token everything', async () => {
      const { clientId, access, refresh } = await connectAssistant(server().milepost, owner);
      const next = await refreshed(url(), { clientId, access, refresh, code: '', form: {} });
      const [access2, refresh2] = [next.body['access_token'], next.body['refresh_token']].map(
        String,
      );
      expect((await revoke(clientId, access)).status).to.equal(200);
      expect(await statusOf(access)).to.equal(401);
      expect(await statusOf(String(access2))).to.equal(200);
      expect((await revoke(clientId, String(refresh2))).status).to.equal(200);
      expect(await statusOf(String(access2))).to.equal(401);
    });

    it('does nothing for another client, and says the same for what is not there', async () => {
      const granted = await connectAssistant(server().milepost, owner);
      expect((await revoke(await newClient(), granted.refresh)).status).to.equal(200);
      expect((await revoke(granted.clientId, 'unknown')).status).to.equal(200);
      expect(await statusOf(granted.access)).to.equal(200);
      expectRefusal(await revoke('unknown', granted.refresh), 'invalid_client');
    });
  });

  describe('of a person', () => {
    const scopeAt = async (access: string) => (await listTools(url(), access)).status;

    it('end when that person is removed', async () => {
      const gone = await signIn(server().milepost, 'member');
      const { access } = await connectAssistant(server().milepost, gone);
      const removed = await owner.client.json('DELETE', `/api/v1/members/${gone.person.id}`);
      expect(removed.status, removed.text).to.equal(200);
      pass(5 * SECOND);
      expect(await scopeAt(access)).to.equal(401);
    });

    it('end with a new password, and stay when the person signs out', async () => {
      const bob = await signIn(server().milepost, 'member');
      const { access } = await connectAssistant(server().milepost, bob);
      const change = { current: bob.password, password: 'another long password' };
      const again = await signIn(server().milepost, 'member');
      const stays = await connectAssistant(server().milepost, again);
      await again.client.json('POST', '/api/auth/sign-out');
      expect((await bob.client.json('POST', '/api/v1/me/password', change)).status).to.equal(200);
      pass(5 * SECOND);
      expect(await scopeAt(access)).to.equal(401);
      expect(await scopeAt(stays.access)).to.equal(200);
    });

    it('see their own organization alone', async () => {
      const { milepost } = server();
      await milepost.newOrganization('other');
      const stranger = await signIn(milepost, 'owner', 'other');
      const mark = 'only-the-first-sees-this';
      await server().client.post({ specversion: '1.0', type: mark, source: 'x', time: 'NOW' });
      const { access } = await connectAssistant(milepost, stranger);
      const call = { name: 'query_events', arguments: { from: '-7d' } };
      const answer = await fetch(url() + MCP, {
        method: 'POST',
        headers: { Authorization: `Bearer ${access}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
      });
      expect(answer.status).to.equal(200);
      expect(await answer.text()).not.to.contain(mark);
    });
  });

  describe('their endpoints', () => {
    it('speak OAuth whatever goes wrong', async () => {
      const path = `${url()}/oauth/token`;
      const headers = { 'Content-Type': 'application/json' };
      const asJson = await fetch(path, { method: 'POST', headers, body: '{}' });
      expect(asJson.status).to.equal(400);
      expect(await asJson.json()).to.include({ error: 'invalid_request' });
      const got = await fetch(path);
      expect(got.status).to.equal(405);
      expect(got.headers.get('allow')).to.equal('POST, OPTIONS');
      expect(await got.json()).to.include({ error: 'invalid_request' });
      const large = await post(path, { grant_type: 'x'.repeat(20_000) });
      expect(large.status).to.equal(413);
      expect(large.body).to.include({ error: 'invalid_request' });
      const twice = await fetch(path, {
        method: 'POST',
        body: new URLSearchParams('grant_type=refresh_token&grant_type=authorization_code'),
      });
      expect(await twice.json()).to.include({ error: 'invalid_request' });
    });
  });
});
