/** What a client may ask of a person, and where an answer may go. */
import { expect } from 'chai';
import { expectError, useServer } from '../api/support.ts';
import { createClient } from '../support/http.ts';
import { type SignedIn, signIn } from '../support/person.ts';
import {
  allowed,
  ask,
  CALLBACK,
  decide,
  newPair,
  type OAuthAnswer,
  register,
  requestOf,
} from './support.ts';

describe('A request to let an assistant in', () => {
  const server = useServer();
  const pair = newPair();
  let owner: SignedIn;
  let viewer: SignedIn;
  let clientId: string;
  before(async () => {
    const { milepost } = server();
    owner = await signIn(milepost, 'owner');
    viewer = await signIn(milepost, 'viewer');
    clientId = idOf(await register(milepost.url));
  });
  const idOf = (answer: OAuthAnswer) => String(answer.body['client_id']);
  const request = (over = {}) => requestOf(server().milepost.url, clientId, pair, over);

  it('is shown as what it is', async () => {
    expect((await ask(owner, request())).body.data).to.deep.equal({
      client: { name: 'Claude', place: 'this computer', isVerified: false, mayWrite: true },
      refusal: null,
    });
  });

  it('offers to let it write only where it asks to, and the person may', async () => {
    const offers = async (who: SignedIn, scope: string | null) =>
      (await ask(who, request({ scope }))).body.data.client?.mayWrite;
    expect(await offers(owner, null)).to.equal(true);
    expect(await offers(owner, 'timeline:write offline_access')).to.equal(true);
    expect(await offers(owner, 'timeline:read openid')).to.equal(false);
    expect(await offers(viewer, null)).to.equal(false);
    expectError(await decide(viewer, request(), 'write'), 'FORBIDDEN');
    expectError(await decide(owner, request({ scope: 'timeline:read' }), 'write'), 'FORBIDDEN');
  });

  it('goes back with the state and the issuer, whatever the answer', async () => {
    const { url } = server().milepost;
    const yes = await allowed(owner, request());
    expect(yes.get('code')).to.match(/^[\w-]{43}$/);
    expect([yes.get('state'), yes.get('iss'), yes.get('error')]).to.deep.equal([
      'a state',
      url,
      null,
    ]);
    const no = await allowed(owner, request(), null);
    expect([no.get('error'), no.get('state'), no.get('iss'), no.get('code')]).to.deep.equal([
      'access_denied',
      'a state',
      url,
      null,
    ]);
  });

  for (const [name, over, error] of [
    ['without PKCE', { code_challenge: null }, 'invalid_request'],
    ['with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['with PKCE of no method', { code_challenge_method: null }, 'invalid_request'],
    ['with a challenge that is none', { code_challenge: 'short' }, 'invalid_request'],
    ['for another resource', { resource: 'https://else.example/mcp' }, 'invalid_target'],
    ['for the host instead of the endpoint', { resource: 'HOST' }, 'invalid_target'],
    ['for a token without a code', { response_type: 'token' }, 'unsupported_response_type'],
  ] as const) {
    it(`is refused ${name}, and the person decides whether to tell`, async () => {
      const { url } = server().milepost;
      const real = Object.fromEntries(
        Object.entries(over).map(([key, value]) => [key, value === 'HOST' ? url : value]),
      );
      const { client, refusal } = (await ask(owner, request(real))).body.data;
      expect(client).to.equal(null);
      const back = new URL(refusal?.back ?? '');
      expect(back.origin + back.pathname).to.equal(CALLBACK);
      expect(back.searchParams.get('error')).to.equal(error);
      expect(back.searchParams.get('iss')).to.equal(url);
      expectError(await decide(owner, request(real)), 'VALIDATION_ERROR', 'request:');
    });
  }

  for (const [name, over] of [
    ['another host', { redirect_uri: 'https://evil.example/callback' }],
    ['another path', { redirect_uri: `${CALLBACK}/../evil` }],
    ['another name of this machine', { redirect_uri: 'http://localhost:5555/callback' }],
    [
      'a host that looks like this machine',
      { redirect_uri: 'http://127.0.0.1.evil.example/callback' },
    ],
    ['a user part', { redirect_uri: 'http://127.0.0.1:5555@evil.example/callback' }],
    ['a script', { redirect_uri: 'javascript:alert(1)' }],
    ['a backslash', { redirect_uri: 'http://127.0.0.1\\@evil.example/callback' }],
    ['nowhere', { redirect_uri: 'callback' }],
    ['an unknown client', { client_id: 'unknown' }],
    ['no client', { client_id: null }],
  ] as const) {
    it(`leads nowhere for ${name}`, async () => {
      const { client, refusal } = (await ask(owner, request(over))).body.data;
      expect(client).to.equal(null);
      expect(refusal?.back).to.equal(null);
      const answer = await decide(owner, request(over), null);
      expectError(answer, 'VALIDATION_ERROR');
    });
  }

  it('may come to another port of this machine', async () => {
    const other = { redirect_uri: CALLBACK.replace('5555', '61234') };
    const { body } = await decide(owner, request(other));
    expect(new URL(body.data.redirect).host).to.equal('127.0.0.1:61234');
  });

  it('must name one of several addresses, and may leave out the only one', async () => {
    const { url } = server().milepost;
    expect((await ask(owner, request({ redirect_uri: null }))).body.data.refusal).to.equal(null);
    const redirect_uris = ['https://a.example/cb', 'https://b.example/cb'];
    const several = idOf(await register(url, { redirect_uris }));
    const asked = requestOf(url, several, pair, { redirect_uri: null });
    expect((await ask(owner, asked)).body.data.refusal?.message).to.contain('redirect_uri');
  });

  it('is refused when it says a thing twice', async () => {
    const twice = `${request()}&client_id=other`;
    expect((await ask(owner, twice)).body.data.refusal?.back).to.equal(null);
    const scopes = `${request()}&scope=timeline:write`;
    expect((await ask(owner, scopes)).body.data.refusal?.message).to.contain('more than once');
  });

  it('is decided by people on our own pages alone', async () => {
    const { url, key } = server().milepost;
    const body = { request: request(), allow: 'read' };
    const foreign = createClient(url, undefined, {
      Cookie: owner.cookie,
      Origin: 'https://evil.example',
    });
    for (const path of ['/api/v1/consent', '/api/v1/consent/lookup']) {
      expectError(await foreign.json('POST', path, body), 'FORBIDDEN', 'another site');
      expectError(await createClient(url, key).json('POST', path, body), 'FORBIDDEN');
      expectError(await createClient(url, undefined).json('POST', path, body), 'UNAUTHORIZED');
    }
    const bare = createClient(url, undefined, { Cookie: owner.cookie });
    expectError(await bare.json('POST', '/api/v1/consent', body), 'FORBIDDEN');
  });

  it('is never granted by the way to the page, which no other page may frame', async () => {
    const { url } = server().milepost;
    const headers = { Cookie: owner.cookie };
    const answer = await fetch(`${url}/oauth/authorize?${request()}`, {
      headers,
      redirect: 'manual',
    });
    expect(answer.status).to.equal(303);
    expect(answer.headers.get('location')).to.equal(`/consent?${request()}`);
    expect(answer.headers.get('content-security-policy')).to.contain("frame-ancestors 'none'");
  });
});
