import { expect } from 'chai';
import { autoSeverity, readChoice, type Stakes } from '../../plugins/severity.ts';

const PLAIN: Stakes = {
  type: 'deployment',
  status: 'success',
  subject: 'staging',
  isProduction: undefined,
  isFrozen: false,
};

describe('the severity that is derived', () => {
  const cases: readonly [Partial<Stakes>, string, string][] = [
    [{}, 'LOW', 'auto'],
    [{ subject: undefined }, 'LOW', 'auto'],
    [{ subject: 'production' }, 'MINOR', 'auto: production'],
    [{ subject: 'eu-prod-2' }, 'MINOR', 'auto: production'],
    [{ subject: 'Live' }, 'MINOR', 'auto: production'],
    [{ subject: 'preprod' }, 'LOW', 'auto'],
    [{ subject: 'pre-production' }, 'LOW', 'auto'],
    [{ subject: 'non-prod' }, 'LOW', 'auto'],
    [{ subject: 'product-catalog' }, 'LOW', 'auto'],
    [{ subject: 'customers', isProduction: true }, 'MINOR', 'auto: production'],
    [{ subject: 'production', isProduction: false }, 'LOW', 'auto'],
    [{ type: 'release' }, 'MINOR', 'auto: release'],
    [{ type: 'rollback', subject: 'production' }, 'MAJOR', 'auto: production, rollback'],
    [{ status: 'failure', subject: 'production' }, 'MAJOR', 'auto: production, failed'],
    [{ isFrozen: true, subject: 'production' }, 'MAJOR', 'auto: production, deploy freeze'],
    [{ type: 'incident', subject: 'production' }, 'CRITICAL', 'auto: production, incident'],
    [
      { type: 'rollback', status: 'failure', subject: 'production', isFrozen: true },
      'CRITICAL',
      'auto: production, rollback, failed, deploy freeze',
    ],
    [{ type: 'constructor' }, 'LOW', 'auto'],
  ];
  for (const [over, value, origin] of cases) {
    it(`is ${value} for ${JSON.stringify(over)}`, () => {
      expect(autoSeverity({ ...PLAIN, ...over })).to.deep.equal({ value, origin });
    });
  }
});

describe('readChoice', () => {
  it('takes the levels, auto and none, in any case', () => {
    expect(['auto', 'NONE', 'minor', ' Critical '].map(readChoice)).to.deep.equal([
      'auto',
      'none',
      'MINOR',
      'CRITICAL',
    ]);
    expect(readChoice('high')).to.equal(undefined);
  });
});
