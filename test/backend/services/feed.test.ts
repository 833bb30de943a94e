/** Who listens gets everything that is stored from then on, once and in order (contract 7). */
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import type { Subscription } from '../../../backend/services/feed.ts';
import { NOON } from '../../support/events.ts';
import {
  createGate,
  createListener,
  event,
  openFeed,
  openSlowFeed,
  type TestFeed,
} from './feed-support.ts';

describe('the feed', () => {
  let test: TestFeed;
  beforeEach(async () => {
    test = await openFeed();
  });
  afterEach(() => test.close());

  it('delivers in the order of receipt, whatever the events say about time', async () => {
    const listener = createListener();
    await test.feed.subscribe('default', listener);
    const times = [5, 3, 9, 1].map((minute) => event(`e${minute}`, { time: NOON + minute }));
    await test.events.append(times);
    test.feed.wake();
    await listener.count(4);
    expect(listener.ids()).to.deep.equal(['e5', 'e3', 'e9', 'e1']);
    const positions = listener.deliveries.flatMap(({ entries }) =>
      entries.map(({ position }) => position),
    );
    expect(positions).to.deep.equal([...positions].sort((a, b) => a - b));
    expect(listener.deliveries.at(-1)?.position).to.equal(await test.feed.head());
  });

  it('begins behind what was there before', async () => {
    await test.add('old-1', 'old-2');
    const listener = createListener();
    const { position } = await test.feed.subscribe('default', listener);
    expect(position).to.equal(await test.feed.head());
    await test.add('new');
    await listener.count(1);
    expect(listener.ids()).to.deep.equal(['new']);
  });

  it('keeps organizations apart', async () => {
    const [ours, theirs] = [createListener(), createListener()];
    const subscription = await test.feed.subscribe('default', ours);
    await test.feed.subscribe('other', theirs);
    await test.events.append([
      event('ours-1'),
      event('theirs-1', { organization: 'other' }),
      event('ours-2'),
      event('theirs-2', { organization: 'other' }),
    ]);
    test.feed.wake();
    await Promise.all([ours.count(2), theirs.count(2)]);
    expect(ours.ids()).to.deep.equal(['ours-1', 'ours-2']);
    expect(theirs.ids()).to.deep.equal(['theirs-1', 'theirs-2']);
    // What is of no concern moves a subscription on too.
    expect(subscription.position).to.equal(await test.feed.head());
  });

  it('says nothing to those for whom there is nothing', async () => {
    const [ours, theirs] = [createListener(), createListener()];
    await test.feed.subscribe('other', theirs);
    await test.feed.subscribe('default', ours);
    await test.add('ours');
    await ours.count(1);
    expect(theirs.deliveries).to.deep.equal([]);
  });

  it('delivers nothing after stop, also to those who stop while it delivers', async () => {
    const subscriptions: Subscription[] = [];
    const first = createListener(() => {
      for (const subscription of subscriptions) subscription.stop();
    });
    const [second, third] = [createListener(), createListener()];
    for (const listener of [first, second]) {
      subscriptions.push(await test.feed.subscribe('default', listener));
    }
    await test.feed.subscribe('default', third);
    await test.add('a');
    await third.count(1);
    await test.add('b');
    await third.count(2);
    expect(first.ids()).to.deep.equal(['a']);
    expect(second.ids()).to.deep.equal([]);
    expect(third.ids()).to.deep.equal(['a', 'b']);
  });

  it('begins afresh with those who come after everyone had left', async () => {
    const subscription = await test.feed.subscribe('default', createListener());
    subscription.stop();
    await test.add('while nobody listened');
    const listener = createListener();
    await test.feed.subscribe('default', listener);
    await test.add('then');
    await listener.count(1);
    expect(listener.ids()).to.deep.equal(['then']);
  });

  it('delivers a long stretch in parts, one right after the other', async () => {
    const listener = createListener();
    await test.feed.subscribe('default', listener);
    const ids = Array.from({ length: 2100 }, (_, index) => `e${index}`);
    await test.add(...ids);
    await listener.count(ids.length);
    expect(listener.deliveries.map(({ entries }) => entries.length)).to.deep.equal([
      1000, 1000, 100,
    ]);
    expect(listener.ids()).to.deep.equal(ids);
  });
});

