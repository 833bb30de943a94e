import { expect } from 'chai';
import { proxyAuthorization, proxyFor } from '../../plugins/proxy.ts';

function proxy(url: string, env: Record<string, string>): string | undefined {
  return proxyFor(new URL(url), env)?.href;
}

describe('proxyFor', () => {
  it('chooses by the scheme of the request, in either case, lower case first', () => {
    const env = { HTTP_PROXY: 'http://a:1', HTTPS_PROXY: 'http://b:2' };
    expect(proxy('http://x.test', env)).to.equal('http://a:1/');
    expect(proxy('https://x.test', env)).to.equal('http://b:2/');
    expect(proxy('https://x.test', { ...env, https_proxy: 'http://c:3' })).to.equal('http://c:3/');
    expect(proxy('https://x.test', { all_proxy: 'http://d:4' })).to.equal('http://d:4/');
    expect(proxy('https://x.test', {})).to.equal(undefined);
    expect(proxy('https://x.test', { https_proxy: '' })).to.equal(undefined);
  });

  it('understands an address without a scheme', () => {
    expect(proxy('https://x.test', { https_proxy: 'proxy.test:3128' })).to.equal(
      'http://proxy.test:3128/',
    );
  });

  it('refuses what is no HTTP proxy, without showing its password', () => {
    const env = { https_proxy: 'socks5://user:s3cret@proxy.test:1080' };
    expect(() => proxy('https://x.test', env))
      .to.throw('is no http:// or https:// address')
      .with.property('message')
      .that.does.not.contain('s3cret');
  });

  it('goes straight to this machine', () => {
    const env = { http_proxy: 'http://a:1' };
    for (const host of ['localhost', '127.0.0.1', '127.9.9.9', '[::1]', 'app.localhost']) {
      expect(proxy(`http://${host}:4000`, env), host).to.equal(undefined);
    }
    expect(proxy('http://127.example.com', env)).to.equal('http://a:1/');
  });

  const DIRECT: readonly [exception: string, url: string, isDirect: boolean][] = [
    ['*', 'http://a.test', true],
    ['a.test', 'http://a.test', true],
    ['a.test', 'http://sub.a.test', true],
    ['.a.test', 'http://sub.a.test', true],
    ['*.a.test', 'http://sub.a.test', true],
    ['a.test', 'http://ba.test', false],
    ['A.TEST', 'http://a.test', true],
    ['a.test:8080', 'http://a.test:8080', true],
    ['a.test:8080', 'http://a.test', false],
    ['a.test:80', 'http://a.test', true],
    ['a.test:443', 'https://a.test', true],
    ['x.test, a.test', 'http://a.test', true],
    ['x.test a.test', 'http://a.test', true],
    ['10.0.0.0/8', 'http://10.1.2.3', true],
    ['10.0.0.0/8', 'http://11.1.2.3', false],
    ['10.0.0.0/99', 'http://10.1.2.3', false],
    ['10.1.2.3', 'http://10.1.2.3:4000', true],
    ['fd00::/8', 'http://[fd12::1]', true],
    ['[fd12::1]:4000', 'http://[fd12::1]:4000', true],
    ['fd12::1', 'http://[fd12::1]:4000', true],
    ['', 'http://a.test', false],
    [',', 'http://a.test', false],
  ];
  for (const [exception, url, isDirect] of DIRECT) {
    it(`no_proxy=${exception || '(empty)'} ${isDirect ? 'excepts' : 'does not except'} ${url}`, () => {
      const env = { http_proxy: 'http://p:1', https_proxy: 'http://p:1', NO_PROXY: exception };
      expect(proxy(url, env) === undefined).to.equal(isDirect);
    });
  }

  it('decodes the user and the password', () => {
    const header = proxyAuthorization(new URL('http://us%40er:p%3Ass@proxy.test'));
    expect(header).to.equal(`Basic ${Buffer.from('us@er:p:ss').toString('base64')}`);
    expect(proxyAuthorization(new URL('http://proxy.test'))).to.equal(undefined);
  });
});
