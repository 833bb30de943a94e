/** Coming back to the live feed: contract 7. */
import { expect } from 'chai';
import { createFeedClient, type FeedClient } from './feed-client.ts';
import { sample, useServer } from './support.ts';

const open: FeedClient[] = [];
function closeAll(): void {
  for (const client of open.splice(0)) client.close();
}

describe('A client that comes back', () => {
  const server = useServer();
  afterEach(closeAll);
  const follow = async (cursor?: unknown, isResuming = false) => {
    const { url, key } = server().milepost;
    const auth = cursor === undefined ? { key } : { key, cursor };
    const feed = createFeedClient(url, { auth, isResuming });
    open.push(feed);
    await feed.until(() => feed.readies.length > 0);
    return feed;
  };

  it('gets what it missed, once and in order, before it is ready', async () => {
    const { client } = server();
    const sent = Array.from({ length: 30 }, () => sample());
    const first = await follow();
    await client.batch(sent.slice(0, 10));
    await first.count(10);
    const cursor = first.cursor();
    first.close();
    await client.batch(sent.slice(10, 25));
    const second = await follow(cursor);
    expect(second.ids()).to.deep.equal(sent.slice(10, 25).map(({ id }) => id));
    await client.batch(sent.slice(25));
    await second.count(20);
    expect(second.ids()).to.deep.equal(sent.slice(10).map(({ id }) => id));
  });

  it('may come back with the cursor of ready, when no event came', async () => {
    const { client } = server();
    const first = await follow();
    const [cursor] = first.readies;
    first.close();
    const { body } = await client.post(sample());
    const second = await follow(cursor);
    expect(second.ids()).to.deep.equal([body.data.id]);
  });

  it('may say null for no cursor, and starts with what comes', async () => {
    const { client } = server();
    const feed = await follow(null);
    const { body } = await client.post(sample());
    await feed.count(1);
    expect(feed.ids()).to.deep.equal([body.data.id]);
    expect(feed.resets).to.deep.equal([]);
  });

  it('gets nothing when nothing happened', async () => {
    const first = await follow();
    const second = await follow(first.cursor());
    expect(second.messages).to.deep.equal([]);
    expect(second.resets).to.deep.equal([]);
    expect(second.cursor()).to.equal(first.cursor());
  });

  it('has no gap and no repeat, however often its line is cut in a storm', async () => {
    const { client } = server();
    const feed = await follow(undefined, true);
    const sent = Array.from({ length: 200 }, () => sample());
    let cuts = 0;
    for (const [index, event] of sent.entries()) {
      await client.post(event);
      if (index % 20 !== 19) continue;
      feed.socket.io.engine.close();
      cuts += 1;
    }
    await feed.count(200);
    expect(feed.ids()).to.deep.equal(sent.map(({ id }) => id));
    await feed.until(() => feed.readies.length > 1);
    expect(cuts).to.equal(10);
  });

  it('has no gap when it arrives in the middle of a storm', async () => {
    const { client } = server();
    const start = (await follow()).cursor();
    const sent = Array.from({ length: 100 }, () => sample());
    const posting = Promise.all(sent.map((event) => client.post(event)));
    const feeds = await Promise.all(Array.from({ length: 10 }, () => follow(start)));
    await posting;
    for (const feed of feeds) {
      await feed.count(100);
      expect(new Set(feed.ids()).size).to.equal(100);
      expect(feed.ids()).to.have.members(sent.map(({ id }) => id));
    }
  });

  // Whoever shows the timeline would not notice that something is missing.
  for (const cursor of ['999999999', 'abc', '-1', '1.5', '9'.repeat(40), 5, {}, ['1']]) {
    it(`with a cursor that is none, ${JSON.stringify(cursor).slice(0, 12)}, is told to load afresh`, async () => {
      const { client } = server();
      const feed = await follow(cursor);
      const { body } = await client.post(sample());
      await feed.count(1);
      expect(feed.ids()).to.deep.equal([body.data.id]);
      expect(feed.resets).to.have.length(1);
    });
  }
});

describe('A client that comes back too late', () => {
  const server = useServer({
    wrap: (store) => ({
      ...store,
      events: {
        ...store.events,
        since: async (position, limit) =>
          position < 2 ? 'expired' : store.events.since(position, limit),
      },
    }),
  });
  afterEach(closeAll);

  it('is told to load afresh, and goes on from there', async () => {
    const { client, milepost } = server();
    const sent = [sample(), sample(), sample()];
    await client.batch(sent);
    const feed = createFeedClient(milepost.url, { auth: { key: milepost.key, cursor: '0' } });
    open.push(feed);
    await feed.until(() => feed.readies.length > 0);
    expect(feed.resets).to.have.length(1);
    expect(feed.messages).to.deep.equal([]);
    const { body } = await client.post(sample());
    await feed.count(1);
    expect(feed.ids()).to.deep.equal([body.data.id]);
    const again = createFeedClient(milepost.url, {
      auth: { key: milepost.key, cursor: feed.resets[0] },
    });
    open.push(again);
    await again.count(1);
    expect(again.ids()).to.deep.equal([body.data.id]);
  });
});
