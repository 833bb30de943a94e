import { expect } from 'chai';
import { wilcoxonRankSum } from 'simple-statistics';
import {
  neighbourCorrelation,
  varianceInflation,
} from '../../../backend/statistics/autocorrelation.ts';
import { adjustForMany, compare } from '../../../backend/statistics/compare.ts';
import { describeValues } from '../../../backend/statistics/describe.ts';
import { midRanks } from '../../../backend/statistics/ranks.ts';
import { seriesOf } from '../../../bench/series.ts';

describe('ranks', () => {
  it('gives equal values the mean of their ranks', () => {
    expect(midRanks([3, 1, 3, 2, 3])).to.deep.equal([4, 1, 4, 2, 4]);
    expect(midRanks([7, 7])).to.deep.equal([1.5, 1.5]);
    expect(midRanks([])).to.deep.equal([]);
  });
});

describe('the comparison of two stretches', () => {
  it('has the rank sum of the library, whatever the ties', () => {
    for (const seed of [1, 2, 3]) {
      const shape = (value: number): number => Math.round(2 * value);
      const [before, after] = seriesOf({ seed, n: 50, rho: 0.3, shift: 1, shape });
      const rankSum = wilcoxonRankSum([...after], [...before]);
      expect(compare(before, after).u).to.equal(rankSum - (50 * 51) / 2);
    }
  });

  it('is the Mann–Whitney U test where nothing depends on its neighbour', () => {
    const before = [1, 3, 2, 4, 1.5, 3.5, 2.5, 0];
    const result = compare(
      before,
      before.map((value) => value + 10),
    );
    expect(result.u).to.equal(64);
    expect(result.delta).to.equal(1);
    expect(result.autocorrelation).to.be.within(0, 0.97);
    const alone = (64 - 32) / Math.sqrt((64 * 17) / 12);
    expect(alone).to.be.closeTo(3.3607, 0.0001);
    // What remains of certainty when neighbours may depend on each other.
    expect(result.p).to.be.within(0.00077, 0.05);
  });

  it('corrects for ties', () => {
    const [zeros, ones] = [
      [0, 1, 0, 1, 0, 1, 0, 1, 0, 1],
      [1, 0, 1, 1, 1, 1, 1, 1, 0, 1],
    ];
    const { u, delta, autocorrelation, p } = compare(zeros, ones);
    expect(u).to.equal(65);
    expect(delta).to.be.closeTo(0.3, 1e-9);
    expect(autocorrelation).to.equal(0);
    // U has a variance of nm/(N(N-1)) Σ(rank - 10.5)² = 100/380 · 455 with its ties.
    const z = (65 - 50) / Math.sqrt((100 / 380) * 455);
    expect(z).to.be.closeTo(1.3708, 0.0001);
    expect(p).to.be.closeTo(0.1704, 0.0005);
  });

  it('finds nothing where every value is the same', () => {
    const same = compare(new Array(20).fill(5), new Array(20).fill(5));
    expect(same).to.include({ p: 1, delta: 0, autocorrelation: 0 });
    expect(same.interval(0.95).high).to.be.closeTo(0.14, 0.01);
  });

  it('is the other way round when the sides are', () => {
    const [before, after] = seriesOf({ seed: 3, n: 40, rho: 0.3, shift: 0.7 });
    const [one, other] = [compare(before, after), compare(after, before)];
    expect(one.delta).to.be.closeTo(-other.delta, 1e-12);
    expect(one.p).to.be.closeTo(other.p, 1e-9);
    expect(one.interval(0.95).low).to.be.closeTo(-other.interval(0.95).high, 1e-12);
  });

  it('believes series less whose neighbours depend on each other', () => {
    const [calm] = [seriesOf({ seed: 5, n: 100, rho: 0, shift: 1 })];
    const wandering = seriesOf({ seed: 5, n: 100, rho: 0.8, shift: 1 });
    expect(compare(...calm).effective.before).to.be.greaterThan(60);
    expect(compare(...wandering).effective.before).to.be.lessThan(20);
    const width = (one: typeof calm) => {
      const { low, high } = compare(...one).interval(0.95);
      return high - low;
    };
    expect(width(wandering)).to.be.greaterThan(1.5 * width(calm));
  });
});

describe('the correlation of neighbours', () => {
  it('is found within each stretch, whatever lies between their means', () => {
    const [before, after] = seriesOf({ seed: 9, n: 2000, rho: 0.5, shift: 50 });
    expect(neighbourCorrelation([before, after])).to.be.closeTo(0.52, 0.03);
  });

  it('is never below 0, and never 1', () => {
    expect(neighbourCorrelation([[1, -1, 1, -1, 1, -1, 1, -1]])).to.equal(0);
    const line = Array.from({ length: 50 }, (_, index) => index);
    expect(neighbourCorrelation([line])).to.equal(0.97);
  });

  it('makes the variance of a mean grow as theory says', () => {
    expect(varianceInflation(0, 10)).to.equal(1);
    expect(varianceInflation(0.5, 2)).to.be.closeTo(1.5, 1e-12);
    expect(varianceInflation(0.5, 1_000_000)).to.be.closeTo(3, 1e-4);
  });
});

describe('adjusting for many', () => {
  it('is that of Benjamini and Hochberg', () => {
    // By hand: 0.005 · 4/1, 0.01 · 4/2, 0.03 · 4/3, 0.04 · 4/4.
    const adjusted = adjustForMany([0.01, 0.04, 0.03, 0.005]);
    for (const [index, value] of [0.02, 0.04, 0.04, 0.02].entries()) {
      expect(adjusted[index]).to.be.closeTo(value, 1e-12);
    }
    expect(adjustForMany([0.02])).to.deep.equal([0.02]);
    expect(adjustForMany([])).to.deep.equal([]);
  });
});

describe('the description of values', () => {
  it('has their mean, median and 95th percentile', () => {
    const values = Array.from({ length: 101 }, (_, index) => 100 - index);
    expect(describeValues(values)).to.deep.equal({ n: 101, mean: 50, median: 50, p95: 95 });
    expect(describeValues([])).to.deep.equal({ n: 0, mean: null, median: null, p95: null });
  });
});
