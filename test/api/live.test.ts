/** The live feed over Socket.IO: contract 7. */
import { expect } from 'chai';
import { startMilepost } from '../support/milepost.ts';
import {
  createFeedClient,
  type FeedClient,
  type FeedOptions,
  handshake,
  openStuckClient,
} from './feed-client.ts';
import { type Sent, sample, useServer } from './support.ts';

const open: FeedClient[] = [];
function closeAll(): void {
  for (const client of open.splice(0)) client.close();
}

async function follow(url: string, options: FeedOptions): Promise<FeedClient> {
  const feed = createFeedClient(url, options);
  open.push(feed);
  await feed.until(() => feed.readies.length > 0);
  return feed;
}

describe('Signing in to the live feed', () => {
  let now = Date.now();
  const server = useServer({ clock: () => now });
  afterEach(closeAll);
  const sign = async (
    auth: FeedOptions['auth'],
    transports: FeedOptions['transports'] = ['websocket'],
  ) => {
    const feed = createFeedClient(server().milepost.url, { auth, transports });
    open.push(feed);
    return { feed, error: await handshake(feed) };
  };

  it('lets in keys of either scope, and says when nothing is outstanding', async () => {
    const { key, readKey } = server().milepost;
    for (const one of [key, readKey]) {
      const { feed, error } = await sign({ key: one });
      expect(error).to.equal(null);
      await feed.until(() => feed.readies.length > 0);
      expect(feed.readies[0]).to.be.a('string');
    }
  });

  for (const transports of [['polling'], ['polling', 'websocket'], ['websocket']] as const) {
    it(`works over ${transports.join(' and ')}`, async () => {
      const { client, milepost } = server();
      const { feed, error } = await sign({ key: milepost.key }, [...transports]);
      expect(error).to.equal(null);
      await feed.until(() => feed.readies.length > 0);
      const { body } = await client.post(sample());
      await feed.count(1);
      expect(feed.messages[0]?.events).to.deep.equal([body.data]);
    });
  }

  it('turns away everything else with a code and a reason', async () => {
    const { client, milepost } = server();
    const revoked = await milepost.newKey('READ_WRITE');
    await milepost.revoke(revoked);
    const expired = await milepost.newKey('READ_WRITE', 'default', now + 1000);
    now += 1000;
    const REASONS: readonly (readonly [unknown, RegExp])[] = [
      [undefined, /./],
      ['', /./],
      ['nonsense', /malformed/],
      [`${milepost.key}x`, /malformed/],
      [`${milepost.key.slice(0, -1)}${milepost.key.endsWith('a') ? 'b' : 'a'}`, /typed|checksum/],
      [revoked, /revoked/],
      [expired, /expired/],
      [42, /./],
      [null, /./],
      [{ $ne: '' }, /./],
      [[milepost.key], /./],
    ];
    for (const [key, reason] of REASONS) {
      const { feed, error } = await sign(key === undefined ? {} : { key });
      expect(error?.data?.code, String(key)).to.equal('UNAUTHORIZED');
      expect(error?.message).to.match(reason);
      await client.post(sample());
      expect(feed.messages).to.deep.equal([]);
      expect(feed.socket.connected).to.equal(false);
    }
  });

  it('is needed: the namespace of nobody says nothing', async () => {
    const { client, milepost } = server();
    const stranger = createFeedClient(milepost.url, { auth: {}, namespace: '/' });
    open.push(stranger);
    await handshake(stranger);
    const heard: string[] = [];
    stranger.socket.onAny((name: string) => heard.push(name));
    const feed = await follow(milepost.url, { auth: { key: milepost.key } });
    await client.post(sample());
    await feed.count(1);
    expect(heard).to.deep.equal([]);
  });

  it('is open to other origins, without cookies', async () => {
    const { client } = server();
    const path = '/socket.io/?EIO=4&transport=polling';
    const { headers, status } = await client.get(path, { Origin: 'https://elsewhere.example' });
    expect(status).to.equal(200);
    expect(headers.get('access-control-allow-origin')).to.equal('*');
    expect(headers.has('access-control-allow-credentials')).to.equal(false);
    expect(headers.has('set-cookie')).to.equal(false);
  });

  it('shows no stack to who does not speak its protocol', async () => {
    for (const query of ['', '?EIO=4&transport=x', '?EIO=4&transport=polling&sid=none']) {
      const { status, text, headers } = await server().client.get(`/socket.io/${query}`);
      expect(status).to.be.within(400, 499);
      expect(headers.get('content-type')).to.match(/^application\/json/);
      expect(text).to.not.match(/node_modules|\bat /);
    }
  });
});

