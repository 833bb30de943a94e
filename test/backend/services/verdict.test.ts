import { expect } from 'chai';
import { type Evidence, judge } from '../../../backend/services/verdict.ts';

const EVIDENCE: Evidence = {
  before: { n: 60, mean: 10, median: 10, p95: 12 },
  after: { n: 60, mean: 15, median: 15, p95: 17 },
  direction: 'lower',
  unit: null,
  pAdjusted: 0.0001,
  effect: { cliffsDelta: 0.8, low: 0.6, high: 1, confidence: 0.95 },
  range: { low: 0.65, high: 0.95 },
  baseline: null,
  overlapping: 0,
  isComplete: true,
};

describe('a verdict', () => {
  const verdictOf = (over: Partial<Evidence>) => judge({ ...EVIDENCE, ...over });
  const effect = (cliffsDelta: number) => ({ cliffsDelta, low: -1, high: 1, confidence: 0.95 });

  it('follows the direction that is better', () => {
    expect(verdictOf({}).verdict).to.equal('degraded');
    expect(verdictOf({ direction: 'higher' }).verdict).to.equal('improved');
    expect(verdictOf({ direction: null }).verdict).to.equal('changed');
    expect(verdictOf({ effect: effect(-0.8) }).verdict).to.equal('improved');
    expect(verdictOf({ direction: null }).reason).to.equal(
      'it rose from a mean of 10 to 15 (+50 %) (p < 0.001), and nobody has said which way is better',
    );
  });

  it('is about the whole distribution, also where the mean goes the other way', () => {
    const { verdict, reason } = verdictOf({
      after: { n: 60, mean: 9, median: 15, p95: 16 },
      unit: 'ms',
    });
    expect(verdict).to.equal('degraded');
    expect(reason).to.match(
      /^it rose for the most part, its mean being 10 ms before and 9 ms after/,
    );
  });

  it('needs a difference that is worth a word, however sure it is', () => {
    const range = { low: 0.1, high: 0.16 };
    const { verdict, reason } = verdictOf({ effect: effect(0.13), range });
    expect(verdict).to.equal('unchanged');
    expect(reason).to.contain('any that they could hide is small');
  });

  it('tells no difference from not enough data', () => {
    const none = { pAdjusted: 0.6, effect: effect(0.05) };
    expect(verdictOf({ ...none, range: { low: -0.2, high: 0.3 } }).verdict).to.equal('unchanged');
    const wide = verdictOf({ ...none, range: { low: -0.4, high: 0.3 } });
    expect(wide.verdict).to.equal('inconclusive');
    expect(wide.reason).to.contain('may well be chance (p = 0.6), and a larger one cannot be');
  });

  it('takes what earlier weeks make one expect for usual', () => {
    const usual = { weeks: 3, median: 4, min: 3, max: 5, usual: { low: 2, high: 6 } };
    expect(verdictOf({ baseline: usual }).verdict).to.equal('unchanged');
    const withMean = (mean: number) => ({ n: 60, mean, median: mean, p95: mean });
    expect(verdictOf({ baseline: usual, after: withMean(16) }).verdict).to.equal('unchanged');
    expect(verdictOf({ baseline: usual, after: withMean(16.1) }).verdict).to.equal('degraded');
    expect(verdictOf({ baseline: usual, after: withMean(11.9) }).verdict).to.equal('degraded');
  });

  it('has no share where there was nothing before', () => {
    const before = { n: 60, mean: 0, median: 0, p95: 0 };
    expect(verdictOf({ before, unit: 'errors/s' }).reason).to.equal(
      'it rose from a mean of 0 to 15 errors/s (p < 0.001), and lower is better',
    );
  });
});
