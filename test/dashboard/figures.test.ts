import { expect } from 'chai';
import type { DeliveryFigures } from '../../backend/model/insight.ts';
import {
  formatChange,
  formatP,
  formatSeconds,
  formatShare,
  formatValue,
} from '../../dashboard/charts/numbers.ts';
import { bandPath, extentOf, linePath, runsOf, scale } from '../../dashboard/charts/shape.ts';
import { FIGURES, movementOf, readFigure, readSlice } from '../../dashboard/insights/figures.ts';
import { readInsights, writeInsights } from '../../dashboard/insights/insights-state.ts';

const none = { value: null, n: 3, missing: 'not enough data: 3 deployments, it takes 5' };
const figures: DeliveryFigures = {
  deployments: 3,
  frequency: none,
  leadTime: { median: 3600, p90: 7200, n: 9, missing: null },
  changeFailureRate: none,
  recoveryTime: { median: null, p90: null, n: 0, missing: 'not enough data' },
  reworkRate: { value: 0.25, n: 8, missing: null },
};

describe('the figures of delivery', () => {
  it('are read in whichever form they have', () => {
    expect(readFigure(figures, 'leadTime')).to.deep.equal({
      ...{ value: 3600, p90: 7200, n: 9, missing: null },
    });
    expect(readFigure(figures, 'reworkRate')).to.include({ value: 0.25, p90: null });
    expect(readFigure(figures, 'recoveryTime')).to.include({ value: null, n: 0 });
    const slice = { from: '2025-01-01T00:00:00.000Z', to: '2025-01-03T23:59:59.999Z', figures };
    // Too few to judge a rate, and yet they were three.
    expect(readSlice(slice, 'frequency')).to.include({ value: 1, n: 3, missing: null });
    expect(readSlice(slice, 'changeFailureRate')).to.include({ value: null });
  });

  it('say whether they moved for the better, by the way that is better', () => {
    const [frequency, leadTime] = FIGURES;
    if (frequency === undefined || leadTime === undefined) throw new Error('there are five');
    expect(movementOf(frequency, 2, 1)).to.deep.equal({ text: '+100 %', tone: 'good' });
    expect(movementOf(leadTime, 2, 1)).to.deep.equal({ text: '+100 %', tone: 'bad' });
    expect(movementOf(leadTime, 0.5, 1)).to.deep.equal({ text: '−50 %', tone: 'good' });
    expect(movementOf(leadTime, 1.1, 1)).to.deep.equal({ text: '+10 %', tone: 'same' });
    expect(movementOf(leadTime, 1.01, 1)).to.deep.equal({ text: 'as before', tone: 'same' });
    expect(movementOf(leadTime, 1, 0)).to.deep.equal({ text: 'from nothing', tone: 'bad' });
    expect(movementOf(leadTime, 0, 0)).to.include({ tone: 'same' });
    expect(movementOf(leadTime, null, 1)).to.equal(null);
    const often = [3.5, 0.3, 0.1].map(frequency.format);
    expect(often).to.deep.equal(['3.5 a day', '2.1 a week', '3 a month']);
  });

  it('have an address that holds what is not the usual', () => {
    expect(readInsights(new URLSearchParams('from=-5d'))).to.include({ from: '-30d' });
    const state = { from: '-90d', subject: 'p', source: 's' } as const;
    const query = writeInsights(state, new URLSearchParams('event=e'));
    expect(readInsights(query)).to.deep.equal(state);
    expect(query.get('event')).to.equal('e');
  });
});

describe('numbers of charts', () => {
  it('have three digits, their unit and their sign', () => {
    expect(formatValue(0.012, 'ratio')).to.equal('1.2 %');
    expect(formatValue(1234.5, 'ms')).to.equal('1,230 ms');
    expect(formatShare(-0.5)).to.equal('−50 %');
    expect(formatChange(0.012, 'ratio')).to.equal('+1.2 percentage points');
    expect(formatChange(-3, null)).to.equal('−3');
    expect([0.0001, 0.02].map(formatP)).to.deep.equal(['< 0.001', '= 0.02']);
    expect([12, 90, 5400, 200_000].map(formatSeconds)).to.deep.equal([
      ...['12 s', '1.5 min', '1.5 h', '2.31 d'],
    ]);
  });

  it('become lines, bands and runs without holes', () => {
    const x = scale({ from: 0, to: 10 }, { from: 0, to: 100 });
    expect([x(0), x(5), x(10)]).to.deep.equal([0, 50, 100]);
    expect(scale({ from: 2, to: 2 }, { from: 0, to: 100 })(2)).to.equal(50);
    expect(extentOf([3, -1, 2])).to.deep.equal({ from: -1, to: 3 });
    expect(
      linePath([
        [0, 1],
        [2, 3.1499],
      ]),
    ).to.equal('M0 1L2 3.1');
    expect(bandPath([[0, 1]], [[0, 2]])).to.equal('M0 1L0 2Z');
    expect(bandPath([], [])).to.equal('');
    expect(runsOf([1, 2, 5, 6], (value) => value, 1)).to.deep.equal([
      [1, 2],
      [5, 6],
    ]);
  });
});
