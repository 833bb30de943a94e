/** The envelope, wherever a request goes: contract 1. */
import { expect } from 'chai';
import { EVENTS } from '../support/http.ts';
import { expectError, sample, useServer } from './support.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe('A path that leads nowhere', () => {
  const server = useServer();
  const PATHS = [
    '/nothing',
    '/api',
    '/api/',
    '/api/v1',
    '/api/v1/',
    '/api/v2/events',
    '/api/v1/event',
    '/api/v1/eventsx',
    '/API/V1/EVENTS',
    '/api/v1//events',
    '/api/v1/events/a/b',
    '/index.php',
    '/.env',
    '/.git/config',
    '/healthz/x',
    '/favicon.ico',
    '/assets/nothing.js',
    '/assets/..%2f..%2f..%2f..%2fetc%2fpasswd',
    '/assets/%2e%2e%5c%2e%2e',
    '/%00',
    '/%F0%9F%98%80',
    '/<script>alert(1)</script>',
    '/api/v1/events%2fsummary%2fx/y',
    '/socket.io.js',
    `/${'x'.repeat(5000)}`,
  ];
  for (const path of PATHS) {
    it(`is a 404 in JSON: ${path.slice(0, 40)}`, async () => {
      const { client } = server();
      expectError(await client.get(path), 'NOT_FOUND');
      expectError(await client.as(undefined).get(path), 'NOT_FOUND');
      expectError(await client.send('POST', path, { body: 'x' }), 'NOT_FOUND');
    });
  }

  for (const path of ['/%', '/api/v1/events/%E0%A4%A', '/assets/%zz', '/%c0%af']) {
    it(`is a 400 or 404 in JSON when it cannot be decoded: ${path}`, async () => {
      const answer = await server().client.get(path);
      expectError(answer, answer.status === 404 ? 'NOT_FOUND' : 'VALIDATION_ERROR');
    });
  }

  it('is a 404 in JSON for a browser too', async () => {
    const answer = await server().client.get('/nothing', { Accept: 'text/html' });
    expectError(answer, 'NOT_FOUND');
  });
});

describe('The envelope of an error', () => {
  const server = useServer();

  it('has three members, and details only for several problems', async () => {
    const { client } = server();
    const one = await client.get(`${EVENTS}?limit=0`);
    expect(Object.keys(one.body)).to.deep.equal(['success', 'error', 'code']);
    const two = await client.get(`${EVENTS}?limit=0&order=up`);
    expect(Object.keys(two.body)).to.have.members(['success', 'error', 'code', 'details']);
    expect(two.body.details).to.have.length(2);
  });

  it('is nothing that a browser would run', async () => {
    const { client } = server();
    const evil = '<img src=x onerror=alert(1)>';
    for (const answer of [
      await client.get(`/${evil}`),
      await client.get(`${EVENTS}?${encodeURIComponent(evil)}=1`),
      await client.post({ ...sample(), [evil]: 1 }),
      await client.postText(evil, 'application/json'),
      await client.postText('x', `text/html;${evil}`),
    ]) {
      expect(answer.headers.get('content-type')).to.match(/^application\/json/);
      expect(answer.headers.get('x-content-type-options')).to.equal('nosniff');
      expect(answer.body.success).to.equal(false);
    }
  });

  it('stays small, whatever was sent', async () => {
    const { client } = server();
    for (const answer of [
      await client.postText('x'.repeat(60_000), 'application/json'),
      await client.post(sample({ ['x'.repeat(5000)]: 1 })),
      await client.get(`${EVENTS}?from=${'x'.repeat(5000)}`),
      await client.get(`${EVENTS}?${'y'.repeat(5000)}=1`),
      await client.postText('x', 'z'.repeat(5000)),
    ]) {
      expect(answer.status).to.be.within(400, 415);
      expect(answer.text.length).to.be.below(16_000);
    }
  });

  it('is stored by no cache, nor is a good answer', async () => {
    const { client } = server();
    for (const path of [EVENTS, '/api/v1/state', `${EVENTS}?limit=0`, '/nothing']) {
      const { headers } = await client.get(path);
      expect(headers.get('cache-control'), path).to.match(/no-store/);
    }
  });
});

describe('X-Request-Id', () => {
  const server = useServer();

  it('is on every answer, another one each time', async () => {
    const { client } = server();
    const answers = [
      await client.get(EVENTS),
      await client.get(`${EVENTS}/facets`),
      await client.get(`${EVENTS}/export`),
      await client.post(sample()),
      await client.post({}),
      await client.batch([sample()]),
      await client.ndjson('{}'),
      await client.as(undefined).get(EVENTS),
      await client.get('/nothing'),
      await client.send('DELETE', EVENTS),
      await client.send('OPTIONS', EVENTS),
      await client.send('HEAD', EVENTS),
      await client.get('/healthz'),
      await client.get('/metrics'),
      await client.get('/docs'),
      await client.get('/openapi.json'),
    ];
    const ids = answers.map(({ headers }) => headers.get('x-request-id'));
    for (const id of ids) expect(id).to.match(UUID);
    expect(new Set(ids).size).to.equal(ids.length);
  });

  for (const id of ['abc', 'a-b_c.d-1', '0af7651916cd43dd8448eb211c80319c', 'x'.repeat(128)]) {
    it(`is given back when it is harmless: ${id.slice(0, 40)}`, async () => {
      const { client } = server();
      for (const path of [EVENTS, '/nothing', '/healthz']) {
        const { headers } = await client.get(path, { 'X-Request-Id': id });
        expect(headers.get('x-request-id')).to.equal(id);
      }
      const { headers } = await client.post({}, { 'X-Request-Id': id });
      expect(headers.get('x-request-id')).to.equal(id);
    });
  }

  for (const id of [
    '',
    'a b',
    'a;b',
    '<x>',
    '"x"',
    'a,b',
    'é',
    '../x',
    '{}',
    'x'.repeat(129),
    'x'.repeat(4000),
  ]) {
    it(`is replaced when it is not: ${JSON.stringify(id.slice(0, 20))}`, async () => {
      const { headers } = await server().client.get(EVENTS, { 'X-Request-Id': id });
      expect(headers.get('x-request-id')).to.match(UUID);
    });
  }
});
