import { expect } from 'chai';
import { createInFlight } from '../../../backend/http/in-flight.ts';

describe('what is in flight', () => {
  it('is what was added and is not over, in whatever order it ends', () => {
    const inFlight = createInFlight<{ readonly name: string }>();
    const names = () => inFlight.all().map(({ name }) => name);
    const [a, b, c] = ['a', 'b', 'c'].map((name) => inFlight.add({ name }));
    expect(names()).to.deep.equal(['a', 'b', 'c']);
    b?.();
    expect(names()).to.deep.equal(['a', 'c']);
    expect(inFlight.count()).to.equal(2);
    const d = inFlight.add({ name: 'd' });
    a?.();
    expect(names()).to.have.members(['c', 'd']);
    for (const end of [c, d]) end?.();
    expect(names()).to.deep.equal([]);
    expect(inFlight.count()).to.equal(0);
  });

  it('takes no more room than were under way at once', () => {
    const inFlight = createInFlight<object>();
    const ends = Array.from({ length: 10 }, () => inFlight.add({}));
    for (let round = 0; round < 1000; round += 1) {
      ends.shift()?.();
      ends.push(inFlight.add({}));
      expect(inFlight.count()).to.equal(10);
    }
    expect(inFlight.all()).to.have.length(10);
  });
});
