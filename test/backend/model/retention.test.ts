/** Which rule decides, and what is refused as a rule. */
import { expect } from 'chai';
import { cutoffs, describeRule, RETENTION_LIMITS } from '../../../backend/model/retention.ts';
import { retentionBody, rulesOf } from '../../../backend/model/retention-schema.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 5, 1);

describe('rules of retention', () => {
  const days = (
    labels: { type: string; subject: string | null },
    rules: Parameters<typeof cutoffs>[0],
  ) => {
    const cutoff = cutoffs(rules, NOW)(labels);
    return cutoff === undefined ? undefined : (NOW - cutoff) / DAY_MS;
  };

  it('keep for ever what no rule matches', () => {
    expect(days({ type: 'deployment', subject: 'production' }, [])).to.equal(undefined);
    const rules = [
      { type: 'scaling', days: 1 },
      { subject: 'staging', days: 2 },
    ];
    expect(days({ type: 'deployment', subject: 'production' }, rules)).to.equal(undefined);
    expect(days({ type: 'deployment', subject: null }, rules)).to.equal(undefined);
  });

  it('give way to a more specific one, in whatever order they stand', () => {
    const rules = [
      { days: 365 },
      { subject: 'staging', days: 14 },
      { type: 'scaling', days: 30 },
      { type: 'scaling', subject: 'staging', days: 900 },
    ];
    for (const given of [rules, rules.toReversed()]) {
      expect(days({ type: 'scaling', subject: 'staging' }, given)).to.equal(900);
      expect(days({ type: 'scaling', subject: 'production' }, given)).to.equal(30);
      expect(days({ type: 'deployment', subject: 'staging' }, given)).to.equal(14);
      expect(days({ type: 'deployment', subject: 'production' }, given)).to.equal(365);
      expect(days({ type: 'deployment', subject: null }, given)).to.equal(365);
    }
    // The type before the subject.
    expect(days({ type: 'scaling', subject: 'staging' }, rules.slice(0, 3))).to.equal(30);
  });

  it('tell labels apart to the character', () => {
    const rules = [{ type: 'null', subject: 'Staging', days: 1 }];
    expect(days({ type: 'null', subject: 'staging' }, rules)).to.equal(undefined);
    expect(days({ type: 'null', subject: null }, rules)).to.equal(undefined);
  });

  it('are said in words', () => {
    expect(describeRule({ days: 1 })).to.equal('every type: 1 day');
    expect(describeRule({ type: 'a', subject: 'b', days: 2 })).to.equal('a in b: 2 days');
  });

  const problems = (rules: unknown): string[] => {
    const parsed = retentionBody.safeParse({ rules });
    return parsed.success
      ? []
      : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  };

  it('are refused with the place of the mistake', () => {
    const range = 'must be a whole number from 1 to 36500';
    for (const wrong of [0, -1, 1.5, 36_501, '30', null, undefined]) {
      expect(problems([{ days: 1 }, { type: 'a', days: wrong }])).to.deep.equal([
        `rules.1.days: ${range}`,
      ]);
    }
    expect(problems([{ days: 1 }, { subject: 'a', days: 36_500 }])).to.deep.equal([]);
    expect(problems('x')).to.deep.equal(['rules: must be a list of rules']);
    expect(problems([{ type: 'a'.repeat(101), days: 1 }])[0]).to.match(/^rules\.0\.type: must be/);
    expect(problems([{ days: 1, source: 'shop' }])).to.have.length(1);
    const many = Array.from({ length: RETENTION_LIMITS.rules + 1 }, (_, index) => ({
      type: `t${index}`,
      days: 1,
    }));
    expect(problems(many)).to.deep.equal(['rules: must be at most 50 rules']);
    expect(problems(many.slice(1))).to.deep.equal([]);
  });

  it('are refused when two match the same events', () => {
    const rules = [
      { type: 'a', days: 1 },
      { type: 'a', subject: 'b', days: 2 },
    ];
    expect(problems(rules)).to.deep.equal([]);
    expect(problems([...rules, { type: 'a', subject: '', days: 3 }])).to.deep.equal([
      'rules.2: matches the same events as rules.0, keep one of them',
    ]);
  });

  it('take empty and null for not given', () => {
    const parsed = retentionBody.parse({ rules: [{ type: '', subject: null, days: 7 }] });
    expect(rulesOf(parsed)).to.deep.equal([{ days: 7 }]);
  });
});
