import { expect } from 'chai';
import type { Summary } from '../../dashboard/api.ts';
import { describeLayers, toHistogram, toLayerPath } from '../../dashboard/histogram.ts';

const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 0, 15, 12);
const at = (hour: number) => new Date(START + hour * HOUR_MS).toISOString();

const SUMMARY: Summary = {
  from: at(0.5),
  to: at(3.2),
  bucket: '1h',
  total: 6,
  histogram: [
    { start: at(0), count: 2, values: [{ value: 'LOW', count: 2 }] },
    {
      start: at(3),
      count: 4,
      values: [
        { value: 'CRITICAL', count: 1 },
        { value: null, count: 3 },
      ],
    },
  ],
};

describe('the histogram', () => {
  it('has a bar for every bucket of the range, with and without events', () => {
    const { bars, highest } = toHistogram(SUMMARY, false, 0, 90);
    expect(bars.map(({ count }) => count)).to.deep.equal([2, 0, 0, 4]);
    expect(bars[0]?.start).to.equal(START);
    expect(bars[3]?.end).to.equal(START + 4 * HOUR_MS);
    expect(bars[3]?.layers).to.deep.equal({ NONE: 3, LOW: 0, MINOR: 0, MAJOR: 0, CRITICAL: 1 });
    expect(highest).to.equal(4);
  });

  it('goes on until now where the range is open', () => {
    const { bars } = toHistogram(SUMMARY, true, START + 6.5 * HOUR_MS, 90);
    expect(bars).to.have.length(7);
    expect(bars.at(-1)?.count).to.equal(0);
  });

  it('puts buckets together until they fit, and loses none', () => {
    const { bars } = toHistogram(SUMMARY, true, START + 10_000 * HOUR_MS, 90);
    expect(bars.length).to.be.within(2, 90);
    expect(bars.reduce((sum, { count }) => sum + count, 0)).to.equal(6);
  });

  it('is empty without events', () => {
    const nothing: Summary = { ...SUMMARY, from: null, to: null, total: 0, histogram: [] };
    expect(toHistogram(nothing, true, START, 90)).to.deep.equal({ bars: [], highest: 0 });
  });

  it('stacks severities: each stands on those below it', () => {
    const histogram = toHistogram(SUMMARY, false, 0, 90);
    expect(toLayerPath(histogram, 'NONE', 100)).to.equal('M3.1 25h.8V100h-.8z');
    expect(toLayerPath(histogram, 'CRITICAL', 100)).to.equal('M3.1 0h.8V25h-.8z');
    expect(toLayerPath(histogram, 'MAJOR', 100)).to.equal('');
  });

  it('lets a single event be seen beside thousands', () => {
    const bucket = (hour: number, count: number) => ({
      start: at(hour),
      count,
      values: [{ value: 'LOW', count }],
    });
    const summary = { ...SUMMARY, histogram: [bucket(0, 1), bucket(3, 5000)] };
    const path = toLayerPath(toHistogram(summary, false, 0, 90), 'LOW', 100);
    expect(path).to.match(/^M0\.1 95h/);
  });

  it('says a bar in words, the gravest first', () => {
    const layers = { NONE: 3, LOW: 0, MINOR: 2, MAJOR: 0, CRITICAL: 1 };
    expect(describeLayers(layers)).to.equal('1 critical, 2 minor, 3 without severity');
  });
});
