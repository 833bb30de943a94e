import { expect } from 'chai';
import { moved, orderEnvironments } from '../../../dashboard/home/environments.ts';

describe('the order of environments', () => {
  it('goes from the least to the most production-like, by well-known names', () => {
    const names = ['production', 'staging', 'dev', 'qa', 'uat', 'local', 'canary'];
    expect(orderEnvironments(names, [])).to.deep.equal([
      ...['local', 'dev', 'qa', 'uat', 'staging', 'canary', 'production'],
    ]);
  });

  it('knows names in names, and what only sounds like production', () => {
    const names = ['eu-prod', 'prod2', 'pre-prod', 'preprod-eu', 'Dev/EU', 'NonProd', 'live'];
    expect(orderEnvironments(names, [])).to.deep.equal([
      ...['Dev/EU', 'NonProd', 'pre-prod', 'preprod-eu', 'eu-prod', 'live', 'prod2'],
    ]);
  });

  it('puts unknown names in front of production, and what has none last', () => {
    expect(orderEnvironments([null, 'production', 'mars', 'dev'], [])).to.deep.equal([
      ...['dev', 'mars', 'production', null],
    ]);
  });

  it('is the reader’s own where there is one, and new names find their place in it', () => {
    const chosen = ['production', 'staging', 'gone'];
    expect(orderEnvironments(['staging', 'production', 'dev'], chosen)).to.deep.equal([
      ...['dev', 'production', 'staging'],
    ]);
  });

  it('is changed a step at a time, and not beyond its ends', () => {
    expect(moved(['a', 'b', 'c'], 0, 1)).to.deep.equal(['b', 'a', 'c']);
    expect(moved(['a', 'b', 'c'], 2, -1)).to.deep.equal(['a', 'c', 'b']);
    expect(moved(['a', 'b', 'c'], 0, -1)).to.deep.equal(['a', 'b', 'c']);
    expect(moved(['a', 'b', 'c'], 2, 1)).to.deep.equal(['a', 'b', 'c']);
  });
});
