/** The page names the variables of four CIs: those that are read, and no other. */
import { expect } from 'chai';
import { CIS } from '../../plugins/ci/index.ts';
import { readPage } from '../support/markdown.ts';

const { text } = readPage('docs/other-ci.md');

describe('docs/other-ci.md', () => {
  for (const slug of ['circleci', 'azure-pipelines', 'bitbucket', 'buildkite']) {
    const ci = CIS.find((one) => one.slug === slug);

    it(`names every variable that is read of ${ci?.name}`, () => {
      const [, section = ''] = text.split(`\n## ${ci?.name}\n`);
      const [own = ''] = section.split('\n## ');
      const named = [...own.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)`/g)].map(
        ([, name = '']) => name,
      );
      const known = named.filter((name) => !name.startsWith('MILEPOST_'));
      expect([...new Set(known)].sort()).to.deep.equal(ci?.variables);
    });
  }
});
