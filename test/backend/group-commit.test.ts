import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { unavailable } from '../../backend/errors.ts';
import { createGroupCommit } from '../../backend/group-commit.ts';

interface Write {
  readonly items: readonly string[];
  succeed(): void;
  fail(error: unknown): void;
}

type Commit = (item: string) => Promise<string>;

/** How a request ends: with its outcome, or with the message of its error. */
function endingOf(commit: Commit): Commit {
  return (item) => commit(item).catch((error: Error) => error.message);
}

/** A group commit whose writes end when the test says so. */
function createWriter(items = 100, atATime = 1) {
  const writes: Write[] = [];
  const commit = createGroupCommit<string, string>(
    (group) =>
      new Promise((resolve, reject) => {
        const succeed = () => resolve(group.map((item) => `${item}!`));
        writes.push({ items: group, succeed, fail: reject });
      }),
    { items, writes: atATime },
  );
  const groups = () => writes.map(({ items }) => items.join(''));
  return { commit: endingOf(commit), writes, groups };
}

describe('group commit', () => {
  it('writes a lone item in the same turn of the event loop', async () => {
    const { commit, writes, groups } = createWriter();
    const request = commit('a');
    await turn();
    expect(groups()).to.deep.equal(['a']);
    writes[0]?.succeed();
    expect(await request).to.equal('a!');
  });

  it('writes together what arrives together, and answers each its own', async () => {
    const { commit, writes, groups } = createWriter();
    const requests = [commit('a'), commit('b')];
    // Later, but before the turn ends.
    await Promise.resolve();
    requests.push(commit('c'));
    await turn();
    expect(groups()).to.deep.equal(['abc']);
    writes[0]?.succeed();
    expect(await Promise.all(requests)).to.deep.equal(['a!', 'b!', 'c!']);
  });

  it('fills the next group while a write is under way, and starts it right after', async () => {
    const { commit, writes, groups } = createWriter();
    const requests = [commit('a')];
    await turn();
    requests.push(commit('b'));
    await turn();
    requests.push(commit('c'));
    await turn();
    expect(groups()).to.deep.equal(['a']);
    writes[0]?.succeed();
    await turn();
    expect(groups()).to.deep.equal(['a', 'bc']);
    writes[1]?.succeed();
    expect(await Promise.all(requests)).to.deep.equal(['a!', 'b!', 'c!']);
  });

  it('starts anew after it was idle', async () => {
    const { commit, writes, groups } = createWriter();
    for (const [index, item] of ['a', 'b', 'c'].entries()) {
      const request = commit(item);
      await turn();
      writes[index]?.succeed();
      expect(await request).to.equal(`${item}!`);
      await turn();
    }
    expect(groups()).to.deep.equal(['a', 'b', 'c']);
  });

  it('keeps a group to its limit, and the order', async () => {
    const { commit, writes, groups } = createWriter(2);
    const requests = [...'abcde'].map((item) => commit(item));
    for (let index = 0; index < 3; index += 1) {
      await turn();
      expect(writes).to.have.length(index + 1);
      writes[index]?.succeed();
    }
    expect(await Promise.all(requests)).to.deep.equal(['a!', 'b!', 'c!', 'd!', 'e!']);
    expect(groups()).to.deep.equal(['ab', 'cd', 'e']);
  });

  it('starts a second write while one is under way, where it may, and no third', async () => {
    const { commit, writes, groups } = createWriter(100, 2);
    const requests = [commit('a')];
    for (const item of 'bcd') {
      await turn();
      requests.push(commit(item));
    }
    await turn();
    expect(groups()).to.deep.equal(['a', 'b']);
    // The one that ends first takes what waits; the other still waits for its disk.
    writes[1]?.succeed();
    await turn();
    expect(groups()).to.deep.equal(['a', 'b', 'cd']);
    writes[0]?.succeed();
    writes[2]?.succeed();
    expect(await Promise.all(requests)).to.deep.equal(['a!', 'b!', 'c!', 'd!']);
  });

  for (const writes of [1, 2, 3]) {
    it(`writes everything, once, whenever it was asked for, ${writes} at a time`, async () => {
      const written: number[] = [];
      const commit = createGroupCommit<number, number>(
        async (items) => {
          await turn();
          written.push(...items);
          return items;
        },
        { items: 7, writes },
      );
      const requests: Promise<number>[] = [];
      for (let item = 0; item < 200; item += 1) {
        requests.push(commit(item));
        if (item % 5 === 0) await turn();
      }
      const all = Array.from({ length: 200 }, (_, item) => item);
      expect(await Promise.all(requests)).to.deep.equal(all);
      expect(written.sort((a, b) => a - b)).to.deep.equal(all);
    });
  }
});

