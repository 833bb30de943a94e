import { request as httpRequest } from 'node:http';
import { expect } from 'chai';
import { newEvents } from '../support/events.ts';
import { call, connect, type Running, start, withMilepost } from './support.ts';

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  },
};
const LIST = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
const BOTH = 'application/json, text/event-stream';

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

describe('MCP endpoint', () => {
  let running: Running;
  before(async () => {
    running = await start(newEvents(3), { env: { OAUTH: 'off' } });
  });
  after(() => running.close());

  async function send(
    body: unknown,
    { headers = {}, method = 'POST', path = '/api/mcp/mcp', key = running.key } = {},
  ): Promise<Answer> {
    const response = await fetch(`${running.baseUrl}${path}`, {
      method,
      headers: {
        Accept: BOTH,
        'Content-Type': 'application/json',
        Authorization: `Bearer ${key}`,
        ...headers,
      },
      ...(method === 'POST'
        ? { body: typeof body === 'string' ? body : JSON.stringify(body) }
        : {}),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }
  const envelope = ({ text }: Answer) =>
    JSON.parse(text) as { success: boolean; error: string; code: string };

  describe('without a session', () => {
    it('lists tools without an initialization before, on any path form', async () => {
      for (const path of ['/api/mcp/mcp', '/api/mcp/mcp/']) {
        const answer = await send(LIST, { path });
        expect(answer.status).to.equal(200);
        expect(answer.headers.get('content-type')).to.contain('text/event-stream');
        expect(answer.headers.get('mcp-session-id')).to.equal(null);
        expect(answer.text).to.match(/^event: message\ndata: \{.*"query_events"/);
      }
    });

    it('answers a notification with 202 and nothing else', async () => {
      const answer = await send({ jsonrpc: '2.0', method: 'notifications/initialized' });
      expect(answer).to.include({ status: 202, text: '' });
    });

    it('speaks the versions of the SDK, and refuses unknown ones in the header', async () => {
      for (const version of ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']) {
        const params = { ...INITIALIZE.params, protocolVersion: version };
        expect((await send({ ...INITIALIZE, params })).text).to.contain(
          `"protocolVersion":"${version}"`,
        );
      }
      const headers = { 'Mcp-Protocol-Version': '2020-01-01' };
      const answer = await send(LIST, { headers });
      expect(answer.status).to.equal(400);
      expect(answer.text).to.contain('2025-11-25');
      // From 2026-07-28 on, every request brings an envelope; without one it is refused.
      const future = await send(LIST, { headers: { 'Mcp-Protocol-Version': '2026-07-28' } });
      expect(future.status).to.equal(400);
      expect(JSON.parse(future.text).error.code).to.equal(-32_602);
    });

    it('refuses GET and DELETE, with or without a key', async () => {
      for (const method of ['GET', 'DELETE', 'PUT']) {
        const answer = await send(undefined, { method, key: 'none' });
        expect(answer.status).to.equal(405);
        expect(answer.headers.get('allow')).to.equal('POST, OPTIONS');
        expect(answer.headers.get('access-control-allow-origin')).to.equal('*');
        expect(envelope(answer)).to.include({ success: false, code: 'METHOD_NOT_ALLOWED' });
      }
    });
  });

  describe('the key', () => {
    for (const [name, headers] of [
      ['missing', { Authorization: '' }],
      ['of another scheme', { Authorization: 'Basic abc' }],
      ['malformed', { Authorization: 'Bearer nope' }],
      ['unknown', { Authorization: `Bearer mp_${'0'.repeat(46)}` }],
    ] as const) {
      it(`is asked for when it is ${name}`, async () => {
        const answer = await send(LIST, { headers });
        expect(answer.status).to.equal(401);
        expect(answer.headers.get('www-authenticate')).to.equal('Bearer');
        expect(answer.headers.get('access-control-expose-headers')).to.contain('WWW-Authenticate');
        expect(envelope(answer)).to.include({ success: false, code: 'UNAUTHORIZED' });
      });
    }

    it('may be of either scope, in any case of the scheme', async () => {
      const headers = { Authorization: `bearer ${running.readOnlyKey}` };
      expect((await send(LIST, { headers })).status).to.equal(200);
    });

    it('is asked for before the body is read', async () => {
      expect((await send('{', { key: 'none' })).status).to.equal(401);
    });
  });

  describe('what it accepts', () => {
    it('streams to those who name the stream, and gives plain JSON to all others', async () => {
      for (const accept of [BOTH, 'text/event-stream']) {
        const answer = await send(LIST, { headers: { Accept: accept } });
        expect(answer.headers.get('content-type')).to.contain('text/event-stream');
      }
      for (const accept of ['*/*', 'application/json', 'application/*', 'text/html']) {
        const answer = await send(LIST, { headers: { Accept: accept } });
        expect(answer.status, accept).to.equal(200);
        expect(answer.headers.get('content-type')).to.contain('application/json');
        expect(JSON.parse(answer.text).result.tools).to.have.lengthOf.above(7);
      }
    });

    it('refuses a body that is no JSON with a JSON-RPC error', async () => {
      for (const body of ['{"jsonrpc":', '', 'hello']) {
        const answer = await send(body);
        expect(answer.status).to.equal(400);
        expect(answer.headers.get('content-type')).to.contain('application/json');
        expect(JSON.parse(answer.text)).to.deep.include({ jsonrpc: '2.0', id: null });
        expect(JSON.parse(answer.text).error.code).to.equal(-32_700);
      }
    });

    it('refuses JSON that is no JSON-RPC', async () => {
      for (const body of ['[]', '{}', 'null', '{"jsonrpc":"1.0","id":1,"method":"ping"}']) {
        const answer = await send(body, { headers: { Accept: 'application/json' } });
        expect(answer.status, body).to.be.oneOf([202, 400]);
        expect(answer.text).not.to.contain('    at ');
      }
    });

    it('refuses another content type', async () => {
      const answer = await send(LIST, { headers: { 'Content-Type': 'text/plain' } });
      expect(answer.status).to.equal(415);
      expect(JSON.parse(answer.text).jsonrpc).to.equal('2.0');
    });

    it('refuses more than 1 MiB, announced or not', async () => {
      const large = { ...LIST, params: { padding: 'x'.repeat(1024 * 1024) } };
      const answer = await send(large);
      expect(answer.status).to.equal(413);
      expect(envelope(answer).code).to.equal('PAYLOAD_TOO_LARGE');
      const streamed = await fetch(running.url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${running.key}` },
        body: new Blob([JSON.stringify(large)]).stream(),
        duplex: 'half',
      } as RequestInit);
      expect(streamed.status).to.equal(413);
      await streamed.text();
    });

    it('answers an unknown method with -32601', async () => {
      const answer = await send({ ...LIST, method: 'resources/subscribe' });
      expect(answer.text).to.contain('-32601');
    });
  });

  describe('other paths', () => {
    it('names the right path to those who forgot its end', async () => {
      for (const path of ['/api/mcp', '/api/mcp/']) {
        for (const method of ['GET', 'POST']) {
          const answer = await send(LIST, { path, method });
          expect(answer.status).to.equal(404);
          expect(envelope(answer).error).to.contain(running.url);
        }
      }
    });

    it('has no OAuth where that is off, and says so in JSON where clients look for it', async () => {
      for (const name of [
        'oauth-protected-resource',
        'oauth-authorization-server',
        'openid-configuration',
      ]) {
        for (const suffix of ['', '/', '/api/mcp/mcp']) {
          for (const key of ['none', running.key]) {
            const options = { path: `/.well-known/${name}${suffix}`, method: 'GET', key };
            const answer = await send(undefined, options);
            expect(answer.status).to.equal(404);
            expect(answer.headers.get('content-type')).to.contain('application/json');
            expect(envelope(answer)).to.include({ success: false, code: 'NOT_FOUND' });
          }
        }
      }
    });
  });

  describe('browsers', () => {
    it('get the permissions that web clients need', async () => {
      const answer = await send(undefined, {
        method: 'OPTIONS',
        key: 'none',
        headers: {
          Origin: 'http://localhost:6274',
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'authorization,mcp-protocol-version',
        },
      });
      expect(answer.status).to.equal(204);
      expect(answer.headers.get('access-control-allow-origin')).to.equal('*');
      expect(answer.headers.get('access-control-allow-credentials')).to.equal(null);
      expect(answer.headers.get('access-control-allow-methods')).to.contain('POST');
      const allowed = answer.headers.get('access-control-allow-headers') ?? '';
      for (const name of [
        'Authorization',
        'Content-Type',
        'Accept',
        'Mcp-Protocol-Version',
        'Mcp-Session-Id',
        'Last-Event-ID',
      ]) {
        expect(allowed).to.contain(name);
      }
    });

    it('may call from pages of this machine, where the Inspector runs', async () => {
      for (const origin of ['http://localhost:6274', 'http://127.0.0.1:1', 'http://[::1]:6274']) {
        const answer = await send(LIST, { headers: { Origin: origin } });
        expect(answer.status).to.equal(200);
        expect(answer.headers.get('access-control-allow-origin')).to.equal('*');
        const exposed = answer.headers.get('access-control-expose-headers') ?? '';
        expect(exposed).to.contain('Mcp-Session-Id').and.to.contain('Retry-After');
      }
    });

    it('may not call from pages of other sites, and can read why', async () => {
      for (const origin of ['https://inspector.example', 'http://localhost.evil.example', 'null']) {
        const answer = await send(LIST, { headers: { Origin: origin } });
        expect(answer.status, origin).to.equal(403);
        expect(envelope(answer).error).to.contain('MCP_ALLOWED_ORIGINS');
        expect(answer.headers.get('access-control-allow-origin')).to.equal('*');
      }
    });

    it('may call from the sites that are allowed', async () => {
      const statusFrom = async (allowed: string, origin: string) => {
        let status = 0;
        await withMilepost([], { env: { MCP_ALLOWED_ORIGINS: allowed } }, async ({ url, key }) => {
          status = await statusOf(url, key, { Origin: origin });
        });
        return status;
      };
      const sites = 'https://a.example, https://b.example:8443/';
      expect(await statusFrom(sites, 'https://b.example:8443')).to.equal(200);
      expect(await statusFrom(sites, 'https://b.example')).to.equal(403);
      expect(await statusFrom('*', 'https://c.example')).to.equal(200);
    });

    it('are never let in by a cookie', async () => {
      const answer = await send(LIST, { headers: { Authorization: '', Cookie: 'milepost=1' } });
      expect(answer.status).to.equal(401);
    });

    it('are refused under a name that is not the server’s own (DNS rebinding)', async () => {
      const statusFor = (host: string, origin: string | undefined) =>
        statusOf(running.url, running.key, { Host: host, ...(origin && { Origin: origin }) });
      const evil = 'http://evil.example';
      expect(await statusFor('evil.example', evil)).to.equal(403);
      expect(await statusFor('evil.example:4000', evil)).to.equal(403);
      expect(await statusFor('127.0.0.1.evil.example', evil)).to.equal(403);
      expect(await statusFor('a b', evil)).to.equal(403);
      for (const own of ['localhost:4000', '127.0.0.1', '10.1.2.3:80', '[::1]:4000', 'milepost']) {
        expect(await statusFor(own, `http://${own}`), own).to.equal(200);
      }
      // No browser, no rebinding: a proxy may forward any name.
      expect(await statusFor('timeline.example', undefined)).to.equal(200);
    });

    it('may use the name of BASE_URL', async () => {
      const env = { BASE_URL: 'https://Timeline.example/' };
      await withMilepost([], { env }, async (behindProxy) => {
        const headers = { Host: 'timeline.example', Origin: 'https://timeline.example' };
        expect(await statusOf(behindProxy.url, behindProxy.key, headers)).to.equal(200);
        const other = { Host: 'evil.example', Origin: 'https://evil.example' };
        expect(await statusOf(behindProxy.url, behindProxy.key, other)).to.equal(403);
      });
    });
  });

  describe('many clients', () => {
    it('serves twenty at once, each its own answers', async () => {
      const clients = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          connect(running.url, index % 2 === 0 ? running.key : running.otherKey),
        ),
      );
      const totals = await Promise.all(
        clients.map(async (client) => {
          const { structured } = await call(client, 'query_events');
          return structured['total'];
        }),
      );
      expect(totals).to.deep.equal(clients.map((_, index) => (index % 2 === 0 ? 3 : 0)));
      await Promise.all(clients.map((client) => client.close()));
    });
  });
});

/** The status of a call with headers that fetch would not send. */
function statusOf(url: string, key: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, {
      method: 'POST',
      headers: {
        Accept: BOTH,
        'Content-Type': 'application/json',
        Authorization: `Bearer ${key}`,
        ...headers,
      },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    request.end(JSON.stringify(LIST));
  });
}
