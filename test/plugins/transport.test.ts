import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { explainFailure } from '../../plugins/failure.ts';
import {
  createStreamTransport,
  createTransport,
  type HttpResponse,
  readBody,
} from '../../plugins/transport.ts';
import {
  CA_FILE,
  startProxy,
  startServer,
  type TestProxy,
  type TestServer,
} from '../support/action-http.ts';

const OK = { status: 200, body: 'hello' };
const NEVER = new AbortController().signal;

function get(url: string, env: Record<string, string> = {}): Promise<HttpResponse> {
  return createTransport(env)({ method: 'GET', url: new URL(url), headers: {} }, NEVER);
}

/** In a process of its own: Node reads NODE_EXTRA_CA_CERTS when it starts. */
async function getElsewhere(url: string, env: Record<string, string>): Promise<string> {
  const transport = new URL('../../plugins/transport.ts', import.meta.url).href;
  const code = `
    const { createTransport } = await import(${JSON.stringify(transport)});
    const request = { method: 'GET', url: new URL(${JSON.stringify(url)}), headers: {} };
    const answer = await createTransport(process.env)(request, new AbortController().signal)
      .catch((error) => ({ status: error.code ?? error.message }));
    process.stdout.write(String(answer.status));
  `;
  const args = ['--import=tsx', '--input-type=module', '-e', code];
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env } });
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += String(chunk);
  });
  await new Promise((resolve) => child.on('close', resolve));
  return out;
}

