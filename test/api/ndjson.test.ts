import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { BatchReport } from '../support/http.ts';
import { eventually, expectError, type Sent, sample, unique, useServer } from './support.ts';

const NDJSON = 'application/x-ndjson';

function lines(events: readonly unknown[], end = '\n'): string {
  return events.map((event) => JSON.stringify(event) + end).join('');
}

function samples(count: number, source = unique('source')): Sent[] {
  return Array.from({ length: count }, (_, index) => sample({ source, id: `line-${index}` }));
}

describe('NDJSON', () => {
  const server = useServer();

  it('stores a line an event, and lists no result for what was created', async () => {
    const { client } = server();
    const events = samples(3);
    const { status, body } = await client.ndjson(lines(events));
    expect(status).to.equal(201);
    expect(body).to.deep.equal({
      success: true,
      data: { created: 3, replayed: 0, rejected: 0, results: [] },
    });
    const listed = await client.list({ source: String(events[0]?.['source']), order: 'asc' });
    expect(listed.body.data.map(({ id }) => id)).to.deep.equal(['line-0', 'line-1', 'line-2']);
  });

  const SEPARATED: readonly (readonly [string, (events: readonly Sent[]) => string])[] = [
    ['LF', (events) => lines(events)],
    ['CRLF', (events) => lines(events, '\r\n')],
    ['no line end behind the last', (events) => lines(events).trimEnd()],
    ['blank lines in between', (events) => `\n\n${lines(events, '\n \n\r\n\t\n')}\n`],
    ['a byte order mark in front', (events) => `\ufeff${lines(events)}`],
  ];
  for (const [how, write] of SEPARATED) {
    it(`takes lines with ${how}`, async () => {
      const { status, body } = await server().client.ndjson(write(samples(3)));
      expect(status, JSON.stringify(body)).to.equal(201);
      expect(body.data).to.deep.include({ created: 3, rejected: 0 });
    });
  }

  it('takes a charset, and gzip', async () => {
    const body = gzipSync(lines(samples(10)));
    const answer = await server().client.postText<BatchReport>(body, `${NDJSON}; charset=utf-8`, {
      'Content-Encoding': 'gzip',
    });
    expect(answer.status, answer.text).to.equal(201);
    expect(answer.body.data.created).to.equal(10);
  });

  it('stores the good lines around the bad ones: 207', async () => {
    const { client } = server();
    const source = unique('source');
    const [one, two] = samples(2, source).map((event) => JSON.stringify(event));
    const text = [one, '{"broken":', 'text', '[]', 'null', '{}', two, one].join('\n');
    const { status, body } = await client.ndjson(text);
    expect(status).to.equal(207);
    expect(body.data).to.deep.include({ created: 2, replayed: 1, rejected: 5 });
    expect(body.data.results.map((result) => [result.index, result.status])).to.deep.equal([
      [1, 400],
      [2, 400],
      [3, 400],
      [4, 400],
      [5, 400],
      [7, 200],
    ]);
    expect(body.data.results[0]).to.have.all.keys('index', 'status', 'error', 'code');
    expect(body.data.results.at(-1)).to.deep.equal({ index: 7, status: 200, id: 'line-0' });
  });

  it('is 400 when every line is bad, 201 when every line is a replay', async () => {
    const { client } = server();
    expectError(await client.ndjson('{}\n{}\n'), 'VALIDATION_ERROR');
    const text = lines(samples(2));
    await client.ndjson(text);
    const { status, body } = await client.ndjson(text);
    expect(status).to.equal(201);
    expect(body.data).to.deep.include({ created: 0, replayed: 2, rejected: 0 });
  });

  it('reports a conflict', async () => {
    const { client } = server();
    const [event = {}, other = {}] = samples(2);
    await client.post(event);
    const { status, body } = await client.ndjson(lines([{ ...event, version: '2' }, other]));
    expect(status).to.equal(207);
    expect(body.data.results[0]).to.deep.include({ index: 0, status: 409, code: 'CONFLICT' });
  });

  for (const text of ['', '\n', ' \n\r\n\n']) {
    it(`is 400 without any event: ${JSON.stringify(text)}`, async () => {
      expectError(await server().client.ndjson(text), 'VALIDATION_ERROR', /^body: /);
    });
  }

  it('turns away a line over 64 KiB and reads on', async () => {
    const { client } = server();
    const [one, two] = samples(2).map((event) => JSON.stringify(event));
    const long = JSON.stringify(sample({ data: { fill: 'x'.repeat(65_536) } }));
    const endless = `"${'x'.repeat(3_000_000)}"`;
    const { status, body } = await client.ndjson([one, long, endless, two].join('\n'));
    expect(status).to.equal(207);
    expect(body.data.created).to.equal(2);
    expect(body.data.results.map((result) => [result.index, result.status])).to.deep.equal([
      [1, 413],
      [2, 413],
    ]);
  });

  it('turns away bytes that are no UTF-8, in their line only', async () => {
    const [one, two] = samples(2).map((event) => JSON.stringify(event));
    const body = Buffer.concat([
      Buffer.from(`${one}\n{"type":"`),
      Buffer.from([0xff]),
      Buffer.from(`"}\n${two}`),
    ]);
    const answer = await server().client.postText<BatchReport>(body, NDJSON);
    expect(answer.status).to.equal(207);
    expect(answer.body.data).to.deep.include({ created: 2, rejected: 1 });
  });

  it('may be cut anywhere on its way, also inside a character', async () => {
    const { client } = server();
    const source = unique('Größe 😀');
    const bytes = Buffer.from(lines(samples(3, source)));
    const stream = new ReadableStream({
      start: (controller) => {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    const answer = await client.postText<BatchReport>(stream, NDJSON);
    expect(answer.body.data).to.deep.include({ created: 3, rejected: 0 });
    expect((await client.list({ source })).body.data).to.have.length(3);
  });
});

describe('A long NDJSON import', () => {
  const server = useServer();

  it('streams 5,000 lines, more than any other body may hold', async () => {
    const { client } = server();
    const source = unique('source');
    const fill = 'x'.repeat(1000);
    const chunks = function* () {
      for (let index = 0; index < 5000; index += 1) {
        yield Buffer.from(
          `${JSON.stringify(sample({ source, id: `line-${index}`, data: { fill } }))}\n`,
        );
      }
    };
    const answer = await client.postText<BatchReport>(ReadableStream.from(chunks()), NDJSON);
    expect(answer.status, answer.text).to.equal(201);
    expect(answer.body.data).to.deep.equal({
      created: 5000,
      replayed: 0,
      rejected: 0,
      results: [],
    });
    const { body } = await client.get<{ total: number }>(`/api/v1/events/summary?source=${source}`);
    expect(body.data.total).to.equal(5000);
  });

  it('keeps what was stored when the sender breaks off, and recognises it afterwards', async () => {
    const { client, milepost } = server();
    const events = samples(1200);
    const source = String(events[0]?.['source']);
    const total = async () =>
      (await client.get<{ total: number }>(`/api/v1/events/summary?source=${source}`)).body.data
        .total;
    const upload = request(`${milepost.url}/api/v1/events`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${milepost.key}`, 'Content-Type': NDJSON },
    });
    upload.on('error', () => {});
    upload.write(lines(events.slice(0, 1100)));
    const stored = await eventually(total, (count) => count > 0);
    const closed = new Promise((resolve) => upload.on('close', resolve));
    upload.destroy();
    await closed;
    const again = await client.ndjson(lines(events));
    expect(again.status).to.equal(201);
    expect(again.body.data.replayed).to.be.at.least(stored);
    expect(again.body.data.created + again.body.data.replayed).to.equal(1200);
    expect(await total()).to.equal(1200);
  });

  it('answers a replay with at most 10,000 results, and says how many it left out', async () => {
    const { client } = server();
    const text = '{}\n'.repeat(10_001);
    const { body } = await client.ndjson(text);
    expect(body.data.rejected).to.equal(10_001);
    expect(body.data.results).to.have.length(10_000);
    expect(body.data).to.include({ omitted: 1 });
  });
});
