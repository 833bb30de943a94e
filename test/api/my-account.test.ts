/** What people do to their own accounts, and how soon it takes effect: contract 5. */
import { expect } from 'chai';
import { startMilepost, type TestMilepost } from '../support/milepost.ts';
import { enter, newPerson, PASSWORD, signIn, trySignIn } from '../support/person.ts';
import { createFeedClient, handshake } from './feed-client.ts';
import { openStream } from './sse.ts';
import { expectError, sample } from './support.ts';

const OTHER_PASSWORD = 'another horse and battery';

interface Session {
  readonly id: string;
  readonly address: string;
  readonly isCurrent: boolean;
}

describe('Your own account', () => {
  let milepost: TestMilepost;
  beforeEach(async () => {
    milepost = await startMilepost();
  });
  afterEach(() => milepost.close());

  it('changes its password, which ends its other sessions', async () => {
    const { client, person } = await signIn(milepost, 'viewer');
    const { client: elsewhere } = await enter(milepost.url, person, PASSWORD);
    const change = (current: string, password: string) =>
      client.json('POST', '/api/v1/me/password', { current, password });
    expectError(await change('wrong password', OTHER_PASSWORD), 'VALIDATION_ERROR', 'current');
    expectError(await change(PASSWORD, person.email), 'VALIDATION_ERROR', 'e-mail');
    expectError(await change(PASSWORD, 'x'.repeat(129)), 'VALIDATION_ERROR', '128');
    expect((await elsewhere.get('/api/v1/me')).status).to.equal(200);
    const changed = await change(PASSWORD, OTHER_PASSWORD);
    expect(changed.status, changed.text).to.equal(200);
    expect((await client.get('/api/v1/me')).status).to.equal(200);
    expectError(await elsewhere.get('/api/v1/me'), 'UNAUTHORIZED', 'has ended');
    expectError(await trySignIn(milepost.url, person.email, PASSWORD), 'UNAUTHORIZED');
    await enter(milepost.url, person, OTHER_PASSWORD);
  });

  it('lists its sessions, and ends one of them', async () => {
    const { client, person } = await signIn(milepost, 'viewer');
    const { client: elsewhere } = await enter(milepost.url, person, PASSWORD);
    const stranger = await signIn(milepost, 'owner');
    const listed = await client.get<Session[]>('/api/v1/me/sessions');
    expect(listed.body.data.map(({ isCurrent }) => isCurrent)).to.have.members([true, false]);
    expect(listed.body.data[0]?.address).to.match(/127\.0\.0\.1$/);
    const other = listed.body.data.find(({ isCurrent }) => !isCurrent)?.id ?? '';
    const path = `/api/v1/me/sessions/${other}`;
    expectError(await stranger.client.json('DELETE', path), 'NOT_FOUND');
    expect((await client.json('DELETE', path)).status).to.equal(200);
    expectError(await elsewhere.get('/api/v1/me'), 'UNAUTHORIZED');
    expect((await client.get<Session[]>('/api/v1/me/sessions')).body.data).to.have.length(1);
  });

  it('follows the feed by its cookie, until its session ends: within 5 s, from elsewhere too', async () => {
    const { client, cookie, person } = await signIn(milepost, 'viewer');
    const headers = { Cookie: cookie, Origin: milepost.url };
    const feed = createFeedClient(milepost.url, { auth: {}, headers });
    const shaken = handshake(feed);
    const stream = await openStream(client);
    try {
      expect(await shaken).to.equal(null);
      await feed.until(() => feed.readies.length > 0);
      const keyed = await signIn(milepost, 'member');
      const { body } = await keyed.client.post(sample());
      await feed.count(1);
      await stream.count(1);
      expect(feed.ids()).to.deep.equal([body.data.id]);
      // As another node would: this one is not told.
      const ended = performance.now();
      await milepost.store.sessions.removeOthers(person.id, null);
      const disconnected = new Promise((resolve) => feed.socket.on('disconnect', resolve));
      await Promise.all([disconnected, stream.ended]);
      expect(performance.now() - ended).to.be.lessThan(5000);
      expectError(await client.get('/api/v1/me'), 'UNAUTHORIZED');
    } finally {
      feed.close();
      stream.close();
    }
  });

  it('is not followed by a page of another site, nor by one that says not which it is', async () => {
    const { cookie } = await signIn(milepost, 'viewer');
    for (const origin of [{ Origin: 'https://evil.example' }, {}]) {
      const feed = createFeedClient(milepost.url, {
        auth: {},
        headers: { Cookie: cookie, ...origin },
      });
      const error = await handshake(feed);
      expect(error?.data?.code).to.equal('FORBIDDEN');
      feed.close();
    }
  });

  it('is demoted elsewhere within 5 s', async () => {
    const { client, person } = await signIn(milepost, 'member');
    expect((await client.post(sample())).status).to.equal(201);
    await newPerson(milepost.store, 'owner');
    const demoted = performance.now();
    await milepost.store.people.setRole('default', person.id, 'viewer');
    let status = 201;
    while (status === 201) status = (await client.post(sample())).status;
    expect(status).to.equal(403);
    expect(performance.now() - demoted).to.be.lessThan(5000);
  });
});
