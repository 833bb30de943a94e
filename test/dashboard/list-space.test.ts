import { expect } from 'chai';
import type { Summary } from '../../dashboard/api.ts';
import { stretchAt } from '../../dashboard/jump.ts';
import { type ListExtent, toListSpace, wishFor } from '../../dashboard/list-space.ts';

const part = (over: Partial<ListExtent> = {}): ListExtent => ({
  ...{ start: 40_000, events: 500, items: 500, total: 100_000, hasOlder: true },
  ...over,
});
const wish = (extent: ListExtent, first: number) =>
  wishFor(toListSpace(extent), extent, first, first + 30);

describe('the room of a list that is loaded in part', () => {
  it('is as long as the whole list, whatever is loaded of it', () => {
    expect(toListSpace(part())).to.deep.equal({ above: 40_000, items: 500, below: 59_500 });
    expect(toListSpace(part({ items: 60 }))).to.deep.equal({
      above: 40_000,
      items: 60,
      below: 59_500,
    });
    expect(toListSpace(part({ hasOlder: false })).below).to.equal(0);
    expect(toListSpace(part({ total: null })).below).to.equal(1);
  });

  it('asks for more near its edges, and for another part far from them', () => {
    expect(wish(part(), 40_200)).to.equal(null);
    expect(wish(part(), 40_460)).to.deep.equal({ kind: 'older' });
    expect(wish(part(), 40_010)).to.deep.equal({ kind: 'newer' });
    expect(wish(part(), 39_950)).to.deep.equal({ kind: 'newer' });
    expect(wish(part(), 70_000)).to.deep.equal({ kind: 'jump', index: 70_000 });
    expect(wish(part(), 10_000)).to.deep.equal({ kind: 'jump', index: 10_000 });
    expect(wish(part({ start: 0 }), 0)).to.equal(null);
    expect(wish(part({ start: 99_500, hasOlder: false }), 99_970)).to.equal(null);
  });

  it('does not push out what is being read, where bursts leave few rows of very many events', () => {
    const full = part({ start: 0, events: 10_000, items: 40 });
    expect(wish(full, 0)).to.equal(null);
    expect(wish(full, 31)).to.deep.equal({ kind: 'older' });
  });

  it('stays scrollable with millions, and still leads to any of them', () => {
    const long = part({ start: 0, events: 100, items: 100, total: 3_000_100 });
    const { below } = toListSpace(long);
    expect(below).to.be.below(400_000);
    const half = wish(long, 100 + below / 2);
    expect(half).to.deep.equal({ kind: 'jump', index: 1_500_100 });
  });
});

describe('the stretch of time that an index lies in', () => {
  const bucket = (start: string, count: number) => ({ start, count, values: [] });
  const summary: Summary = {
    from: '2026-01-01T00:00:00.000Z',
    to: '2026-01-03T12:00:00.000Z',
    bucket: '1h',
    total: 60,
    histogram: [
      bucket('2026-01-01T00:00:00.000Z', 10),
      bucket('2026-01-01T05:00:00.000Z', 20),
      bucket('2026-01-03T11:00:00.000Z', 30),
    ],
  };

  it('is found from the counts, newest first', () => {
    const from = Date.parse('2026-01-01T05:00:00.000Z');
    expect(stretchAt(summary, 30)).to.deep.equal({
      ...{ before: 30, count: 20, from, to: from + 3_599_999 },
    });
    expect(stretchAt(summary, 49)?.before).to.equal(30);
    expect(stretchAt(summary, 0)?.before).to.equal(0);
    expect(stretchAt(summary, 59)?.before).to.equal(50);
    expect(stretchAt(summary, 60)).to.equal(null);
  });
});
