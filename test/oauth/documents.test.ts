/** Client-id metadata documents: fetched from strangers, and so with care. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { createClientDocuments } from '../../backend/oauth/client-documents.ts';
import { fetchDocument } from '../../backend/oauth/fetch-document.ts';
import { isPublicAddress, resolvePublic } from '../../backend/oauth/public-address.ts';
import { documentAddress } from '../../backend/services/oauth-clients.ts';

const TLS = new URL('../fixtures/ci/tls/', import.meta.url);
const tlsFile = (name: string) => readFileSync(new URL(name, TLS), 'utf8');

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('it was fetched'),
    (error: Error) => error.message,
  );

describe('The address that a stranger names', () => {
  it('is public, or is not asked', () => {
    for (const address of ['8.8.8.8', '1.1.1.1', '100.63.0.1', '2606:4700::1111', '2a00::1']) {
      expect(isPublicAddress(address), address).to.equal(true);
    }
    for (const address of [
      ...['127.0.0.1', '0.0.0.0', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254'],
      ...['100.64.0.1', '192.0.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
      ...['::1', '::', 'fe80::1', 'fd00:ec2::254', 'ff02::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8'],
      ...['64:ff9b::7f00:1', '2002:7f00:1::', '2001:0:1::', '2001:db8::1', 'localhost', ''],
    ]) {
      expect(isPublicAddress(address), address).to.equal(false);
    }
  });

  it('is asked for once, and refused when any of its addresses is not public', async () => {
    let asked = 0;
    const as = (...addresses: string[]) =>
      resolvePublic('client.example', async () => {
        asked += 1;
        return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      });
    expect(await as('8.8.8.8', '2606:4700::1111')).to.deep.equal({ address: '8.8.8.8', family: 4 });
    expect(asked).to.equal(1);
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['8.8.8.8', '::1'], []]) {
      expect(await reasonOf(as(...addresses))).to.contain('no public address');
    }
  });

  it('may be a number, which is looked at as it is', async () => {
    for (const hostname of ['127.0.0.1', '[::1]', '[::ffff:7f00:1]', '169.254.169.254']) {
      expect(await reasonOf(resolvePublic(hostname))).to.contain('no public address');
      const url = new URL(`https://${hostname}/client.json`);
      expect(
        await reasonOf(fetchDocument(url, { resolve: (name) => resolvePublic(name) })),
      ).to.equal(`${url.href} cannot be read`);
    }
  });

  it('is one of a document when it is https with a path, written in the one way', () => {
    for (const id of [
      'https://claude.ai/oauth/claude-code-client-metadata',
      'https://client.example:8443/client.json?v=1',
    ]) {
      expect(documentAddress(id)?.href).to.equal(id);
    }
    for (const id of [
      ...['http://client.example/c', 'https://client.example/', 'https://client.example'],
      ...[
        'https://client.example/a/../c',
        'https://Client.example/c',
        'https://client.example/c#x',
      ],
      ...[
        'https://u:p@client.example/c',
        'https://client.example:443/c',
        'HTTPS://client.example/c',
      ],
      ...[`https://client.example/${'c'.repeat(500)}`, 'https://', '019c-a-registered-one'],
    ]) {
      expect(documentAddress(id), id).to.equal(null);
    }
  });
});

describe('A client-id metadata document', () => {
  let server: Server;
  let answer: (req: IncomingMessage, res: ServerResponse) => void;
  let requests: IncomingMessage[];
  before((done) => {
    const tls = { cert: tlsFile('server.pem'), key: tlsFile('server.key') };
    server = createServer(tls, (req, res) => {
      requests.push(req);
      answer(req, res);
    });
    server.listen(0, '127.0.0.1', done);
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    requests = [];
  });
  const address = (path = '/client.json', host = 'localhost') =>
    new URL(`https://${host}:${(server.address() as AddressInfo).port}${path}`);
  const options = {
    resolve: async () => ({ address: '127.0.0.1', family: 4 }),
    ca: tlsFile('ca.pem'),
  };
  const send =
    (body: string, headers: Record<string, string> = {}, status = 200) =>
    (_: IncomingMessage, res: ServerResponse) => {
      res.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
    };

  it('is read over TLS from the address that its name was resolved to', async () => {
    answer = send('{"client_name":"x"}');
    const url = address('/client.json?v=1');
    expect(await fetchDocument(url, options)).to.deep.equal({ client_name: 'x' });
    const [request] = requests;
    expect(request?.url).to.equal('/client.json?v=1');
    expect(request?.headers.host).to.equal(url.host);
    expect(request?.headers).not.to.have.any.keys('cookie', 'authorization');
  });

  it('must come from who its certificate says', async () => {
    answer = send('{}');
    expect(await reasonOf(fetchDocument(address('/c', 'client.example'), options))).to.contain(
      'cannot be read',
    );
    const { resolve } = options;
    expect(await reasonOf(fetchDocument(address(), { resolve }))).to.contain('cannot be read');
    expect(requests).to.have.length(0);
  });

  for (const [name, reply, reason] of [
    ['leads elsewhere', send('', { Location: 'https://127.0.0.1/' }, 302), 'status 302'],
    ['is not there', send('{}', {}, 404), 'status 404'],
    ['is a page', send('<html>', { 'Content-Type': 'text/html' }), 'is no JSON'],
    ['is broken', send('{'), 'is no JSON'],
    ['is large', send(`"${'x'.repeat(40_000)}"`), 'is larger than'],
  ] as const) {
    it(`is refused when it ${name}`, async () => {
      answer = reply;
      expect(await reasonOf(fetchDocument(address(), options))).to.contain(reason);
      expect(requests).to.have.length(1);
    });
  }

  it('is given up when it does not come, or its name is not resolved, in time', async () => {
    const impatient = { ...options, timeoutMs: 50 };
    answer = () => {};
    expect(await reasonOf(fetchDocument(address(), impatient))).to.contain('in time');
    answer = (_, res) => {
      res.writeHead(200, { 'Content-Type': 'application/json' }).write('{');
    };
    expect(await reasonOf(fetchDocument(address(), impatient))).to.contain('in time');
    const resolve = () => new Promise<never>(() => {});
    expect(await reasonOf(fetchDocument(address(), { ...impatient, resolve }))).to.contain(
      'in time',
    );
  });
});

describe('Client-id metadata documents', () => {
  const url = new URL('https://client.example/client.json');

  it('are asked for once in ten minutes, and after a failure again sooner', async () => {
    let now = 0;
    let asked = 0;
    let isThere = true;
    const documents = createClientDocuments({
      clock: () => now,
      fetch: async () => {
        asked += 1;
        if (!isThere) throw new Error('is not there');
        return asked;
      },
    });
    expect(await Promise.all([documents.read(url), documents.read(url)])).to.deep.equal([1, 1]);
    now = 599_999;
    expect(await documents.read(url)).to.equal(1);
    now = 600_000;
    isThere = false;
    expect(await reasonOf(documents.read(url))).to.equal('is not there');
    isThere = true;
    now = 629_999;
    expect(await reasonOf(documents.read(url))).to.equal('is not there');
    now = 630_000;
    expect(await documents.read(url)).to.equal(3);
  });

  it('are not fetched without end at the same time', async () => {
    const documents = createClientDocuments({
      clock: () => 0,
      fetch: () => new Promise(() => {}),
    });
    const at = (index: number) => new URL(`https://client.example/${index}`);
    for (let index = 0; index < 8; index += 1) documents.read(at(index)).catch(() => {});
    expect(await reasonOf(documents.read(at(9)))).to.contain('too many');
  });
});
