/** Single sign-on: the authorization code flow against a provider, and what may go wrong in it. */
import { expect } from 'chai';
import type { SignOnProblem } from '../../backend/model/sign-on.ts';
import { createClient } from '../support/http.ts';
import { startMilepost, type TestMilepost, type TestMilepostOptions } from '../support/milepost.ts';
import { newPerson, PASSWORD, signIn, trySignIn } from '../support/person.ts';
import { ADA, startProvider, type TestProvider } from '../support/sign-on.ts';
import { createSignOnBrowser } from '../support/sign-on-browser.ts';
import { expectError, recordLog } from './support.ts';

interface Me {
  readonly person: { readonly email: string; readonly name: string; readonly role: string };
}

describe('Single sign-on', () => {
  let provider: TestProvider;
  let milepost: TestMilepost;
  const started: TestMilepost[] = [];
  const start = async (env: Record<string, string> = {}, options: TestMilepostOptions = {}) => {
    milepost = await startMilepost({ env: { ...provider.env, ...env }, ...options });
    started.push(milepost);
    return milepost;
  };
  beforeEach(async () => {
    provider = await startProvider();
  });
  afterEach(async () => {
    for (const one of started.splice(0)) await one.close();
    await provider.close();
  });
  const browse = () => createSignOnBrowser(milepost.url);
  const isRefused = async (problem: SignOnProblem, browser = browse()) => {
    const answer = await browser.signOn();
    expect(answer.headers.get('location')).to.equal(`/#sign-in=${problem}`);
    expect([...browser.cookies.keys()]).to.deep.equal([]);
  };
  const me = async (browser = browse()) => {
    const answer = await browser.signOn();
    expect(answer.headers.get('location'), answer.text).to.not.include('sign-in=');
    return (await browser.get<Me>('/api/v1/me')).body.data.person;
  };
  const invite = (email: string, role: string) =>
    signIn(milepost, 'owner').then(({ client }) =>
      client.json('POST', '/api/v1/invitations', { email, role }),
    );
  const auditOf = async (action: string) =>
    (await milepost.store.audit.page('default', { filter: {}, limit: 50 })).entries.filter(
      (entry) => entry.action === action,
    );

  it('is said to be there, or not', async () => {
    await start();
    const ways = async () => (await browse().get('/api/auth/ways')).body.data;
    expect(await ways()).to.deep.equal({
      password: true,
      forgotten: false,
      singleSignOn: { name: 'Example ID' },
    });
    started.push(await startMilepost().then((plain) => (milepost = plain)));
    expect(await ways()).to.deep.include({ singleSignOn: null });
    const client = createClient(milepost.url, undefined);
    expectError(await client.json('POST', '/api/auth/sign-in/oidc', {}), 'NOT_FOUND');
    expectError(await client.get('/api/auth/oidc/callback?code=x'), 'NOT_FOUND');
  });

  it('lets a member in whose verified address the issuer vouches for, by the account from then on', async () => {
    await start();
    const { id } = await newPerson(milepost.store, 'admin');
    const { email } = (await milepost.store.people.find(id)) ?? expect.fail();
    provider.user = { ...ADA, email: email.toUpperCase() };
    expect(await me()).to.deep.include({ email, role: 'admin' });
    expect(await milepost.store.identities.list(id)).to.have.length(1);
    // The address has changed at the issuer: the account is still the same.
    provider.user = { ...ADA, email: 'countess@elsewhere.example', email_verified: false };
    expect(await me()).to.deep.include({ email, role: 'admin' });
    const [linked] = await auditOf('identity.linked');
    expect(linked?.details).to.deep.equal({ issuer: provider.url, subject: ADA['sub'] });
    expect((await auditOf('signed-in'))[0]?.details).to.deep.include({ by: 'single sign-on' });
  });

  it('lets who was invited in, in the role of the invitation, which is used up', async () => {
    await start();
    await isRefused('not-invited');
    await invite('ada@example.com', 'member');
    expect(await me()).to.deep.include({ email: 'ada@example.com', name: 'Ada', role: 'member' });
    expect(await milepost.store.links.list('default', 'invitation')).to.deep.equal([]);
    expectError(await trySignIn(milepost.url, 'ada@example.com', ''), 'UNAUTHORIZED');
  });

  it('makes newcomers of a domain what is configured, and nobody of another', async () => {
    await start({ OIDC_NEWCOMERS: 'viewer', OIDC_DOMAINS: 'example.com, example.org' });
    for (const email of ['eve@evil.example', 'eve@sub.example.com', 'example.com@evil.example']) {
      provider.user = { ...ADA, email };
      await isRefused('domain');
    }
    provider.user = ADA;
    expect(await me()).to.deep.include({ role: 'viewer' });
    expect((await milepost.store.people.list('default')).length).to.equal(1);
  });

  it('takes no address that the issuer has not verified, or has none', async () => {
    await start({ OIDC_NEWCOMERS: 'viewer', OIDC_DOMAINS: '*' });
    provider.user = { ...ADA, email_verified: false };
    await isRefused('unverified');
    provider.user = { sub: 'x', email: 'ada@example.com' };
    await isRefused('unverified');
    provider.user = { sub: 'x' };
    await isRefused('no-email');
    expect(await milepost.store.people.list('default')).to.deep.equal([]);
    await start({ OIDC_NEWCOMERS: 'viewer', OIDC_DOMAINS: '*', OIDC_EMAIL_VERIFIED: 'always' });
    provider.user = { sub: 'x', email: 'ada@example.com', email_verified: false };
    await isRefused('unverified');
    provider.user = { sub: 'x', email: 'ada@example.com' };
    expect(await me()).to.deep.include({ email: 'ada@example.com' });
  });

  it('gives nobody the account of another who had the address before', async () => {
    await start();
    await invite('ada@example.com', 'admin');
    await me();
    provider.user = { ...ADA, sub: 'another-ada' };
    await isRefused('other-account');
    const [failed] = await auditOf('sign-in-failed');
    expect(failed?.details).to.deep.include({ problem: 'other-account' });
  });

  it('gives roles by a claim, at each sign-in, and makes and unmakes no owner', async () => {
    await start({
      ...{ OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: 'ops=admin,dev=member' },
      ...{ OIDC_NEWCOMERS: 'viewer', OIDC_DOMAINS: 'example.com' },
    });
    const roleWith = async (groups: unknown) => {
      provider.user = { ...ADA, groups };
      return (await me()).role;
    };
    expect(await roleWith(['dev', 'ops', 'owner'])).to.equal('admin');
    expect(await roleWith('dev')).to.equal('member');
    expect(await roleWith(['x'])).to.equal('viewer');
    expect(await roleWith(undefined)).to.equal('viewer');
    const owner = await newPerson(milepost.store, 'owner');
    provider.user = { ...ADA, sub: 'owner', email: owner.email, groups: ['dev'] };
    expect((await me()).role).to.equal('owner');
  });

  it('lets nobody in without a role of the claim, where only the invited come', async () => {
    await start({ OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: 'dev=member' });
    await invite('ada@example.com', 'admin');
    await isRefused('no-role');
    // In no id token, but at the endpoint for more.
    provider.userInfo = { groups: ['dev'] };
    expect(await me()).to.deep.include({ role: 'member' });
    provider.userInfo = { groups: [] };
    await isRefused('no-role');
  });

  const FORGED: Readonly<Record<string, object>> = {
    'another nonce': { nonce: 'x' },
    'no nonce': { nonce: undefined },
    'another audience': { aud: 'another client' },
    'another issuer': { iss: 'https://evil.example' },
    'an end in the past': { exp: 1 },
    'no subject': { sub: undefined },
  };
  for (const [what, wrong] of Object.entries(FORGED)) {
    it(`takes no id token with ${what}`, async () => {
      await start({ OIDC_NEWCOMERS: 'viewer', OIDC_DOMAINS: '*' });
      provider.wrong = wrong as TestProvider['wrong'];
      await isRefused('invalid');
      expect(await milepost.store.people.list('default')).to.deep.equal([]);
    });
  }

  it('takes no answer that was begun elsewhere, changed, or handed in twice', async () => {
    await start({ OIDC_NEWCOMERS: 'viewer', OIDC_DOMAINS: '*' });
    const refusal = async (browser: ReturnType<typeof browse>, address: string) =>
      (await browser.handIn(address)).headers.get('location');
    const mine = await browse().fetchAnswer();
    expect(await refusal(browse(), mine), 'without a cookie').to.equal('/#sign-in=expired');
    const other = browse();
    await other.fetchAnswer();
    expect(await refusal(other, mine), 'of another browser').to.equal('/#sign-in=expired');
    const changed = browse();
    const state = (await changed.fetchAnswer()).replace(/state=[^&]+/, 'state=x');
    expect(await refusal(changed, state), 'another state').to.equal('/#sign-in=expired');
    const mixed = browse();
    const iss = (await mixed.fetchAnswer()).replace(/iss=[^&]+/, 'iss=https://evil.example');
    expect(await refusal(mixed, iss), 'another issuer').to.equal('/#sign-in=invalid');
    const twice = browse();
    const answer = await twice.fetchAnswer();
    const kept = new Map(twice.cookies);
    expect(await refusal(twice, answer)).to.equal('/');
    expect(await refusal(twice, answer), 'again').to.equal('/#sign-in=expired');
    for (const [name, value] of kept) twice.cookies.set(name, value);
    expect(await refusal(twice, answer), 'with its cookie').to.equal('/#sign-in=invalid');
    const declined = browse();
    const said = (await declined.fetchAnswer()).replace(/code=[^&]+/, 'error=access_denied');
    expect(await refusal(declined, said)).to.equal('/#sign-in=declined');
  });

  it('takes no answer after ten minutes, nor a cookie that it has not made', async () => {
    let now = Date.now();
    await start({}, { clock: () => now });
    const late = browse();
    const answer = await late.fetchAnswer();
    now += 601_000;
    expect((await late.handIn(answer)).headers.get('location')).to.equal('/#sign-in=expired');
    const forger = browse();
    const begun = await forger.fetchAnswer();
    forger.cookies.set('milepost-sign-on', 'AAAA');
    expect((await forger.handIn(begun)).headers.get('location')).to.equal('/#sign-in=expired');
  });

  it('comes back to the page it began on, and to no other server', async () => {
    await start({ OIDC_NEWCOMERS: 'viewer', OIDC_DOMAINS: '*' });
    const ends = async (to: string) => (await browse().signOn(to)).headers.get('location');
    expect(await ends('/settings/keys?x=1&y=%2F')).to.equal('/settings/keys?x=1&y=%2F');
    for (const to of [
      ...['https://evil.example', '//evil.example', '/\\evil.example', '\\\\evil.example'],
      ...['/\t/evil.example', '/..//evil.example', 'javascript:alert(1)', '', '/api/v1/keys'],
      '/%2e%2e//evil.example',
    ]) {
      expect(await ends(to), to).to.equal('/');
    }
  });

  it('makes a session of its own, whatever cookie the browser came with', async () => {
    await start();
    const attacker = await signIn(milepost, 'viewer');
    await invite('ada@example.com', 'member');
    const browser = browse();
    const [name = '', planted = ''] = attacker.cookie.split('=');
    browser.cookies.set(name, planted);
    expect(await me(browser)).to.deep.include({ email: 'ada@example.com' });
    expect(browser.cookies.get(name)).to.not.equal(planted);
    const still = await attacker.client.get<Me>('/api/v1/me');
    expect(still.body.data.person.email).to.equal(attacker.person.email);
  });

  it('cannot be begun by a page of another site', async () => {
    await start();
    const foreign = createClient(milepost.url, undefined, { Origin: 'https://evil.example' });
    expectError(await foreign.json('POST', '/api/auth/sign-in/oidc', {}), 'FORBIDDEN');
  });

  it('says so when the issuer is down, asks again later, and leaves passwords alone', async () => {
    const { log, lines } = recordLog();
    await start({}, { log });
    const { url } = milepost;
    const person = await newPerson(milepost.store, 'member');
    provider.discovery = { issuer: 'https://another.example' };
    const client = createClient(url, undefined, { Origin: url });
    const begun = await client.json('POST', '/api/auth/sign-in/oidc', {});
    expectError(begun, 'UNAVAILABLE', 'Example ID does not answer');
    expect((await trySignIn(url, person.email, PASSWORD)).status).to.equal(200);
    provider.discovery = {};
    const browser = browse();
    const answer = await browser.fetchAnswer();
    provider.mood = 'broken';
    const broken = await browser.handIn(answer);
    expect(broken.headers.get('location')).to.equal('/#sign-in=unavailable');
    expect(lines.length).to.be.greaterThan(0);
  });

  it('waits for the issuer no longer than five seconds', async () => {
    await start();
    const browser = browse();
    const answer = await browser.fetchAnswer();
    provider.mood = 'silent';
    const before = performance.now();
    const late = await browser.handIn(answer);
    expect(late.headers.get('location')).to.equal('/#sign-in=unavailable');
    expect(performance.now() - before).to.be.within(4000, 9000);
  });

  it('asks nowhere but where it may: https, or this machine for an issuer on it', async () => {
    await start();
    provider.discovery = { token_endpoint: 'http://169.254.169.254/latest/meta-data' };
    const browser = browse();
    const answer = await browser.handIn(await browser.fetchAnswer());
    expect(answer.headers.get('location')).to.equal('/#sign-in=invalid');
    expect(provider.requests).to.not.include('/token');
  });

  it('writes neither codes nor tokens nor secrets into the log', async () => {
    const { log, lines } = recordLog();
    await start({}, { log });
    const browser = browse();
    const answer = await browser.fetchAnswer();
    const code = new URL(answer).searchParams.get('code') ?? '';
    provider.wrong = { nonce: 'x' };
    await browser.handIn(answer);
    const text = lines.map((line) => line.text).join('\n');
    expect(text).to.include('invalid');
    for (const secret of [code, provider.env['OIDC_CLIENT_SECRET'] ?? '', 'eyJ']) {
      expect(text).to.not.include(secret);
    }
  });

  it('is the only way where passwords are off, but for who has the shell', async () => {
    await start({ PASSWORD_SIGN_IN: 'off' });
    const { url, store } = milepost;
    const owner = await newPerson(store, 'owner');
    expectError(await trySignIn(url, owner.email, PASSWORD), 'FORBIDDEN', 'single sign-on');
    const client = createClient(url, undefined, { Origin: url });
    const setUp = await client.json('POST', '/api/v1/set-up', {
      ...{ token: milepost.setupToken, name: 'Grace', email: 'grace@example.com' },
      password: PASSWORD,
    });
    expect(setUp.status, setUp.text).to.equal(201);
    const boss = createClient(url, undefined, {
      ...{ Cookie: setUp.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '', Origin: url },
    });
    const made = await boss.json<{ link: string }>(
      'POST',
      `/api/v1/members/${owner.id}/reset-link`,
    );
    const token = made.body.data.link.split('#')[1];
    const reset = await client.json('POST', '/api/v1/password-reset', {
      ...{ token, password: 'another horse and battery' },
    });
    expect(reset.status, reset.text).to.equal(201);
    expect(reset.headers.getSetCookie()[0]).to.match(/^milepost-session=/);
  });
});
