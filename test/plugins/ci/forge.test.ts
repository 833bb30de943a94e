import { expect } from 'chai';
import { forgeLinks } from '../../../plugins/ci/forge.ts';

const SHA = 'c0ffee254729296a45a3885639ac7e10f9d54979';

describe('forgeLinks', () => {
  const CASES: readonly [string, string | undefined, string | undefined][] = [
    ['git@github.com:acme/shop.git', 'https://github.com/acme/shop', 'commit'],
    ['https://github.acme.example/acme/shop', 'https://github.acme.example/acme/shop', 'commit'],
    ['https://acme.ghe.com/acme/shop', 'https://acme.ghe.com/acme/shop', 'commit'],
    ['http://gitlab.lan:8080/a/shop.git', 'http://gitlab.lan:8080/a/shop', '-/commit'],
    ['ssh://git@altssh.gitlab.com:443/a/b/shop', 'https://gitlab.com/a/b/shop', '-/commit'],
    ['git@bitbucket.org:acme/shop.git', 'https://bitbucket.org/acme/shop', 'commits'],
    ['git@ssh.dev.azure.com:v3/a/b/c', 'https://dev.azure.com/a/b/_git/c', 'commit'],
    // Nobody knows where an unknown forge shows a commit, nor behind ssh whether it shows anything.
    ['https://git.acme.example/acme/shop.git', 'https://git.acme.example/acme/shop', undefined],
    ['git@git.acme.example:acme/shop.git', undefined, undefined],
    ['https://notgithub.example/acme/shop', 'https://notgithub.example/acme/shop', undefined],
    ['/srv/git/shop.git', undefined, undefined],
  ];
  for (const [remote, repositoryUrl, commit] of CASES) {
    it(`${remote} is at ${repositoryUrl}`, () => {
      expect(forgeLinks(remote, SHA)).to.deep.equal({
        repositoryUrl,
        commitUrl: commit && `${repositoryUrl}/${commit}/${SHA}`,
      });
    });
  }

  it('links to no commit that is none', () => {
    for (const sha of ['HEAD', '../../settings', '', 'c0ffee', undefined]) {
      expect(forgeLinks('https://github.com/acme/shop', sha).commitUrl).to.equal(undefined);
    }
  });

  it('never holds a credential', () => {
    const links = forgeLinks('https://jane:s3cret@github.com/acme/shop.git', SHA);
    expect(JSON.stringify(links)).to.not.contain('s3cret');
    expect(JSON.stringify(links)).to.not.contain('jane');
  });
});
