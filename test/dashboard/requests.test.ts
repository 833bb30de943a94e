import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { type ApiError, request } from '../../dashboard/requests.ts';
import { explain } from '../../dashboard/words.ts';

/** Asks a server that answers like this. */
async function ask(
  listener: RequestListener,
  wanted: Omit<Parameters<typeof request>[0], 'path'> = {},
) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const answer = await request({ path: `http://127.0.0.1:${port}/`, ...wanted });
  server.closeAllConnections();
  server.close();
  return answer;
}

async function refusedWith(
  status: number,
  body: object,
  headers: Record<string, string> = {},
): Promise<ApiError> {
  const answer = await ask((_req, res) => {
    res.writeHead(status, headers).end(JSON.stringify({ success: false, ...body }));
  });
  if (answer.ok) throw new Error('it was not refused');
  return answer.error;
}

describe('a request of the dashboard', () => {
  it('is refused in kinds that its page can tell apart', async () => {
    const kinds = { 400: 'refused', 401: 'unauthorized', 403: 'forbidden', 404: 'missing' };
    const more = { 409: 'conflict', 413: 'refused', 429: 'refused', 500: 'failed', 503: 'failed' };
    for (const [status, kind] of Object.entries({ ...kinds, ...more })) {
      expect((await refusedWith(Number(status), { error: 'no' })).kind, status).to.equal(kind);
    }
  });

  it('says which fields are wrong, one or several', async () => {
    const one = await refusedWith(400, { error: 'email: is required' });
    expect(one.fields).to.deep.equal({ email: 'is required' });
    const details = [
      { field: 'email', message: 'is required' },
      { field: 'name', message: 'is too long' },
    ];
    const several = await refusedWith(400, { error: 'email: is required', details });
    expect(several.fields).to.deep.equal({ email: 'is required', name: 'is too long' });
    expect((await refusedWith(400, { error: 'the body is empty' })).fields).to.deep.equal({});
    expect((await refusedWith(409, { error: 'email: is taken' })).fields).to.deep.equal({});
  });

  it('says when to try again', async () => {
    const error = await refusedWith(429, { error: 'too many attempts' }, { 'Retry-After': '30' });
    expect(explain(error, 'host')).to.equal('Too many attempts; try again in 30 s.');
  });

  it('carries the key, or leaves it to the cookie', async () => {
    const seen: (readonly [string | undefined, IncomingHttpHeaders])[] = [];
    const listener: RequestListener = (req, res) => {
      seen.push([req.method, req.headers]);
      res.writeHead(204).end();
    };
    expect(await ask(listener, { key: 'mp_key' })).to.deep.equal({ ok: true, value: {} });
    await ask(listener, { body: { a: 1 } });
    await ask(listener, { method: 'DELETE' });
    expect(seen.map(([method]) => method)).to.deep.equal(['GET', 'POST', 'DELETE']);
    const keys = seen.map(([, headers]) => headers.authorization);
    expect(keys).to.deep.equal(['Bearer mp_key', undefined, undefined]);
  });

  it('knows an answer that is not Milepost’s, and none at all', async () => {
    const proxy = await ask((_req, res) => res.writeHead(502).end('<html>'));
    expect(proxy.ok ? '' : proxy.error.message).to.include('status 502');
    const none = await ask((req) => req.socket.destroy());
    expect(none.ok ? '' : none.error.kind).to.equal('unreachable');
  });
});
