/** What those who run Milepost look at: contract 9. */
import { expect } from 'chai';
import { EVENTS } from '../support/http.ts';
import { expectError, sample, useServer } from './support.ts';

describe('Health', () => {
  const server = useServer();

  for (const path of ['/healthz', '/readyz']) {
    it(`is JSON without a key at ${path}`, async () => {
      const answer = await server().client.as(undefined).get<{ status: string }>(path);
      expect(answer.status).to.equal(200);
      expect(answer.body.success).to.equal(true);
      expect(answer.body.data.status).to.equal('ok');
      expect(answer.headers.get('cache-control')).to.match(/no-store/);
    });
  }
});

describe('/metrics', () => {
  const server = useServer();
  const value = async (line: RegExp) => {
    const { text } = await server().client.as(undefined).get('/metrics');
    return Number(line.exec(text)?.[1]);
  };

  it('is Prometheus text', async () => {
    const { status, headers, text } = await server().client.as(undefined).get('/metrics');
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.match(/^text\/plain/);
    for (const line of text.split('\n').filter((one) => one !== '')) {
      expect(line).to.match(/^(#( HELP| TYPE|) .+|[a-zA-Z_:][\w:]*(\{.*\})? [-+\w.]+)$/);
    }
    expect(text).to.include('# TYPE milepost_events_stored_total counter');
  });

  it('counts the events that were stored, not replays nor what was refused', async () => {
    const { client } = server();
    const stored = /^milepost_events_stored_total (\d+)$/m;
    const before = await value(stored);
    const event = sample();
    await client.post(event);
    await client.post(event);
    await client.post({});
    await client.batch([sample(), sample(), {}]);
    await client.ndjson(JSON.stringify(sample()));
    expect(await value(stored)).to.equal(before + 4);
  });

  it('names no path, source or key of a caller', async () => {
    const { client } = server();
    await client.post(sample({ source: 'secret-source', type: 'secret-type' }));
    await client.get(`${EVENTS}/secret-id?source=secret-source`);
    await client.get('/secret-path');
    const { text } = await client.get('/metrics');
    expect(text).to.not.match(/secret|mp_/);
  });
});

describe('/docs', () => {
  const server = useServer();

  it('is a page that runs no script and loads nothing from elsewhere', async () => {
    const { status, headers, text } = await server().client.as(undefined).get('/docs');
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.match(/^text\/html/);
    expect(headers.get('content-security-policy')).to.match(/default-src 'none'/);
    expect(text).to.match(/^<!doctype html>/i);
    expect(text).to.not.match(/<script|javascript:|\son\w+=/i);
    expect(text).to.not.match(
      /(src|href)="(https?:)?\/\/(?!localhost|127\.0\.0\.1)[^"]+\.(css|js|png|svg)"/,
    );
    for (const path of ['/api/v1/events', '/api/v1/state', '/healthz'])
      expect(text).to.include(path);
  });

  it('loads only what is there', async () => {
    const { client } = server();
    const { text } = await client.get('/docs');
    for (const [, path = ''] of text.matchAll(/<link[^>]+href="(\/[^"]+)"/g)) {
      expect((await client.get(path)).status, path).to.equal(200);
    }
  });
});

describe('/api/v1/whoami', () => {
  const server = useServer();

  it('says what a key stands for', async () => {
    const { client, reader } = server();
    const write = await client.get<{ organization: { id: string }; scope: string }>(
      '/api/v1/whoami',
    );
    expect(write.body.data.organization.id).to.equal('default');
    expect(write.body.data.scope).to.equal('READ_WRITE');
    const read = await reader.get<{ scope: string }>('/api/v1/whoami');
    expect(read.body.data.scope).to.equal('READ_ONLY');
    expectError(await client.as(undefined).get('/api/v1/whoami'), 'UNAUTHORIZED');
  });
});