describe('group commit with two writes at a time', () => {
  it('keeps the failure of one from the other', async () => {
    const { commit, writes } = createWriter(100, 2);
    const first = commit('a');
    await turn();
    const second = commit('b');
    await turn();
    writes[0]?.fail(unavailable('full'));
    expect(await first).to.equal('full');
    writes[1]?.succeed();
    expect(await second).to.equal('b!');
  });

  it('has room for two again when both are done', async () => {
    const { commit, writes, groups } = createWriter(100, 2);
    for (const round of [0, 1, 2]) {
      const requests = [commit('a')];
      await turn();
      requests.push(commit('b'));
      await turn();
      expect(groups()).to.have.length(2 * round + 2);
      writes[2 * round]?.succeed();
      writes[2 * round + 1]?.succeed();
      expect(await Promise.all(requests)).to.deep.equal(['a!', 'b!']);
      await turn();
    }
  });
});

describe('group commit, when a write fails', () => {
  it('tells exactly those of its group, when the error is known', async () => {
    const { commit, writes, groups } = createWriter(2);
    const requests = [...'abcd'].map((item) => commit(item));
    await turn();
    writes[0]?.fail(unavailable('the database is locked'));
    await turn();
    writes[1]?.succeed();
    expect(await Promise.all(requests)).to.deep.equal([
      'the database is locked',
      'the database is locked',
      'c!',
      'd!',
    ]);
    expect(groups()).to.deep.equal(['ab', 'cd']);
  });

  it('writes one by one, when the error is not, so that it hits its own item alone', async () => {
    const tried: string[] = [];
    const commit = createGroupCommit<string, string>(
      async (items) => {
        tried.push(items.join(''));
        if (items.includes('b')) throw new Error('b breaks the database');
        return items;
      },
      { items: 100, writes: 1 },
    );
    const requests = [...'abc'].map(endingOf(commit));
    expect(await Promise.all(requests)).to.deep.equal(['a', 'b breaks the database', 'c']);
    expect(tried).to.deep.equal(['abc', 'a', 'b', 'c']);
  });

  it('does not try a lone item again', async () => {
    const { commit, writes } = createWriter();
    const request = commit('a');
    await turn();
    writes[0]?.fail(new Error('broken'));
    expect(await request).to.equal('broken');
    expect(writes).to.have.length(1);
  });

  it('survives a write that throws before it is a promise', async () => {
    let isBroken = true;
    const write = (items: readonly string[]) => {
      if (isBroken) throw unavailable('closed');
      return Promise.resolve(items);
    };
    const commit = endingOf(createGroupCommit(write, { items: 100, writes: 1 }));
    expect(await commit('a')).to.equal('closed');
    isBroken = false;
    expect(await commit('b')).to.equal('b');
  });

  it('goes on with what came meanwhile', async () => {
    const { commit, writes } = createWriter();
    const first = commit('a');
    await turn();
    const second = commit('b');
    writes[0]?.fail(unavailable('full'));
    expect(await first).to.equal('full');
    await turn();
    writes[1]?.succeed();
    expect(await second).to.equal('b!');
  });

  it('leaves nobody without an answer when the write forgets some', async () => {
    const write = async (items: readonly string[]) => items.slice(0, 1);
    const commit = endingOf(createGroupCommit(write, { items: 100, writes: 1 }));
    expect(await Promise.all([commit('a'), commit('b')])).to.deep.equal([
      'a',
      'a write left an item unanswered',
    ]);
  });
});
