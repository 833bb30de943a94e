/** What comes over a socket that no HTTP library would send: contract 1. */
import { expect } from 'chai';
import {
  type Answer,
  EVENTS,
  exchange,
  openLine,
  rawRequest,
  readAnswers,
} from '../support/http.ts';
import { expectError, sample, useServer } from './support.ts';

describe('Bytes that are no HTTP', () => {
  const server = useServer();
  const only = async (bytes: string | Buffer): Promise<Answer> => {
    const answers = readAnswers(await exchange(server().milepost.port, bytes));
    expect(answers).to.have.length(1);
    return answers[0] as Answer;
  };

  const GARBAGE: Readonly<Record<string, string | Buffer>> = {
    'random text': 'hello there\r\n\r\n',
    'another version': `GET ${EVENTS} HTTP/9.9\r\nHost: x\r\n\r\n`,
    'an unknown method': `FOO ${EVENTS} HTTP/1.1\r\nHost: x\r\n\r\n`,
    'a greeting of TLS': Buffer.from('16030100c8010000c40303', 'hex'),
    'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'zero bytes': Buffer.alloc(64),
    'a header without a colon': `GET ${EVENTS} HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n`,
    'a header with a space in its name': `GET ${EVENTS} HTTP/1.1\r\nHost: x\r\na b: c\r\n\r\n`,
    'a bare CR in a header': `GET ${EVENTS} HTTP/1.1\r\nHost: x\r\na: b\rc: d\r\n\r\n`,
    'a NUL in a header': `GET ${EVENTS} HTTP/1.1\r\nHost: x\r\na: b\0c\r\n\r\n`,
    'a length that is no number': `POST ${EVENTS} HTTP/1.1\r\nHost: x\r\nContent-Length: ten\r\n\r\n`,
    'a negative length': `POST ${EVENTS} HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n`,
    'two lengths': `POST ${EVENTS} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`,
    'a length and chunks': `POST ${EVENTS} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  };
  for (const [what, bytes] of Object.entries(GARBAGE)) {
    it(`are a 400 in JSON: ${what}`, async () => {
      expectError(await only(bytes), 'VALIDATION_ERROR');
    });
  }

  it('are a 400 in JSON without a Host', async () => {
    expectError(await only('GET /healthz HTTP/1.1\r\n\r\n'), 'VALIDATION_ERROR');
  });

  it('are a 413 in JSON with headers beyond every measure', async () => {
    const big = rawRequest('GET /healthz', [`X-Big: ${'x'.repeat(100_000)}`]);
    expectError(await only(big), 'PAYLOAD_TOO_LARGE');
    const many = Array.from({ length: 3000 }, (_, index) => `X-${index}: y`);
    expectError(await only(rawRequest('GET /healthz', many)), 'PAYLOAD_TOO_LARGE');
    expectError(await only(rawRequest(`GET /${'x'.repeat(50_000)}`)), 'PAYLOAD_TOO_LARGE');
  });

  it('are answered in JSON when the expectation is unknown', async () => {
    const answer = await only(rawRequest('GET /healthz', ['Expect: the-unexpected']));
    expect(answer.headers.get('content-type')).to.match(/^application\/json/);
    expect(answer.headers.get('x-request-id')).to.be.a('string');
  });

  it('do not end the server', async () => {
    expect((await server().client.get('/healthz')).status).to.equal(200);
  });
});

describe('Unusual requests', () => {
  const server = useServer();
  const keyed = () => `Authorization: Bearer ${server().milepost.key}`;
  const send = async (bytes: string | Buffer) =>
    readAnswers(await exchange(server().milepost.port, bytes));

  it('may use HTTP/1.0', async () => {
    const [answer] = await send('GET /healthz HTTP/1.0\r\n\r\n');
    expect(answer?.status).to.equal(200);
  });

  it('may name the whole address', async () => {
    const { milepost } = server();
    const [get] = await send(rawRequest(`GET ${milepost.url}${EVENTS}?limit=1`, [keyed()]));
    expect(get?.status).to.equal(200);
    const [post] = await send(
      rawRequest(
        `POST ${milepost.url}${EVENTS}`,
        [keyed(), 'Content-Type: application/json'],
        JSON.stringify(sample()),
      ),
    );
    expect(post?.status).to.equal(201);
  });

  it('are answered for OPTIONS *', async () => {
    const [answer] = await send(rawRequest('OPTIONS *'));
    expect(answer?.status).to.be.within(200, 404);
    expect(answer?.headers.get('x-request-id')).to.be.a('string');
  });

  it('may wait for 100 Continue, as curl does', async () => {
    const line = await openLine(server().milepost.port);
    const body = JSON.stringify(sample());
    const whole = rawRequest(
      `POST ${EVENTS}`,
      [keyed(), 'Content-Type: application/json', 'Expect: 100-continue'],
      body,
    );
    line.socket.write(whole.subarray(0, -body.length));
    await line.until((text) => text.startsWith('HTTP/1.1 100 Continue\r\n\r\n'));
    line.socket.write(body);
    const text = await line.closed;
    expect(text.slice(text.indexOf('\r\n\r\n') + 4)).to.match(/^HTTP\/1\.1 201 /);
  });

  // Clients such as Java's offer HTTP/2 in this way with every first request.
  for (const offer of ['h2c', 'TLS/1.0', 'websocket']) {
    it(`are answered when they offer an upgrade to ${offer}`, async () => {
      const upgrade = [`Upgrade: ${offer}`, 'HTTP2-Settings: AAMAAABkAAQAAP__'];
      const bytes = rawRequest(`GET ${EVENTS}`, [...upgrade, keyed()])
        .toString()
        .replace('Connection: close', 'Connection: Upgrade, HTTP2-Settings, close');
      const [get] = await send(bytes);
      expect(get?.status).to.equal(200);
      const post = rawRequest(
        `POST ${EVENTS}`,
        [...upgrade, keyed(), 'Content-Type: application/json'],
        JSON.stringify(sample()),
      );
      const [recorded] = await send(
        post.toString().replace('Connection: close', 'Connection: Upgrade, HTTP2-Settings, close'),
      );
      expect(recorded?.status).to.equal(201);
    });
  }

  it('may come one behind the other on one line, and are answered in that order', async () => {
    const event = (id: string) => JSON.stringify(sample({ id }));
    const post = (id: string) =>
      rawRequest(`POST ${EVENTS}`, [keyed(), 'Content-Type: application/json'], event(id))
        .toString()
        .replace('Connection: close\r\n', '');
    const get = rawRequest('GET /healthz').toString();
    const open = get.replace('Connection: close\r\n', '');
    const answers = await send([post('first'), open, post('second'), get].join(''));
    expect(answers.map(({ status }) => status)).to.deep.equal([201, 200, 201, 200]);
    const ids = answers.map(({ body }) => (body.data as { id?: string }).id);
    expect(ids).to.deep.equal(['first', undefined, 'second', undefined]);
  });

  it('keep their line after an error', async () => {
    const line = await openLine(server().milepost.port);
    const bad = rawRequest(`POST ${EVENTS}`, [keyed(), 'Content-Type: application/json'], '{"a"');
    line.socket.write(bad.toString().replace('Connection: close\r\n', ''));
    await line.until((text) => text.includes('VALIDATION_ERROR'));
    line.socket.write(rawRequest('GET /healthz'));
    expect(readAnswers(await line.closed).map(({ status }) => status)).to.deep.equal([400, 200]);
  });

  it('may come byte by byte', async () => {
    const line = await openLine(server().milepost.port);
    line.socket.setNoDelay(true);
    const bytes = rawRequest(
      `POST ${EVENTS}`,
      [keyed(), 'Content-Type: application/json'],
      JSON.stringify(sample()),
    );
    for (const byte of bytes) {
      await new Promise((resolve) => line.socket.write(Buffer.of(byte), resolve));
    }
    expect(readAnswers(await line.closed)[0]?.status).to.equal(201);
  });

  it('are stored not at all when their body breaks off', async () => {
    const { client, milepost } = server();
    const event = sample();
    const bytes = rawRequest(
      `POST ${EVENTS}`,
      [keyed(), 'Content-Type: application/json'],
      JSON.stringify(event),
    );
    const line = await openLine(milepost.port);
    line.socket.end(bytes.subarray(0, -5));
    await line.closed;
    const { body } = await client.list({ source: String(event['source']) });
    expect(body.data).to.deep.equal([]);
  });
});

describe('Header injection', () => {
  const server = useServer();

  for (const [what, id] of Object.entries({
    'CR LF': 'abc\r\nSet-Cookie: evil=1',
    'a bare LF': 'abc\nSet-Cookie: evil=1',
    'a bare CR': 'abc\rSet-Cookie: evil=1',
    'a folded line': 'abc\r\n Set-Cookie: evil=1',
    'an encoded CR LF': 'abc%0d%0aSet-Cookie:evil=1',
    'Unicode that ends in LF': 'abc\u560a\u560dSet-Cookie: evil=1',
  })) {
    it(`gets nowhere by X-Request-Id with ${what}`, async () => {
      const bytes = rawRequest('GET /healthz', [`X-Request-Id: ${id}`]);
      const text = await exchange(server().milepost.port, bytes);
      expect(text).to.not.match(/^set-cookie/im);
      expect(text).to.not.include('evil');
      expect(readAnswers(text)).to.have.length(1);
    });
  }

  it('gets nowhere by the id and source of an event', async () => {
    const { client } = server();
    const evil = 'a\r\nSet-Cookie: evil=1\r\n\r\n<html>';
    const { status, headers } = await client.post(sample({ id: evil, source: evil }));
    expect(status).to.equal(201);
    expect(headers.has('set-cookie')).to.equal(false);
    expect(headers.get('location')).to.include('%0D%0A');
  });
});

describe('Clients that are slow', () => {
  const server = useServer();

  it('do not stop others, a thousand of them in the middle of a request', async function () {
    this.timeout(15_000);
    const { client, milepost } = server();
    const stuck = [
      '',
      'GET /healthz HT',
      `POST ${EVENTS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${milepost.key}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"spec`,
      `POST ${EVENTS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${milepost.key}\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"spe\r\n`,
    ];
    const lines = await Promise.all(
      Array.from({ length: 1000 }, async (_, index) => {
        const line = await openLine(milepost.port);
        line.socket.write(stuck[index % stuck.length] ?? '');
        return line;
      }),
    );
    const started = performance.now();
    for (let round = 0; round < 20; round += 1) {
      expect((await client.post(sample())).status).to.equal(201);
      expect((await client.list({ limit: 1 })).status).to.equal(200);
    }
    const took = performance.now() - started;
    for (const { socket } of lines) socket.destroy();
    await Promise.all(lines.map(({ closed }) => closed));
    expect(took).to.be.below(3000);
  });
});
