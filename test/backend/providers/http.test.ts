/** Requests on somebody's behalf: where they may go, and what is said when they fail. */
import { createServer } from 'node:net';
import { expect } from 'chai';
import { ProviderError } from '../../../backend/errors.ts';
import { createHttp, type HttpOptions } from '../../../backend/providers/http.ts';
import { type Answering, startAnswering } from '../../support/answering.ts';

describe('A request to a provider', () => {
  let server: Answering;
  before(async () => {
    server = await startAnswering(({ path }) => {
      if (path === '/away') return { status: 302, headers: { Location: '/secret' } };
      if (path === '/large') return { body: 'x'.repeat(2000) };
      if (path === '/busy') return { status: 429, headers: { 'Retry-After': '7' } };
      return { body: { ok: true } };
    });
  });
  after(() => server.close());

  const reasonOf = async (url: string, options: Partial<HttpOptions> = {}): Promise<string> => {
    const http = createHttp({ mayBePrivate: true, limitBytes: 1000, timeoutMs: 3000, ...options });
    try {
      const { status } = await http({ url: new URL(url) });
      return `status ${status}`;
    } catch (error) {
      expect(error).to.be.instanceOf(ProviderError);
      return (error as Error).message;
    }
  };

  it('goes to a private address where that is allowed, by number and by name', async () => {
    const { port } = new URL(server.url);
    expect(await reasonOf(server.url)).to.equal('status 200');
    expect(await reasonOf(`http://localhost:${port}`)).to.equal('status 200');
  });

  it('does not get there where it is refused, by number, by name, or in other notations', async () => {
    const before = server.asked.length;
    const { port } = new URL(server.url);
    const hosts = ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1'];
    for (const host of hosts) {
      const reason = await reasonOf(`http://${host}:${port}/`, { mayBePrivate: false });
      expect(reason, host).to.contain('is not asked').and.contain('private address');
    }
    for (const host of ['169.254.169.254', '[fe80::1]', '[::ffff:169.254.169.254]', '0']) {
      expect(await reasonOf(`http://${host}/latest/meta-data`), host).to.contain('never asked');
    }
    expect(server.asked).to.have.length(before);
  });

  it('follows no redirect', async () => {
    expect(await reasonOf(`${server.url}/away`)).to.equal('status 302');
    expect(server.asked.map(({ path }) => path)).not.to.include('/secret');
  });

  it('hears when to come again', async () => {
    const http = createHttp({ mayBePrivate: true });
    const { retryAfterMs } = await http({ url: new URL(`${server.url}/busy`) });
    expect(retryAfterMs).to.equal(7000);
  });

  it('says in words why there is no answer', async () => {
    expect(await reasonOf(`${server.url}/large`)).to.contain('larger than 1000 bytes');
    expect(await reasonOf('http://127.0.0.1:1')).to.contain('nothing listens there');
    expect(await reasonOf('http://no-such-host.invalid')).to.match(/name (is not|could not)/);
    expect(await reasonOf(server.url.replace('http:', 'https:'))).to.contain('does not speak TLS');
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const reason = await reasonOf(`http://127.0.0.1:${port}`, { timeoutMs: 50 });
    expect(reason).to.contain('does not answer in time');
    silent.close();
  });
});
