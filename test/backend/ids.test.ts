import { expect } from 'chai';
import { newUuid } from '../../backend/ids.ts';

describe('an id', () => {
  const before = Date.now();
  // More than are drawn from the system at a time.
  const ids = Array.from({ length: 3000 }, newUuid);
  const after = Date.now();

  it('is a UUID of version 7, which begins with the time', () => {
    for (const id of ids) {
      expect(id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).to.be.within(before, after);
    }
  });

  it('is never given twice, nor is the random part of it', () => {
    expect(new Set(ids.map((id) => id.slice(19))).size).to.equal(ids.length);
    // Made of the bytes of its neighbour, it would repeat them in another place.
    const tails = ids.flatMap((id) => [id.slice(24, 30), id.slice(30, 36)]);
    expect(new Set(tails).size).to.be.above(tails.length * 0.99);
  });
});
