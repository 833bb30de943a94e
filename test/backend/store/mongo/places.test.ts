import { expect } from 'chai';
import {
  createReceipts,
  LAST_PLACE,
  LAST_RECEIPT,
  msOf,
  newNodeId,
  nodeOf,
  placeOf,
  receiptOf,
  receiptPrefix,
  timeOf,
  tupleId,
} from '../../../../backend/store/mongo/places.ts';
import { createRandom } from '../../../../bench/dataset.ts';

const FIRST = Date.parse('0000-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** In the order in which MongoDB compares text: by its bytes. */
function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

describe('a place in the timeline', () => {
  const random = createRandom(31);
  const times = [FIRST, FIRST + 1, -1, 0, 1, LAST - 1, LAST];
  for (let count = 0; count < 200; count += 1) {
    times.push(FIRST + Math.floor(random() * (LAST - FIRST)));
  }
  const next = createReceipts('abc123');

  it('gives back what it was made of', () => {
    for (const time of times) {
      const receipt = next();
      const place = placeOf(time, receipt);
      expect(timeOf(place)).to.equal(time);
      expect(receiptOf(place)).to.equal(receipt);
    }
  });

  it('sorts as text by time, then by receipt, before the last of all', () => {
    const keys = times.flatMap((time) => [1, 2, 3].map(() => ({ time, receipt: next() })));
    const shuffled = [...keys].sort(() => random() - 0.5);
    const byText = shuffled.map(({ time, receipt }) => placeOf(time, receipt)).sort(compare);
    const byTime = [...keys].sort((a, b) => a.time - b.time || compare(a.receipt, b.receipt));
    expect(byText).to.deep.equal(byTime.map(({ time, receipt }) => placeOf(time, receipt)));
    for (const place of byText) expect(compare(place, LAST_PLACE)).to.be.below(0);
  });

  it('lies in a range that begins without a receipt and ends with the last one', () => {
    for (const time of times) {
      const place = placeOf(time, next());
      expect(compare(placeOf(time, ''), place)).to.be.below(0);
      expect(compare(place, placeOf(time, LAST_RECEIPT))).to.be.below(0);
      if (time === LAST) continue;
      expect(compare(placeOf(time, LAST_RECEIPT), placeOf(time + 1, ''))).to.be.below(0);
    }
  });
});

describe('receipts', () => {
  const { now } = Date;
  afterEach(() => {
    Date.now = now;
  });

  it('rise with every call, also in one millisecond and when the clock is set back', () => {
    const next = createReceipts(newNodeId());
    const clock = [5000, 5000, 5000, 5001, 4000, 4000, 1, 5001, 5002];
    const receipts = clock.map((ms) => {
      Date.now = () => ms;
      return Array.from({ length: 50 }, next);
    });
    const all = receipts.flat();
    expect(all).to.deep.equal([...new Set(all)].sort(compare));
    const given = receipts.map(([first = '']) => msOf(first));
    expect(given).to.deep.equal([5000, 5000, 5000, 5001, 5001, 5001, 5001, 5001, 5002]);
  });

  it('say when and by which node they were given', () => {
    const node = newNodeId();
    expect(node).to.match(/^[0-9a-z]{6}$/);
    for (const ms of [0, 1, Date.UTC(2026, 0, 1), Date.UTC(2100, 0, 1)]) {
      Date.now = () => ms;
      const receipt = createReceipts(node)();
      expect(msOf(receipt)).to.equal(Math.max(0, ms));
      expect(nodeOf(receipt)).to.equal(node);
      expect(receipt.startsWith(receiptPrefix(ms))).to.equal(true);
      expect(compare(receipt, LAST_RECEIPT)).to.be.below(0);
    }
  });

  it('of two nodes differ in the same millisecond', () => {
    Date.now = () => 5000;
    const [one, other] = [createReceipts('aaaaaa'), createReceipts('bbbbbb')];
    expect(one()).to.not.equal(other());
  });

  it('begin with texts that sort by time', () => {
    const prefixes = [0, 35, 36, 1e9, Date.UTC(2026, 0, 1), Date.UTC(2200, 0, 1)].map(
      receiptPrefix,
    );
    expect([...prefixes].sort(compare)).to.deep.equal(prefixes);
    expect(new Set(prefixes.map(({ length }) => length)).size).to.equal(1);
    expect(receiptPrefix(-1)).to.equal(receiptPrefix(0));
    expect(compare(receiptPrefix(36 ** 9 - 1), LAST_RECEIPT)).to.be.below(0);
  });
});

describe('the name of a tuple', () => {
  it('is short, always the same, and another for any other tuple', () => {
    const tuples = [
      [],
      [''],
      [null],
      ['null'],
      [0],
      ['0'],
      ['a', 'b'],
      ['ab'],
      ['a', 'b', ''],
      ['a,b'],
      ['a","b'],
      ['b', 'a'],
    ];
    const ids = tuples.map((parts) => tupleId(...parts));
    expect(new Set(ids).size).to.equal(tuples.length);
    for (const id of ids) expect(id).to.match(/^[\w-]{24}$/);
    expect(tuples.map((parts) => tupleId(...parts))).to.deep.equal(ids);
    // Names of rows that are stored: they must outlive the program.
    expect(tupleId('default', 'deployment', 'shop', null)).to.equal('r4vM-x12ZpwtDAJhsu0ZEzPu');
  });
});
