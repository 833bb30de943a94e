/** The second factor of people: codes by the time, and recovery codes. */
import { expect } from 'chai';
import { createClient } from '../support/http.ts';
import { startMilepost, type TestMilepost } from '../support/milepost.ts';
import { codeAt } from '../support/one-time-codes.ts';
import { enter, PASSWORD, type SignedIn, signIn, trySignIn } from '../support/person.ts';
import { expectError } from './support.ts';

const PATH = '/api/v1/me/second-factor';
const STEP_MS = 30_000;

describe('A second factor', () => {
  let milepost: TestMilepost;
  let now: number;
  beforeEach(async () => {
    now = Date.now();
    milepost = await startMilepost({
      env: { SECRET_KEY: 'a key for tests that has 32 characters' },
      clock: () => now,
    });
  });
  afterEach(() => milepost.close());

  const turnOn = async ({ client }: Pick<SignedIn, 'client'>) => {
    const begun = await client.json<{ secret: string; address: string; svg: string }>(
      ...(['POST', PATH, { password: PASSWORD }] as const),
    );
    expect(begun.status, begun.text).to.equal(200);
    const { secret, address, svg } = begun.body.data;
    const code = codeAt(secret, now);
    const on = await client.json<{ recoveryCodes: string[] }>('POST', `${PATH}/confirm`, { code });
    expect(on.status, on.text).to.equal(200);
    return { secret, address, svg, codes: on.body.data.recoveryCodes };
  };
  const ticketFor = async (email: string, password = PASSWORD) => {
    const answer = await trySignIn(milepost.url, email, password);
    expect(answer.status, answer.text).to.equal(202);
    expect(answer.headers.getSetCookie()).to.deep.equal([]);
    return (answer.body.data as { secondFactor: { ticket: string } }).secondFactor.ticket;
  };
  const give = (ticket: string, code: string) =>
    createClient(milepost.url, undefined, { Origin: milepost.url }).json(
      ...(['POST', '/api/auth/sign-in/code', { ticket, code }] as const),
    );
  const auditOf = async (action: string) =>
    (await milepost.store.audit.page('default', { filter: {}, limit: 99 })).entries.filter(
      (entry) => entry.action === action,
    );

  it('is asked for behind the password, once it is confirmed by a code', async () => {
    const me = await signIn(milepost, 'member');
    const { client: elsewhere } = await enter(milepost.url, me.person, PASSWORD);
    expectError(await me.client.json('POST', PATH, { password: 'wrong' }), 'VALIDATION_ERROR');
    const begun = await me.client.json<{ secret: string }>('POST', PATH, { password: PASSWORD });
    // Not yet: who mistypes it into the app must not be locked out.
    expect((await trySignIn(milepost.url, me.person.email, PASSWORD)).status).to.equal(200);
    const wrong = await me.client.json('POST', `${PATH}/confirm`, { code: '000000' });
    expectError(wrong, 'VALIDATION_ERROR', 'code');
    const { secret, address, svg, codes } = await turnOn(me);
    expect(secret).to.not.equal(begun.body.data.secret);
    expect(address)
      .to.match(/^otpauth:\/\/totp\/Milepost:member-/)
      .and.include(secret);
    expect(svg).to.match(/^<svg /);
    expect(codes).to.have.length(10);
    for (const code of codes) expect(code).to.match(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    expectError(await elsewhere.get('/api/v1/me'), 'UNAUTHORIZED');
    expect((await me.client.get('/api/v1/me')).status).to.equal(200);
    now += STEP_MS;
    const ticket = await ticketFor(me.person.email);
    expectError(await give(ticket, '000000'), 'UNAUTHORIZED', 'the code is wrong');
    const entered = await give(ticket, ` ${codeAt(secret, now).replace(/^.../, '$& ')}`);
    expect(entered.status, entered.text).to.equal(200);
    expect(entered.headers.getSetCookie()[0]).to.match(/^milepost-session=/);
    expect((await auditOf('signed-in'))[0]?.details).to.deep.include({ secondFactor: true });
    expect(await auditOf('second-factor.enabled')).to.have.length(1);
  });

  it('takes each code once, and none of another time', async () => {
    const me = await signIn(milepost, 'owner');
    const { secret } = await turnOn(me);
    const { email } = me.person;
    // The one that has confirmed it is used up.
    expectError(await give(await ticketFor(email), codeAt(secret, now)), 'UNAUTHORIZED');
    now += 2 * STEP_MS;
    const code = codeAt(secret, now);
    const ticket = await ticketFor(email);
    const answers = await Promise.all([give(ticket, code), give(ticket, code)]);
    expect(answers.map(({ status }) => status).toSorted()).to.deep.equal([200, 401]);
    expectError(
      await give(await ticketFor(email), codeAt(secret, now - 3 * STEP_MS)),
      'UNAUTHORIZED',
    );
    expectError(
      await give(await ticketFor(email), codeAt(secret, now + 3 * STEP_MS)),
      'UNAUTHORIZED',
    );
    // The clock of a phone may be half a minute off.
    expect((await give(await ticketFor(email), codeAt(secret, now + STEP_MS))).status).to.equal(
      200,
    );
  });

  it('takes a recovery code once', async () => {
    const me = await signIn(milepost, 'member');
    const { codes } = await turnOn(me);
    const [first = '', second = ''] = codes;
    const { email } = me.person;
    expect((await give(await ticketFor(email), first.toLowerCase())).status).to.equal(200);
    expectError(await give(await ticketFor(email), first), 'UNAUTHORIZED');
    expect((await give(await ticketFor(email), second.replaceAll('-', ''))).status).to.equal(200);
    const ways = await me.client.get('/api/v1/me/ways-in');
    expect(ways.body.data).to.deep.include({
      secondFactor: { isOn: true, recoveryCodesLeft: 8 },
      hasPassword: true,
    });
    expect((await auditOf('recovery-code.used'))[0]?.details).to.deep.equal({ left: 8 });
  });

  it('cannot be guessed: ten tries in a quarter of an hour, from wherever', async () => {
    const me = await signIn(milepost, 'member');
    const { secret } = await turnOn(me);
    const ticket = await ticketFor(me.person.email);
    for (let count = 0; count < 9; count += 1) {
      expectError(await give(ticket, '000000'), 'UNAUTHORIZED');
    }
    now += STEP_MS;
    expectError(await give(ticket, codeAt(secret, now)), 'RATE_LIMITED');
  });

  it('needs a ticket of this server, for five minutes, and for the same password', async () => {
    const me = await signIn(milepost, 'member');
    const { codes } = await turnOn(me);
    const [code = ''] = codes;
    for (const forged of ['', 'x', 'AAAA'.repeat(20)]) {
      expectError(await give(forged, code), 'UNAUTHORIZED', 'sign in again');
    }
    const late = await ticketFor(me.person.email);
    now += 301_000;
    expectError(await give(late, code), 'UNAUTHORIZED', 'sign in again');
    const before = await ticketFor(me.person.email);
    const changed = await me.client.json('POST', '/api/v1/me/password', {
      ...{ current: PASSWORD, password: 'another horse and battery' },
    });
    expect(changed.status, changed.text).to.equal(200);
    expectError(await give(before, code), 'UNAUTHORIZED', 'sign in again');
  });

  it('is turned off by password and code, and by nothing less', async () => {
    const me = await signIn(milepost, 'member');
    const { codes } = await turnOn(me);
    const [code = ''] = codes;
    const off = (body: object) => me.client.json('POST', `${PATH}/off`, body);
    expectError(await off({ password: 'wrong', code }), 'VALIDATION_ERROR', 'password');
    expectError(await off({ password: PASSWORD, code: '000000' }), 'VALIDATION_ERROR', 'code');
    expectError(await me.client.json('POST', PATH, { password: PASSWORD }), 'CONFLICT');
    expect((await off({ password: PASSWORD, code })).status).to.equal(200);
    expect((await trySignIn(milepost.url, me.person.email, PASSWORD)).status).to.equal(200);
    expect(await auditOf('second-factor.disabled')).to.have.length(1);
  });

  it('is reset by an owner, and by nobody else', async () => {
    const me = await signIn(milepost, 'member');
    await turnOn(me);
    const path = `/api/v1/members/${me.person.id}/second-factor`;
    const admin = await signIn(milepost, 'admin');
    expectError(await admin.client.json('DELETE', path), 'FORBIDDEN');
    await milepost.newOrganization('other');
    const stranger = await signIn(milepost, 'owner', 'other');
    expectError(await stranger.client.json('DELETE', path), 'NOT_FOUND');
    const owner = await signIn(milepost, 'owner');
    expect((await owner.client.json('DELETE', path)).status).to.equal(200);
    expectError(await owner.client.json('DELETE', path), 'NOT_FOUND');
    expect((await trySignIn(milepost.url, me.person.email, PASSWORD)).status).to.equal(200);
    expect((await auditOf('second-factor.reset'))[0]?.actor.name).to.equal(owner.person.email);
  });

  it('lies in the database encrypted, and its recovery codes hashed', async () => {
    const me = await signIn(milepost, 'member');
    const { secret, codes } = await turnOn(me);
    const kept = JSON.stringify(await milepost.store.secondFactors.find(me.person.id));
    expect(kept).to.not.include(secret);
    for (const code of codes) expect(kept).to.not.include(code.replaceAll('-', ''));
  });

  it('stays when the password is reset by a link', async () => {
    const me = await signIn(milepost, 'member');
    await turnOn(me);
    const owner = await signIn(milepost, 'owner');
    const path = `/api/v1/members/${me.person.id}/reset-link`;
    const made = await owner.client.json<{ link: string }>('POST', path);
    const token = made.body.data.link.split('#')[1];
    const password = 'another horse and battery';
    const anyone = createClient(milepost.url, undefined, { Origin: milepost.url });
    const reset = await anyone.json('POST', '/api/v1/password-reset', { token, password });
    expect(reset.status, reset.text).to.equal(200);
    await ticketFor(me.person.email, password);
  });
});

describe('Your own name', () => {
  it('is changed by yourself, at once, and noted', async () => {
    const milepost = await startMilepost();
    try {
      const { client, person } = await signIn(milepost, 'viewer');
      const changed = await client.json('PATCH', '/api/v1/me', { name: ' Ada, Countess ' });
      expect(changed.status, changed.text).to.equal(200);
      const expected = { ...person, name: 'Ada, Countess' };
      expect(changed.body.data).to.deep.include({ person: expected });
      expect((await client.get('/api/v1/me')).body.data).to.deep.include({ person: expected });
      expectError(await client.json('PATCH', '/api/v1/me', { name: ' ' }), 'VALIDATION_ERROR');
      const { entries } = await milepost.store.audit.page('default', { filter: {}, limit: 1 });
      expect(entries[0]).to.deep.include({ action: 'member.renamed' });
      expect(entries[0]?.details).to.deep.equal({ from: person.name, to: 'Ada, Countess' });
      expectError(
        await createClient(milepost.url, milepost.key).json('PATCH', '/api/v1/me', { name: 'x' }),
        'FORBIDDEN',
      );
    } finally {
      await milepost.close();
    }
  });
});