describe('The live feed', () => {
  const server = useServer();
  afterEach(closeAll);
  const followed = () => {
    const { url, key } = server().milepost;
    return follow(url, { auth: { key } });
  };

  it('shows an event as the API gives it back, to everyone, within a second', async () => {
    const { client } = server();
    const feeds = [await followed(), await followed(), await followed()];
    for (let round = 1; round <= 10; round += 1) {
      const started = performance.now();
      const { body } = await client.post(sample({ data: { round }, region: 'eu' }));
      await Promise.all(feeds.map((feed) => feed.count(round)));
      expect(performance.now() - started).to.be.below(1000);
      for (const feed of feeds) {
        expect(feed.messages.at(-1)?.events.at(-1)).to.deep.equal(body.data);
        expect(feed.cursor()).to.match(/./);
      }
    }
  });

  it('starts with what comes next', async () => {
    const { client } = server();
    await client.post(sample());
    const feed = await followed();
    const { body } = await client.post(sample());
    await feed.count(1);
    expect(feed.ids()).to.deep.equal([body.data.id]);
  });

  it('makes few messages of a storm, in order and without loss', async () => {
    const { client } = server();
    const feed = await followed();
    const events = Array.from({ length: 200 }, () => sample());
    await Promise.all(events.map((event) => client.post(event)));
    await feed.count(200);
    expect(feed.messages.length).to.be.below(50);
    expect([...feed.ids()].sort()).to.deep.equal(events.map(({ id }) => id).sort());
    expect(new Set(feed.messages.map(({ cursor }) => cursor)).size).to.equal(feed.messages.length);
    const { body } = await client.list({ limit: 100, order: 'desc' });
    const newest = body.data.map(({ id }) => id).reverse();
    expect(feed.ids().slice(-100)).to.deep.equal(newest);
  });

  it('keeps the order of receipt, whatever the events say about time', async () => {
    const { client } = server();
    const feed = await followed();
    const days = ['05', '01', '04', '02', '03'];
    const events = days.map((day) => sample({ time: `2025-01-${day}T00:00:00Z` }));
    for (const event of events.slice(0, 2)) await client.post(event);
    await client.batch(events.slice(2));
    await feed.count(5);
    expect(feed.ids()).to.deep.equal(events.map(({ id }) => id));
  });

  it('says nothing of replays, conflicts and what was refused', async () => {
    const { client } = server();
    const event = sample();
    await client.post(event);
    const feed = await followed();
    await client.post(event);
    await client.post({ ...event, version: '2' });
    await client.post({});
    await client.batch([event, {}]);
    const { body } = await client.post(sample());
    await feed.count(1);
    expect(feed.ids()).to.deep.equal([body.data.id]);
  });

  it('keeps organizations apart', async () => {
    const { client, milepost } = server();
    const otherKey = await milepost.newOrganization('other');
    const other = client.as(otherKey);
    const ours = await followed();
    const theirs = await follow(milepost.url, { auth: { key: otherKey } });
    const behind = await follow(milepost.url, { auth: { key: otherKey, cursor: '0' } });
    const sent: Sent[] = Array.from({ length: 20 }, () => sample());
    await Promise.all(
      sent.map((event, index) => (index % 2 === 0 ? client.post(event) : other.post(event))),
    );
    await Promise.all([ours.count(10), theirs.count(10), behind.count(10)]);
    const ids = (rest: number) => sent.filter((_, index) => index % 2 === rest).map(({ id }) => id);
    expect(ours.ids()).to.have.members(ids(0));
    expect(theirs.ids()).to.have.members(ids(1));
    expect(behind.ids()).to.have.members(ids(1));
  });

  it('listens to nobody: what clients send does no harm', async () => {
    const { client, milepost } = server();
    const rude = await followed();
    const polite = await followed();
    const emit = rude.socket.emit.bind(rude.socket) as (
      name: string,
      ...rest: unknown[]
    ) => unknown;
    emit('events', [{ id: 'forged' }], { cursor: '1' });
    emit('subscribe', { organization: 'other' });
    emit('x'.repeat(1000), null, [], {});
    rude.socket.io.engine.write('nonsense');
    emit('large', 'x'.repeat(100_000));
    const { body } = await client.post(sample());
    await polite.count(1);
    expect(polite.ids()).to.deep.equal([body.data.id]);
    expect((await client.get('/healthz')).status).to.equal(200);
    expect(milepost.port).to.be.above(0);
  });

  it('does not wait for a client that never reads', async function () {
    this.timeout(15_000);
    const { client, milepost } = server();
    const stuck = await openStuckClient(milepost.port, milepost.key);
    const feed = await followed();
    const fill = 'x'.repeat(60_000);
    const events = Array.from({ length: 120 }, () => sample({ data: { fill } }));
    for (let start = 0; start < events.length; start += 20) {
      const sent = performance.now();
      await client.batch(events.slice(start, start + 20));
      await feed.count(start + 20);
      expect(performance.now() - sent).to.be.below(1000);
    }
    expect(feed.ids()).to.deep.equal(events.map(({ id }) => id));
    stuck.socket.destroy();
  });
});

describe('The live feed of a server that stops', () => {
  it('lets its clients go at once', async () => {
    const milepost = await startMilepost();
    const feed = await follow(milepost.url, { auth: { key: milepost.key } });
    const stuck = await openStuckClient(milepost.port, milepost.key);
    const left = new Promise((resolve) => feed.socket.once('disconnect', resolve));
    const started = performance.now();
    await milepost.close();
    await left;
    expect(performance.now() - started).to.be.below(2000);
    stuck.socket.destroy();
  });
});
