/** What the feed does in a storm, behind a broken store, and when it forgot or is closed. */
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { unavailable } from '../../../backend/errors.ts';
import { parsePosition } from '../../../backend/services/feed.ts';
import { createGate, createListener, openFeed, openSlowFeed, takeTimers } from './feed-support.ts';

describe('the feed in a storm', () => {
  const INTERVAL_MS = 40;

  it('delivers the first event at once, and the rest in few deliveries', async () => {
    const times: number[] = [];
    const listener = createListener(() => times.push(performance.now()));
    const test = await openFeed(undefined, INTERVAL_MS);
    await test.feed.subscribe('default', listener);
    const ids = Array.from({ length: 60 }, (_, index) => `e${index}`);
    for (const id of ids) {
      await test.add(id);
      await turn();
    }
    await listener.count(ids.length);
    expect(listener.ids()).to.deep.equal(ids);
    expect(listener.deliveries).to.have.length.below(ids.length / 2);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    // Timers count from the start of a turn, so they may be early by what it took.
    for (const gap of gaps) expect(gap).to.be.at.least(INTERVAL_MS / 2);
    await test.close();
  });

  it('delivers to the others when one listener throws', async () => {
    const test = await openFeed();
    const rude = createListener(() => {
      throw new Error('rude');
    });
    const polite = createListener();
    await test.feed.subscribe('default', rude);
    await test.feed.subscribe('default', polite);
    await test.add('a');
    await test.add('b');
    await polite.count(2);
    expect(polite.ids()).to.deep.equal(['a', 'b']);
    await test.close();
  });

  it('reads once for many wakes, and not at all for nobody', async () => {
    let reads = 0;
    const test = await openFeed(({ since }) => ({
      since: (...args) => {
        reads += 1;
        return since(...args);
      },
    }));
    for (let count = 0; count < 5; count += 1) {
      await test.add(`nobody-${count}`);
      await turn();
    }
    expect(reads).to.equal(0);
    const listener = createListener();
    await test.feed.subscribe('default', listener);
    await test.add('a');
    for (let count = 0; count < 50; count += 1) test.feed.wake();
    await listener.count(1);
    expect(reads).to.equal(1);
    await test.close();
  });

  it('misses no wake that comes while it reads', async () => {
    const test = await openSlowFeed();
    const listener = createListener();
    await test.feed.subscribe('default', listener);
    await test.add('a');
    await test.reading.opened;
    // The store has answered already: only another look can find this one.
    await test.add('b');
    test.gate.open();
    await listener.count(2);
    expect(listener.ids()).to.deep.equal(['a', 'b']);
    await test.close();
  });
});

describe('the feed behind a store that fails', () => {
  /** Fails as often as it is told, with a word when it did. */
  const openFailing = async (times: number) => {
    let left = times;
    const failed = createGate();
    const test = await openFeed(({ since }) => ({
      since: (...args) => {
        if (left === 0) return since(...args);
        left -= 1;
        failed.open();
        return Promise.reject(unavailable('the database is locked'));
      },
      // Everything is new to those who come.
      head: async () => 0,
    }));
    return { ...test, failed };
  };

  it('says so, and delivers everything with the next wake', async () => {
    const { feed, add, errors, failed, close } = await openFailing(1);
    const listener = createListener();
    await feed.subscribe('default', listener);
    await add('a');
    await failed.opened;
    await add('b');
    await listener.count(2);
    expect(errors).to.have.length(1);
    expect(errors[0]).to.include({ code: 'UNAVAILABLE' });
    expect(listener.ids()).to.deep.equal(['a', 'b']);
    await close();
  });

  it('looks again by itself, a second later', async () => {
    const { feed, add, errors, close } = await openFailing(2);
    const listener = createListener();
    // The store has timers too, and keeps them.
    await add('a');
    const timers = takeTimers();
    try {
      await feed.subscribe('default', listener);
      for (const failures of [1, 2]) {
        timers.run();
        await turn();
        expect(errors).to.have.length(failures);
        expect(timers.waits()).to.deep.equal([1000]);
        timers.run();
      }
      timers.run();
      await listener.count(1);
      expect(listener.ids()).to.deep.equal(['a']);
      expect(timers.waits()).to.deep.equal([]);
    } finally {
      timers.restore();
      await close();
    }
  });
});

describe('the feed behind a store that forgot', () => {
  it('tells everyone to load afresh, and goes on from the head', async () => {
    let isForgotten = false;
    const test = await openFeed(({ since }) => ({
      since: async (...args) => {
        if (!isForgotten) return since(...args);
        isForgotten = false;
        return 'expired';
      },
    }));
    const [ours, theirs] = [createListener(), createListener()];
    await test.feed.subscribe('default', ours);
    await test.feed.subscribe('other', theirs);
    await test.add('a');
    await ours.count(1);
    isForgotten = true;
    await test.add('lost-1', 'lost-2');
    await Promise.all([ours.resetCount(1), theirs.resetCount(1)]);
    const head = await test.feed.head();
    expect([ours.resets, theirs.resets]).to.deep.equal([[head], [head]]);
    await test.add('b');
    await ours.count(2);
    expect(ours.ids()).to.deep.equal(['a', 'b']);
    expect(ours.resets).to.have.length(1);
    await test.close();
  });

  it('tells those who come back that it does not know', async () => {
    const test = await openFeed(() => ({ since: async () => 'expired' }));
    expect(await test.feed.read('default', 0)).to.equal('expired');
    await test.close();
  });
});

describe('the feed that nobody follows', () => {
  it('sets no timer', async () => {
    const test = await openFeed();
    await test.add('a');
    const timers = takeTimers();
    try {
      test.feed.wake();
      expect(timers.waits()).to.deep.equal([]);
    } finally {
      timers.restore();
      await test.close();
    }
  });
});

describe('the feed that was closed', () => {
  it('delivers nothing any more, not even what it was reading', async () => {
    const test = await openSlowFeed();
    const listener = createListener();
    await test.feed.subscribe('default', listener);
    await test.add('a');
    await test.reading.opened;
    test.feed.close();
    test.gate.open();
    await turn();
    test.feed.wake();
    await turn();
    expect(listener.deliveries).to.deep.equal([]);
    expect(test.errors).to.deep.equal([]);
    await test.close();
  });

  it('reads nothing for a wake that waits', async () => {
    const test = await openFeed();
    const timers = takeTimers();
    try {
      await test.feed.subscribe('default', createListener());
      expect(timers.waits()).to.have.length(1);
      test.feed.close();
      expect(timers.waits()).to.deep.equal([]);
      test.feed.wake();
      expect(timers.waits()).to.deep.equal([]);
    } finally {
      timers.restore();
      await test.close();
    }
  });
});

describe('parsePosition', () => {
  it('reads what clients hand back, and nothing else', () => {
    for (const position of [0, 7, 123_456_789_012_345]) {
      expect(parsePosition(String(position))).to.equal(position);
    }
    for (const text of ['', ' 1', '-1', '1.5', '1e3', '0x1', 'x', '1'.repeat(16), '١', '1\n']) {
      expect(parsePosition(text), JSON.stringify(text)).to.equal(undefined);
    }
  });
});