describe('the feed, for those who come back', () => {
  let test: TestFeed;
  let start: number;
  beforeEach(async () => {
    test = await openFeed();
    start = await test.feed.head();
    await test.events.append([
      event('a'),
      event('theirs', { organization: 'other' }),
      event('b'),
      event('c'),
    ]);
  });
  afterEach(() => test.close());

  it('reads what they missed of their own, up to its end', async () => {
    const delivery = await test.feed.read('default', start);
    if (delivery === 'expired') return expect.fail(delivery);
    expect(delivery.entries.map((entry) => entry.event.id)).to.deep.equal(['a', 'b', 'c']);
    expect(delivery.position).to.equal(await test.feed.head());
    expect(await test.feed.read('default', delivery.position)).to.deep.equal({
      entries: [],
      position: delivery.position,
    });
  });

  it('reads up to where they are about to listen, and no further', async () => {
    const delivery = await test.feed.read('default', start, start + 3);
    if (delivery === 'expired') return expect.fail(delivery);
    expect(delivery.entries.map((entry) => entry.event.id)).to.deep.equal(['a', 'b']);
    expect(delivery.position).to.equal(start + 3);
  });

  it('has no gap and no repeat between reading and listening, while events arrive', async () => {
    const listener = createListener();
    const ids = Array.from({ length: 40 }, (_, index) => `e${index}`);
    const writing = (async () => {
      for (const id of ids) {
        await test.add(id);
        await turn();
      }
    })();
    await turn();
    const { position: until } = await test.feed.subscribe('default', listener);
    const missed: string[] = [];
    for (let position = start; position < until; ) {
      const delivery = await test.feed.read('default', position, until);
      if (delivery === 'expired') return expect.fail(delivery);
      missed.push(...delivery.entries.map((entry) => entry.event.id));
      position = delivery.position;
    }
    await writing;
    await listener.count(3 + ids.length - missed.length);
    expect([...missed, ...listener.ids()]).to.deep.equal(['a', 'b', 'c', ...ids]);
  });
});

describe('the feed, while it reads', () => {
  it('skips nothing for those who come in the middle of it', async () => {
    const test = await openSlowFeed();
    const [early, late] = [createListener(), createListener()];
    await test.feed.subscribe('default', early);
    await test.add('a');
    await test.reading.opened;
    await test.add('b');
    const { position } = await test.feed.subscribe('default', late);
    test.gate.open();
    await test.add('c');
    await Promise.all([early.count(3), late.count(3)]);
    expect(early.ids()).to.deep.equal(['a', 'b', 'c']);
    // It came before the feed had looked, so that a read up to its position leaves the rest to it.
    expect(position).to.equal(0);
    expect(late.ids()).to.deep.equal(['a', 'b', 'c']);
    await test.close();
  });

  it('repeats nothing for those who come when the last one left in the middle of it', async () => {
    const test = await openSlowFeed();
    const subscription = await test.feed.subscribe('default', createListener());
    await test.add('before');
    await test.reading.opened;
    subscription.stop();
    const listener = createListener();
    await test.feed.subscribe('default', listener);
    test.gate.open();
    await test.add('after');
    await listener.count(1);
    expect(listener.ids()).to.deep.equal(['after']);
    await test.close();
  });

  it('delivers what was stored while the first of them was being seated', async () => {
    const looked = createGate();
    const seated = createGate();
    const test = await openFeed(({ head }) => ({
      head: async () => {
        const position = await head();
        looked.open();
        await seated.opened;
        return position;
      },
    }));
    const listener = createListener();
    const subscribing = test.feed.subscribe('default', listener);
    await looked.opened;
    await test.add('in between');
    seated.open();
    await subscribing;
    await listener.count(1);
    expect(listener.ids()).to.deep.equal(['in between']);
    await test.close();
  });
});

describe('the feed of one process among several', () => {
  it('is woken by the appends of others, until it is closed', async () => {
    const watchers = new Set<() => void>();
    const test = await openFeed(() => ({
      onRemoteAppend: (wake) => {
        watchers.add(wake);
        return () => watchers.delete(wake);
      },
    }));
    const listener = createListener();
    await test.feed.subscribe('default', listener);
    await test.events.append([event('elsewhere')]);
    for (const wake of watchers) wake();
    await listener.count(1);
    expect(listener.ids()).to.deep.equal(['elsewhere']);
    test.feed.close();
    expect(watchers.size).to.equal(0);
    await test.close();
  });
});
