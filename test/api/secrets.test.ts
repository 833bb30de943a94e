/** One flow through everything that has a secret: none of them is in the log, or in the database. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openSqliteStore } from '../../backend/store/sqlite/store.ts';
import { createClient } from '../support/http.ts';
import { startMilepost, type TestMilepost } from '../support/milepost.ts';
import { codeAt } from '../support/one-time-codes.ts';
import { PASSWORD, trySignIn, withCookies } from '../support/person.ts';
import { ADA, CLIENT, startProvider, type TestProvider } from '../support/sign-on.ts';
import { createSignOnBrowser } from '../support/sign-on-browser.ts';
import { type LogLine, recordLog, sample } from './support.ts';

const MAIL_PASSWORD = 'password-of-the-mail-server';
const SECRET_KEY = 'the key that encrypts other secrets';
const WRONG_PASSWORD = 'not the right password';

describe('The secrets of a whole flow', () => {
  const secrets = new Map<string, string>();
  let lines: readonly LogLine[];
  let folder: string;
  let provider: TestProvider;
  let milepost: TestMilepost;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'milepost-'));
    provider = await startProvider();
    const recorded = recordLog();
    lines = recorded.lines;
    milepost = await startMilepost({
      env: {
        ...provider.env,
        ...{ SECRET_KEY, OIDC_NEWCOMERS: 'viewer', OIDC_DOMAINS: '*' },
        SMTP_URL: `smtp://user:${MAIL_PASSWORD}@127.0.0.1:1`,
        SMTP_FROM: 'milepost@example.com',
      },
      log: recorded.log,
      open: () => openSqliteStore(join(folder, 'milepost.db')),
    });
    await useEverything();
  });
  after(async () => {
    await milepost.close();
    await provider.close();
    rmSync(folder, { recursive: true });
  });

  async function useEverything(): Promise<void> {
    const { url, setupToken, key, readKey } = milepost;
    const note = (name: string, secret: string) => secrets.set(name, secret);
    for (const [name, secret] of Object.entries({
      ...{ setupToken, key, readKey, password: PASSWORD, wrongPassword: WRONG_PASSWORD },
      ...{ clientSecret: CLIENT.secret, mailPassword: MAIL_PASSWORD, secretKey: SECRET_KEY },
    })) {
      note(name, secret);
    }
    const anyone = createClient(url, undefined, { Origin: url });
    const email = 'owner@example.com';
    const setUp = await anyone.json('POST', '/api/v1/set-up', {
      ...{ token: setupToken, name: 'Owner', email, password: PASSWORD },
    });
    const { client, cookie } = withCookies(url, setUp.headers);
    const [token = ''] = decodeURIComponent(cookie.split('=')[1] ?? '').split('.');
    note('session', token);
    await trySignIn(url, email, WRONG_PASSWORD);
    const made = await client.json<{ secret: string }>('POST', '/api/v1/keys', {
      ...{ name: 'ci', scope: 'READ_WRITE' },
    });
    note('made key', made.body.data.secret);
    await createClient(url, made.body.data.secret).post(sample());
    await createClient(url, `${key}x`).post(sample());
    const invited = await client.json<{ link: string }>('POST', '/api/v1/invitations', {
      ...{ email: 'grace@example.com', role: 'viewer' },
    });
    note('invitation', invited.body.data.link.split('#')[1] ?? '');
    const { body } = await client.get<{ id: string }[]>('/api/v1/members');
    const path = `/api/v1/members/${body.data[0]?.id}/reset-link`;
    const reset = await client.json<{ link: string }>('POST', path);
    note('reset', reset.body.data.link.split('#')[1] ?? '');
    const factor = await client.json<{ secret: string }>('POST', '/api/v1/me/second-factor', {
      password: PASSWORD,
    });
    note('factor', factor.body.data.secret);
    const on = await client.json<{ recoveryCodes: string[] }>(
      ...(['POST', '/api/v1/me/second-factor/confirm'] as const),
      { code: codeAt(factor.body.data.secret, Date.now()) },
    );
    const [recovery = ''] = on.body.data.recoveryCodes;
    note('recovery', recovery.replaceAll('-', ''));
    const asked = await trySignIn(url, email, PASSWORD);
    const { ticket } = (asked.body.data as { secondFactor: { ticket: string } }).secondFactor;
    note('ticket', ticket);
    const entered = await anyone.json('POST', '/api/auth/sign-in/code', { ticket, code: recovery });
    expect(entered.status, entered.text).to.equal(200);
    await signOn();
    provider.wrong = { nonce: 'x' };
    await signOn();
    await anyone.json('POST', '/api/auth/forgotten', { email });
  }

  async function signOn(): Promise<void> {
    provider.user = ADA;
    const browser = createSignOnBrowser(milepost.url);
    const answer = await browser.fetchAnswer();
    const number = secrets.size;
    secrets.set(`code ${number}`, new URL(answer).searchParams.get('code') ?? '');
    secrets.set(`sign-on ${number}`, browser.cookies.get('milepost-sign-on') ?? '');
    await browser.handIn(answer);
  }

  it('are in no line of the log, not even before it is redacted', () => {
    expect(secrets.size).to.be.at.least(18);
    const text = lines.map((line) => line.text).join('\n');
    expect(text).to.include('a mail was not sent').and.include('invalid');
    for (const [name, secret] of secrets) {
      expect(secret.length, name).to.be.greaterThan(12);
      expect(text, name).to.not.include(secret);
    }
    expect(text).to.not.match(/mp_[0-9A-Za-z]{40}|eyJ[\w-]{10,}\.[\w-]{5,}/);
  });

  it('are in no file of the database: who steals it opens nothing', () => {
    const bytes = Buffer.concat(
      readdirSync(folder).map((name) => readFileSync(join(folder, name))),
    );
    expect(bytes.includes('owner@example.com')).to.equal(true);
    for (const [name, secret] of secrets) expect(bytes.includes(secret), name).to.equal(false);
  });
});