describe('the transport', () => {
  let server: TestServer;
  let proxy: TestProxy;

  afterEach(async () => {
    await server?.close();
    await proxy?.close();
  });

  it('sends plain HTTP to the proxy as it is, since many proxies open no tunnels for it', async () => {
    server = await startServer([OK]);
    proxy = await startProxy(server.port);
    const http_proxy = proxy.url.replace('http://', 'http://us%40er:pass@');
    const answer = await get('http://milepost.test:8080/a?b=c', { http_proxy });
    expect(answer).to.deep.include({ status: 200, body: 'hello' });
    expect(proxy.passed).to.deep.equal(['GET http://milepost.test:8080/a?b=c']);
    expect(proxy.authorizations).to.deep.equal([
      `Basic ${Buffer.from('us@er:pass').toString('base64')}`,
    ]);
    expect(server.received[0]).to.deep.include({ path: '/a?b=c' });
    expect(server.received[0]?.headers.host).to.equal('milepost.test:8080');
  });

  it('opens a tunnel for HTTPS and checks the certificate through it', async () => {
    server = await startServer([OK], { tls: true });
    proxy = await startProxy(server.port);
    const trusted = { https_proxy: proxy.url, NODE_EXTRA_CA_CERTS: fileURLToPath(CA_FILE) };
    expect(await getElsewhere('https://milepost.test/', trusted)).to.equal('200');
    expect(proxy.passed).to.deep.equal(['CONNECT milepost.test:443']);
    expect(await getElsewhere('https://other.test/', trusted)).to.equal(
      'ERR_TLS_CERT_ALTNAME_INVALID',
    );
  });

  it('trusts an own authority that NODE_EXTRA_CA_CERTS names, and nobody else', async () => {
    server = await startServer([OK], { tls: true });
    const env = { NODE_EXTRA_CA_CERTS: fileURLToPath(CA_FILE) };
    expect(await getElsewhere(server.url, env)).to.equal('200');
    const error = await get(server.url).catch((cause: unknown) => cause);
    expect(explainFailure(error, NEVER, 1000)).to.deep.include({ isPermanent: true });
    expect(explainFailure(error, NEVER, 1000).reason).to.contain('NODE_EXTRA_CA_CERTS');
  });

  it('speaks to itself without a proxy', async () => {
    server = await startServer([OK]);
    proxy = await startProxy(server.port);
    await get(server.url, { http_proxy: proxy.url });
    expect(proxy.passed).to.deep.equal([]);
  });

  it('says what the proxy says when it will not connect', async () => {
    server = await startServer([OK]);
    for (const [refuse, isPermanent] of [
      [407, true],
      [403, true],
      [502, false],
    ] as const) {
      proxy = await startProxy(server.port, { refuse });
      const error = await get('https://milepost.test/', { https_proxy: proxy.url }).catch(
        (cause: unknown) => cause,
      );
      const failure = explainFailure(error, NEVER, 1000);
      expect(failure.isPermanent, failure.reason).to.equal(isPermanent);
      expect(failure.reason).to.contain(String(refuse));
      await proxy.close();
    }
  });

  it('reaches a port that fetch refuses', async () => {
    server = await startServer([OK]);
    proxy = await startProxy(server.port);
    const answer = await get('http://milepost.test:6000/', { http_proxy: proxy.url });
    expect(answer.status).to.equal(200);
  });

  it('says that TLS was expected where plain HTTP is spoken', async () => {
    server = await startServer([OK]);
    const error = await get(server.url.replace('http:', 'https:')).catch((cause: unknown) => cause);
    expect(explainFailure(error, NEVER, 1000)).to.deep.equal({
      reason: 'the server does not speak TLS on this port, is it http:// ?',
      isPermanent: true,
    });
  });

  it('refuses a proxy of another kind as wrong configuration', async () => {
    server = await startServer([OK]);
    const error = await get('http://milepost.test/', { http_proxy: 'socks5://a:1' }).catch(
      (cause: unknown) => cause,
    );
    expect(explainFailure(error, NEVER, 1000)).to.deep.include({ isPermanent: true });
  });

  describe('for streams', () => {
    const TEXT = { 'Content-Type': 'text/plain' };
    const begin = (res: ServerResponse) => {
      res.writeHead(200, TEXT);
      res.write('first');
    };
    const open = (url: string, env: Record<string, string> = {}, signal = NEVER) =>
      createStreamTransport(env)({ method: 'GET', url: new URL(url), headers: {} }, signal);

    it('hands the answer over as soon as it begins, through a proxy too', async () => {
      server = await startServer([begin]);
      proxy = await startProxy(server.port);
      const controller = new AbortController();
      for (const [url, env] of [
        [server.url, {}],
        ['http://milepost.test/', { http_proxy: proxy.url }],
      ] as const) {
        const { status, body } = await open(url, env, controller.signal);
        expect(status).to.equal(200);
        expect(String((await once(body, 'data'))[0])).to.equal('first');
      }
      expect(proxy.passed).to.deep.equal(['GET http://milepost.test/']);
      controller.abort();
    });

    it('ends the body with the signal', async () => {
      server = await startServer([begin]);
      const controller = new AbortController();
      const { body } = await open(server.url, {}, controller.signal);
      const closed = once(body, 'close').catch((error: unknown) => error);
      controller.abort();
      expect(await closed).to.be.an('error');
    });

    it('tells a cut from an end', async () => {
      server = await startServer([
        (res) => {
          begin(res);
          setImmediate(() => res.destroy());
        },
        { status: 200, headers: TEXT, body: 'whole' },
      ]);
      const cut = await readBody((await open(server.url)).body).catch((error: unknown) => error);
      expect(explainFailure(cut, NEVER, 0).reason).to.equal('the connection was cut');
      expect(await readBody((await open(server.url)).body)).to.equal('whole');
    });

    it('follows no redirect', async () => {
      server = await startServer([{ status: 302, headers: { Location: '/elsewhere' } }]);
      const { status, body } = await open(server.url);
      body.destroy();
      expect(status).to.equal(302);
      expect(server.received).to.have.length(1);
    });

    it('checks the certificate', async () => {
      server = await startServer([OK], { tls: true });
      const error = await open(server.url).catch((cause: unknown) => cause);
      expect(explainFailure(error, NEVER, 1000)).to.deep.include({ isPermanent: true });
    });
  });
});
