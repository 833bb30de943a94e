import { expect } from 'chai';
import { person } from '../../../plugins/ci/person.ts';

describe('person', () => {
  const CASES: readonly [string, string | undefined][] = [
    ['octocat', 'octocat'],
    ['Jane Doe', 'Jane Doe'],
    ['Jane Doe <jane.doe@acme.example>', 'Jane Doe'],
    ['jane.doe@acme.example', 'jane.doe'],
    ['<jane.doe@acme.example>', 'jane.doe'],
    ['Jane jane.doe@acme.example (on call)', 'Jane jane.doe (on call)'],
    ['ACME\\jdoe', 'ACME\\jdoe'],
    ['Jane Doe <jane.doe@acme', 'Jane Doe'],
    ['', undefined],
    [' ', undefined],
  ];
  for (const [name, expected] of CASES) {
    it(`${name || 'nothing'} is ${expected}`, () => {
      expect(person(name)).to.equal(expected);
    });
  }

  it('is the first that is there', () => {
    expect(person(undefined, '', 'pat', 'jane')).to.equal('pat');
    expect(person()).to.equal(undefined);
  });
});
