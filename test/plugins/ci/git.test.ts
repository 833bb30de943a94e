import { expect } from 'chai';
import { readGit, sourceOfRemote } from '../../../plugins/ci/git.ts';

describe('sourceOfRemote', () => {
  const CASES: readonly [string, string | undefined][] = [
    ['https://github.com/acme/shop.git', '//github.com/acme/shop'],
    ['https://user:token@Git.Acme.Com:8443/acme/shop/', '//git.acme.com:8443/acme/shop'],
    ['git@gitlab.example.com:acme/platform/shop.git', '//gitlab.example.com/acme/platform/shop'],
    ['gitlab.example.com:acme/shop', '//gitlab.example.com/acme/shop'],
    ['ssh://git@git.example.com:2222/acme/shop.git', '//git.example.com/acme/shop'],
    ['git://example.com/shop', '//example.com/shop'],
    ['/srv/git/shop.git', undefined],
    ['../shop', undefined],
    ['C:\\work\\shop', undefined],
    ['file:///srv/git/shop.git', undefined],
    ['https://example.com/', undefined],
    ['', undefined],
  ];
  for (const [remote, source] of CASES) {
    it(`${remote || 'nothing'} is ${source}`, () => {
      expect(sourceOfRemote(remote)).to.equal(source);
    });
  }

  it('never holds the token of a remote', () => {
    const context = readGit({ remoteUrl: 'https://oauth2:s3cret@git.example.com/acme/shop.git' });
    expect(JSON.stringify(context)).to.not.contain('s3cret');
  });
});

describe('readGit', () => {
  it('prefers the tag on HEAD to HEAD', () => {
    expect(readGit({ sha: 'c0ffee', tag: 'v1' }).version).to.deep.equal({
      value: 'v1',
      origin: 'the tag on HEAD',
    });
    expect(readGit({ sha: 'c0ffee' }).version).to.deep.equal({ value: 'c0ffee', origin: 'HEAD' });
    expect(readGit({}).version).to.equal(undefined);
  });
});
