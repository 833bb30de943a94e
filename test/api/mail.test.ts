/** Links by mail, against a real mail server. */
import { expect } from 'chai';
import { createClient } from '../support/http.ts';
import { startMilepost, type TestMilepost, type TestMilepostOptions } from '../support/milepost.ts';
import { newPerson, signIn, trySignIn } from '../support/person.ts';
import { SENDER, startMailServer, type TestMailServer } from '../support/smtp.ts';
import { expectError, recordLog } from './support.ts';

interface Link {
  readonly link: string;
  readonly mailed: boolean | null;
}

const NEW_PASSWORD = 'another horse and battery';

describe('Mail', () => {
  let server: TestMailServer;
  let milepost: TestMilepost;
  const start = async (
    env: Readonly<Record<string, string>> = server.env,
    options: TestMilepostOptions = {},
  ) => {
    milepost = await startMilepost({ env, ...options });
  };
  beforeEach(async () => {
    server = await startMailServer();
  });
  afterEach(async () => {
    await milepost.close();
    await server.close();
  });
  const forgot = (email: string, headers: Readonly<Record<string, string>> = {}) =>
    createClient(milepost.url, undefined, { Origin: milepost.url, ...headers }).json(
      ...(['POST', '/api/auth/forgotten', { email }] as const),
    );
  const invite = async (email: string) => {
    const { client } = await signIn(milepost, 'owner');
    return client.json<Link>('POST', '/api/v1/invitations', { email, role: 'viewer' });
  };

  it('brings an invitation, which is shown as well', async () => {
    await start();
    const made = await invite('grace@example.com');
    expect(made.body.data.mailed).to.equal(true);
    const [mail] = await server.received(1);
    expect(mail?.to).to.deep.equal(['grace@example.com']);
    expect(mail?.headers).to.include(`From: Milepost <${SENDER}>`).and.include('Subject: owner-');
    expect(mail?.text).to.include(`\n\n${made.body.data.link}\n\n`);
    expect(mail?.html).to.include(`<a href="${made.body.data.link}">Join</a>`);
  });

  it('brings a reset link that an owner made', async () => {
    await start();
    const { client } = await signIn(milepost, 'owner');
    const { id, email } = await newPerson(milepost.store, 'member');
    const made = await client.json<Link>('POST', `/api/v1/members/${id}/reset-link`);
    expect(made.body.data.mailed).to.equal(true);
    const [mail] = await server.received(1);
    expect(mail?.to).to.deep.equal([email]);
    expect(mail?.text).to.include(made.body.data.link);
  });

  it('keeps hostile names what they are: text, on one line, in no header', async () => {
    await start();
    const name = 'Acme\r\nBcc: eve@evil.example\r\n\r\n<img src=x onerror=alert(1)>"&';
    await milepost.store.organizations.rename('default', name);
    await invite('grace@example.com');
    const [mail] = await server.received(1);
    expect(mail?.to).to.deep.equal(['grace@example.com']);
    expect(mail?.headers).to.not.match(/^Bcc:/im);
    expect(mail?.headers.match(/^To: /gm)).to.have.length(1);
    expect(mail?.html).to.not.include('<img');
    expect(mail?.html).to.include('&lt;img src=x onerror=alert(1)&gt;&quot;&amp;');
    expect(mail?.text).to.not.match(/^Bcc:/m);
  });

  it('goes to one address, whatever is written into it', async () => {
    await start();
    for (const email of [
      'a@example.com,eve@evil.example',
      'a@example.com\nRCPT TO:<eve@evil.example>',
    ]) {
      expectError(await invite(email), 'VALIDATION_ERROR', 'e-mail');
    }
    expect(server.mails).to.deep.equal([]);
  });

  it('that fails breaks no invitation, and says so', async () => {
    const { log, lines } = recordLog();
    await start({ ...server.env, SMTP_URL: 'smtp://user:hunter2secret@127.0.0.1:1' }, { log });
    const made = await invite('grace@example.com');
    expect(made.status, made.text).to.equal(201);
    expect(made.body.data.mailed).to.equal(false);
    expect(made.body.data.link).to.match(/\/invite#/);
    const text = lines.map((line) => line.text).join();
    expect(text).to.include('a mail was not sent').and.not.include('hunter2secret');
    expect(text).to.not.include(made.body.data.link.split('#')[1]);
  });

  it('takes no password and no link to a server without TLS, where it has a password', async () => {
    const { log } = recordLog();
    let isAsked = false;
    await server.close();
    server = await startMailServer({
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => {
        isAsked = true;
        done(null, { user: 'x' });
      },
    });
    await start({ ...server.env, SMTP_URL: `smtp://u:p@127.0.0.1:${server.port}` }, { log });
    expect((await invite('grace@example.com')).body.data.mailed).to.equal(false);
    expect({ isAsked, mails: server.mails.length }).to.deep.equal({ isAsked: false, mails: 0 });
  });

  it('lets who forgot the password set a new one', async () => {
    await start();
    const { email } = await newPerson(milepost.store, 'admin');
    expect((await forgot(` ${email.toUpperCase()}`)).status).to.equal(200);
    const [mail] = await server.received(1);
    const token = /\/reset#([\w-]{43})/.exec(mail?.text ?? '')?.[1];
    const anyone = createClient(milepost.url, undefined, { Origin: milepost.url });
    const reset = await anyone.json('POST', '/api/v1/password-reset', {
      ...{ token, password: NEW_PASSWORD },
    });
    expect(reset.status, reset.text).to.equal(200);
    expect((await trySignIn(milepost.url, email, NEW_PASSWORD)).status).to.equal(200);
    const { entries } = await milepost.store.audit.page('default', { filter: {}, limit: 9 });
    const made = entries.find(({ action }) => action === 'password.reset-link-made');
    expect(made?.actor).to.deep.equal({ kind: 'system', id: null, name: 'forgotten password' });
  });

  it('does not tell who has an account: the same answer before anybody is looked up', async () => {
    let lookUps = 0;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await start(server.env, {
      wrap: (store) => ({
        ...store,
        people: {
          ...store.people,
          findByEmail: async (email) => {
            lookUps += 1;
            await held;
            return store.people.findByEmail(email);
          },
        },
      }),
    });
    const { email } = await newPerson(milepost.store, 'member');
    // Both are answered while the store has said nothing about either.
    const answers = [await forgot(email), await forgot('nobody@example.com')];
    for (const { status, text } of answers) {
      expect({ status, text }).to.deep.equal({ status: 200, text: '{"success":true,"data":{}}' });
    }
    release();
    await server.received(1);
    expect(lookUps).to.be.at.most(2);
    expect(server.mails).to.have.length(1);
  });

  it('cannot flood somebody: three links in a quarter of an hour', async () => {
    await start({ ...server.env, TRUST_PROXY: '1' });
    const { email } = await newPerson(milepost.store, 'member');
    for (let count = 0; count < 6; count += 1) {
      const from = { 'X-Forwarded-For': `192.0.2.${count}` };
      expect((await forgot(email, from)).status).to.equal(200);
    }
    await server.received(3);
    const other = await newPerson(milepost.store, 'member');
    await forgot(other.email, { 'X-Forwarded-For': '192.0.2.99' });
    const mails = await server.received(4);
    expect(mails.map(({ to }) => to[0])).to.have.members([email, email, email, other.email]);
  });

  it('is asked for by no page of another site, and not where it is not configured', async () => {
    await start({});
    expectError(await forgot('a@example.com', { Origin: 'https://evil.example' }), 'FORBIDDEN');
    expectError(await forgot('a@example.com'), 'NOT_FOUND');
    expect((await invite('grace@example.com')).body.data.mailed).to.equal(null);
    const { client } = await signIn(milepost, 'owner');
    expectError(await client.json('POST', '/api/v1/settings/mail/test'), 'NOT_FOUND', 'SMTP_URL');
  });

  it('is tried out by an owner, who is told what the server says', async () => {
    await start();
    const { client, person } = await signIn(milepost, 'owner');
    expect((await client.json('POST', '/api/v1/settings/mail/test')).status).to.equal(200);
    expect((await server.received(1))[0]?.to).to.deep.equal([person.email]);
    const admin = await signIn(milepost, 'admin');
    expectError(await admin.client.json('POST', '/api/v1/settings/mail/test'), 'FORBIDDEN');
    await milepost.close();
    await start({ ...server.env, SMTP_URL: 'smtp://127.0.0.1:1' });
    const owner = await signIn(milepost, 'owner');
    const failed = await owner.client.json('POST', '/api/v1/settings/mail/test');
    expectError(failed, 'UNAVAILABLE', 'ECONNREFUSED');
  });
});
