import { expect } from 'chai';
import { readGit, sourceOfRemote } from '../../../plugins/ci/git.ts';

describe('sourceOfRemote', () => {
  const CASES: readonly [string, string | undefined][] = [
    ['https://github.com/acme/shop.git', '//github.com/acme/shop'],
    ['https://user:token@Git.Acme.Com:8443/acme/shop/', '//git.acme.com:8443/acme/shop'],
    ['https://git.acme.com:443/acme/shop', '//git.acme.com/acme/shop'],
    ['http://git.acme.com:80/acme//shop.git/', '//git.acme.com/acme/shop'],
    ['https://git.acme.com/acme/shop?token=s3cret#readme', '//git.acme.com/acme/shop'],
    ['git@gitlab.example.com:acme/platform/shop.git', '//gitlab.example.com/acme/platform/shop'],
    ['gitlab.example.com:acme/shop', '//gitlab.example.com/acme/shop'],
    ['git@gitlab.example.com:/acme/shop.git/', '//gitlab.example.com/acme/shop'],
    ['jane.doe@acme.com@git.example.com:acme/shop', '//git.example.com/acme/shop'],
    ['git@git.example.com:~jane/shop.git', '//git.example.com/~jane/shop'],
    ['git@git.example.com:My Project/shop', '//git.example.com/My%20Project/shop'],
    ['ssh://git@git.example.com:2222/acme/shop.git', '//git.example.com/acme/shop'],
    ['ssh://git@GIT.Example.com/acme/shop', '//git.example.com/acme/shop'],
    ['git+ssh://git@git.example.com/acme/shop', '//git.example.com/acme/shop'],
    ['git://example.com/shop', '//example.com/shop'],
    ['ssh://git@ssh.github.com:443/acme/shop.git', '//github.com/acme/shop'],
    ['ssh://git@altssh.gitlab.com:443/acme/shop.git', '//gitlab.com/acme/shop'],
    ['ssh://git@[2001:db8::1]:2222/acme/shop.git', '//[2001:db8::1]/acme/shop'],
    ['https://[2001:DB8::1]:8443/acme/shop.git', '//[2001:db8::1]:8443/acme/shop'],
    ['git@[2001:db8::1]:acme/shop.git', '//[2001:db8::1]/acme/shop'],
    ['https://acme@dev.azure.com/acme/web/_git/shop', '//dev.azure.com/acme/web/_git/shop'],
    ['git@ssh.dev.azure.com:v3/acme/web/shop', '//dev.azure.com/acme/web/_git/shop'],
    ['https://acme.visualstudio.com/web/_git/shop', '//acme.visualstudio.com/web/_git/shop'],
    ['acme@vs-ssh.visualstudio.com:v3/acme/web/shop', '//acme.visualstudio.com/web/_git/shop'],
    ['/srv/git/shop.git', undefined],
    ['../shop', undefined],
    ['C:\\work\\shop', undefined],
    ['C:/code/shop', undefined],
    ['\\\\server\\share\\shop', undefined],
    ['file:///srv/git/shop.git', undefined],
    ['file://server/share/shop.git', undefined],
    ['https://example.com/', undefined],
    ['https://example.com/.git', undefined],
    ['https:///acme/shop', undefined],
    ['vstfs:///Build/Build/4711', undefined],
    ['codecommit::eu-west-1://shop', undefined],
    ['ext::sh -c "id"', undefined],
    ['', undefined],
    [' ', undefined],
    // What is left of a password with a slash or of a lost slash is not told from a path.
    ['https://user:to/k3n@git.example.com/acme/shop', undefined],
    ['https://to/k3n@git.example.com/acme/shop', undefined],
    ['https:/user:s3cret@git.example.com/acme/shop', undefined],
    ['https:user:s3cret@git.example.com/acme/shop', undefined],
    ['http:/git.example.com/acme/shop', undefined],
    ['ssh://git@git.example.com:acme/shop', undefined],
    [`git@git.example.com:${'a/'.repeat(2000)}`, undefined],
  ];
  for (const [remote, source] of CASES) {
    it(`${remote.slice(0, 60) || 'nothing'} is ${source}`, () => {
      expect(sourceOfRemote(remote)).to.equal(source);
    });
  }

  const HOSTS = ['github.com', 'git.acme-corp.example', 'localhost', '10.0.0.7', '[::1]'];
  const PATHS = [
    'shop',
    'acme/shop',
    'a/b/c/d/e',
    'Acme/Shop.js',
    '~jane/shop',
    'acme/shop.git.io',
  ];
  const ENDS = ['', '/', '.git', '.git/'];
  /** Every way to write one repository, with secrets wherever one can be. */
  const forms = (host: string, path: string): string[] =>
    ENDS.flatMap((end) => [
      `https://${host}/${path}${end}`,
      `https://oauth2:s3cret@${host}/${path}${end}`,
      `https://s3cret@${host}/${path}${end}`,
      `https://s3cret:x-oauth-basic@${host}:443/${path}${end}?private_token=s3cret`,
      `  HTTPS://${host.toUpperCase()}/${path}${end}\n`,
      `http://jane%40acme.com:s3cret@${host}/${path}${end}`,
      `ssh://git@${host}/${path}${end}`,
      `ssh://git:s3cret@${host}:2222/${path}${end}`,
      `git://${host}:9418/${path}${end}`,
      `git@${host}:${path}${end}`,
      `git:s3cret@${host}:${path}${end}`,
      `${host}:/${path}${end}`,
    ]);

  it('gives each way to write one repository the same name, without its secrets', () => {
    for (const host of HOSTS) {
      for (const path of PATHS) {
        const sources = new Set(forms(host, path).map(sourceOfRemote));
        expect([...sources]).to.deep.equal([`//${host}/${path}`]);
      }
    }
  });

  it('never throws, and gives a host and a path or nothing, whatever it gets', () => {
    const parts = ['https://', 'ssh://', 'git@', 'u:s3cret@', 'host.example', ':', '//', '::', '@'];
    const more = [
      '/',
      '\\',
      '[',
      ']',
      '..',
      '%',
      '%00',
      '\u202e',
      '\n',
      '?',
      '#',
      ' ',
      '.git',
      'a',
    ];
    const alphabet = [...parts, ...more];
    let seed = 20_260_310;
    const next = (below: number) => {
      // https://en.wikipedia.org/wiki/Linear_congruential_generator
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    for (let round = 0; round < 20_000; round += 1) {
      const length = 1 + next(9);
      const remote = Array.from({ length }, () => alphabet[next(alphabet.length)]).join('');
      const source = sourceOfRemote(remote);
      if (source === undefined) continue;
      expect(source, remote).to.match(/^\/\/[^/@\s\\]+\/[^@\s\\?#]+$/);
      expect(source, remote).to.not.match(/\/$|^\/\/[^/]+\/\//);
    }
  });

  it('is not slow for a remote that is no remote', () => {
    const started = performance.now();
    for (const piece of ['/', 'a', 'a@', ':', '[', 'a:']) sourceOfRemote(piece.repeat(200_000));
    expect(performance.now() - started).to.be.below(500);
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

  it('never holds the token of a remote', () => {
    const context = readGit({ remoteUrl: 'https://oauth2:s3cret@git.example.com/acme/shop.git' });
    expect(JSON.stringify(context)).to.not.contain('s3cret');
  });
});
