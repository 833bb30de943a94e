import { expect } from 'chai';
import { SIGN_ON_PROBLEMS } from '../../backend/model/sign-on.ts';
import { signOnProblemIn } from '../../dashboard/sign-on-words.ts';

describe('why single sign-on let nobody in', () => {
  it('is a sentence of its own for each reason', () => {
    const sentences = SIGN_ON_PROBLEMS.map((problem) => signOnProblemIn(`#sign-in=${problem}`));
    for (const sentence of sentences) expect(sentence).to.match(/^[A-Z].+\.$/);
    expect(new Set(sentences).size).to.equal(SIGN_ON_PROBLEMS.length);
  });

  it('is one of ours, whatever an address says', () => {
    expect(signOnProblemIn('#sign-in=<b>call 0800 12345</b>')).to.match(/not valid/);
    expect(signOnProblemIn('#anything-else')).to.equal(null);
    expect(signOnProblemIn('')).to.equal(null);
  });
});
