/** Who guesses passwords learns nothing, and soon has to wait: contract 1 and 5. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { LIMITS, WINDOW_MS } from '../../backend/services/throttle.ts';
import { openSqliteStore } from '../../backend/store/sqlite/store.ts';
import { createClient } from '../support/http.ts';
import { startMilepost, type TestMilepost } from '../support/milepost.ts';
import { newPerson, PASSWORD, signIn, trySignIn } from '../support/person.ts';
import { eventually, expectError, recordLog } from './support.ts';

const WRONG = 'x'.repeat(200);

describe('Attempts to sign in', () => {
  let folder: string;
  let now: number;
  let milepost: TestMilepost;
  const start = (env: Readonly<Record<string, string>> = {}) =>
    startMilepost({ env, clock: () => now, open: () => openSqliteStore(join(folder, 'm.db')) });
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'milepost-'));
    // The beginning of a window.
    now = Math.ceil(Date.now() / WINDOW_MS) * WINDOW_MS;
    milepost = await start({ TRUST_PROXY: '1' });
  });
  afterEach(async () => {
    await milepost.close();
    rmSync(folder, { recursive: true });
  });
  const from = (address: string) => ({ 'X-Forwarded-For': `203.0.113.99, ${address}` });
  const guess = (email: string, address = '198.51.100.1') =>
    trySignIn(milepost.url, email, WRONG, from(address));

  it('are few at one account from one address, also after a restart, for a quarter of an hour', async () => {
    const { email } = await newPerson(milepost.store, 'owner');
    for (let count = 0; count < LIMITS.both; count += 1) {
      expectError(await guess(email), 'UNAUTHORIZED');
    }
    const refused = await guess(email);
    expectError(refused, 'RATE_LIMITED', 'try again in 900 s');
    expect(refused.headers.get('retry-after')).to.equal('900');
    expect(refused.headers.get('ratelimit-remaining')).to.equal('0');
    await milepost.close();
    now += 60_000;
    milepost = await start({ TRUST_PROXY: '1' });
    const again = await trySignIn(milepost.url, email, PASSWORD, from('198.51.100.1'));
    expectError(again, 'RATE_LIMITED');
    expect(again.headers.get('retry-after')).to.equal('840');
    // Its owner is not locked out elsewhere.
    const elsewhere = await trySignIn(milepost.url, email, PASSWORD, from('198.51.100.2'));
    expect(elsewhere.status, elsewhere.text).to.equal(200);
    now += WINDOW_MS;
    const later = await trySignIn(milepost.url, email, PASSWORD, from('198.51.100.1'));
    expect(later.status, later.text).to.equal(200);
  });

  it('are answered alike for an account that there is and one that there is not', async () => {
    const { email } = await newPerson(milepost.store, 'owner');
    for (let count = 0; count <= LIMITS.both + 1; count += 1) {
      const known = await guess(email, '198.51.100.1');
      const unknown = await guess('nobody@example.com', '198.51.100.2');
      expect([unknown.status, unknown.body]).to.deep.equal([known.status, known.body]);
      const names = (headers: Headers) => [...headers.keys()].toSorted();
      expect(names(unknown.headers)).to.deep.equal(names(known.headers));
    }
  });

  it('are answered as slowly for an account that there is not: it is hashed all the same', async () => {
    const { email } = await newPerson(milepost.store, 'owner');
    const times = { known: [] as number[], unknown: [] as number[] };
    const measure = async (kind: keyof typeof times, address: string, who: string) => {
      const start = performance.now();
      expectError(
        await trySignIn(milepost.url, who, 'a wrong password', from(address)),
        'UNAUTHORIZED',
      );
      times[kind].push(performance.now() - start);
    };
    for (let count = 0; count < 7; count += 1) {
      await measure('known', '198.51.100.1', email);
      await measure('unknown', '198.51.100.1', 'nobody@example.com');
    }
    const median = (values: number[]) => values.toSorted((a, b) => a - b)[3] ?? 0;
    expect(median(times.unknown)).to.be.greaterThan(median(times.known) / 2);
    expect(median(times.known)).to.be.greaterThan(median(times.unknown) / 2);
  });

  it('are limited for an address over all accounts, and for an account over all addresses', async () => {
    const { email } = await newPerson(milepost.store, 'owner');
    for (let count = 0; count < LIMITS.address; count += 1) {
      expectError(await guess(`nobody-${count}@example.com`), 'UNAUTHORIZED');
    }
    expectError(await guess(email), 'RATE_LIMITED', `at most ${LIMITS.address}`);
    for (let count = 0; count < LIMITS.account; count += 1) {
      expectError(await guess(email, `192.0.2.${Math.floor(count / 10)}`), 'UNAUTHORIZED');
    }
    expectError(await guess(email, '192.0.2.200'), 'RATE_LIMITED');
  });

  it('are forgiven to who knows the password', async () => {
    const { email } = await newPerson(milepost.store, 'owner');
    for (let round = 0; round < 2; round += 1) {
      for (let count = 1; count < LIMITS.both; count += 1) await guess(email);
      const right = await trySignIn(milepost.url, email, PASSWORD, from('198.51.100.1'));
      expect(right.status, right.text).to.equal(200);
    }
  });

  it('are counted for the address that the proxy saw, whatever the client says', async () => {
    const { email } = await newPerson(milepost.store, 'owner');
    for (let count = 0; count < LIMITS.both; count += 1) {
      const forged = { 'X-Forwarded-For': `192.0.2.${count}, 198.51.100.1` };
      expectError(await trySignIn(milepost.url, email, WRONG, forged), 'UNAUTHORIZED');
    }
    expectError(await guess(email), 'RATE_LIMITED');
  });

  it('stand in the audit log: the good ones, and how many were bad', async () => {
    const { client, person } = await signIn(milepost, 'owner');
    for (let count = 0; count < 4; count += 1) await guess(person.email);
    type Entry = { readonly action: string; readonly details: { readonly attempts?: number } };
    const { body } = await eventually(
      () => client.get<Entry[]>('/api/v1/audit'),
      (answer) => answer.text.includes('"attempts":4'),
    );
    const actions = body.data.map(({ action }) => action);
    expect(actions).to.include('signed-in');
    expect(actions.filter((action) => action === 'sign-in-failed')).to.have.length.below(4);
  });

  it('leave nothing in the database that opens anything', async () => {
    const { client, cookie, person } = await signIn(milepost, 'owner');
    const invited = await client.json<{ link: string }>('POST', '/api/v1/invitations', {
      email: 'a@example.com',
      role: 'viewer',
    });
    const reset = await client.json<{ link: string }>(
      'POST',
      `/api/v1/members/${person.id}/reset-link`,
    );
    const [, value = ''] = cookie.split('=');
    const [token = ''] = decodeURIComponent(value).split('.');
    const secrets = [
      token,
      new URL(invited.body.data.link).hash.slice(1),
      new URL(reset.body.data.link).hash.slice(1),
      milepost.setupToken,
      PASSWORD,
    ];
    const bytes = Buffer.concat(
      readdirSync(folder).map((name) => readFileSync(join(folder, name))),
    );
    expect(bytes.includes(person.email)).to.equal(true);
    for (const secret of secrets) {
      expect(secret.length).to.be.greaterThan(20);
      expect(bytes.includes(secret)).to.equal(false);
    }
  });
});

describe('The log', () => {
  it('says nothing of passwords, cookies and links, at the highest level', async () => {
    const { log, lines } = recordLog();
    const milepost = await startMilepost({ log });
    try {
      const { client, cookie, person } = await signIn(milepost, 'owner');
      const reset = await client.json<{ link: string }>(
        'POST',
        `/api/v1/members/${person.id}/reset-link`,
      );
      await trySignIn(milepost.url, person.email, 'a wrong password');
      await createClient(milepost.url, undefined).get('/api/v1/me', { Cookie: cookie });
      const text = lines.map((line) => line.text).join('\n');
      const [, token = ''] = cookie.split('=');
      for (const secret of [PASSWORD, 'a wrong password', token, reset.body.data.link.slice(-43)]) {
        expect(text).to.not.include(secret);
      }
      expect(lines.length).to.be.greaterThan(0);
    } finally {
      await milepost.close();
    }
  });
});
