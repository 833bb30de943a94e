/** Hashing takes turns, so that a crowd at the door leaves threads to others. */
import { expect } from 'chai';
import { createTurns } from '../../../backend/auth/turns.ts';

/** Works that end when they are told to. */
function works() {
  const ends: (() => void)[] = [];
  const work = () => new Promise<number>((resolve) => ends.push(() => resolve(ends.length)));
  return { work, ends };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('turns', () => {
  it('are taken by so many at once, the others in their order', async () => {
    const inTurn = createTurns(2, 10);
    const { work, ends } = works();
    const order: number[] = [];
    const all = [0, 1, 2, 3, 4].map((index) => inTurn(work).then(() => order.push(index)));
    await settled();
    for (let ended = 0; ended < 5; ended += 1) {
      expect(ends).to.have.length(Math.min(5, ended + 2));
      ends[ended]?.();
      await settled();
    }
    await Promise.all(all);
    expect(order).to.deep.equal([0, 1, 2, 3, 4]);
  });

  it('are given back by works that fail', async () => {
    const inTurn = createTurns(1, 10);
    const failing = inTurn(() => Promise.reject(new Error('no')));
    const next = inTurn(async () => 'done');
    expect(await failing.catch((error: Error) => error.message)).to.equal('no');
    expect(await next).to.equal('done');
    expect(await inTurn(async () => 'again')).to.equal('again');
  });

  it('are refused when too many wait', async () => {
    const inTurn = createTurns(1, 1);
    const { work, ends } = works();
    const first = inTurn(work);
    const second = inTurn(async () => 'second');
    const third = await inTurn(work).catch((error: { code: string }) => error.code);
    expect(third).to.equal('UNAVAILABLE');
    ends[0]?.();
    await first;
    expect(await second).to.equal('second');
  });
});
