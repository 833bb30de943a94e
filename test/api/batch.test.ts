import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { BatchReport } from '../support/http.ts';
import { expectError, type Sent, sample, unique, useServer } from './support.ts';

const BATCH = 'application/cloudevents-batch+json';

function samples(count: number, over: Sent = {}): Sent[] {
  const source = unique('source');
  return Array.from({ length: count }, () => sample({ source, ...over }));
}

describe('A batch', () => {
  const server = useServer();

  it('of one event is stored: 201 and one result', async () => {
    const [event = {}] = samples(1);
    const { status, body } = await server().client.batch([event]);
    expect(status).to.equal(201);
    expect(body).to.deep.equal({
      success: true,
      data: {
        created: 1,
        replayed: 0,
        rejected: 0,
        results: [{ index: 0, status: 201, id: event['id'] }],
      },
    });
  });

  it('lists a result for each event, in its order, with the ids that were made', async () => {
    const { client } = server();
    const source = unique('source');
    const events = [sample({ source }), sample({ source, id: null }), sample({ source })];
    const { body } = await client.batch(events);
    expect(body.data.results.map(({ index }) => index)).to.deep.equal([0, 1, 2]);
    expect(body.data.results[0]?.id).to.equal(events[0]?.['id']);
    const listed = await client.list({ source, order: 'asc' });
    expect(listed.body.data.map(({ id }) => id)).to.deep.equal(
      body.data.results.map(({ id }) => id),
    );
  });

  it('that comes again is 201 without anything new', async () => {
    const { client } = server();
    const events = samples(3);
    await client.batch(events);
    const { status, body } = await client.batch(events);
    expect(status).to.equal(201);
    expect(body.data).to.deep.include({ created: 0, replayed: 3, rejected: 0 });
    expect(body.data.results.map((result) => result.status)).to.deep.equal([200, 200, 200]);
  });

  it('with bad events among good ones is 207, and the good ones are stored', async () => {
    const { client } = server();
    const source = unique('source');
    const events = [
      sample({ source }),
      sample({ source, severity: 'HUGE' }),
      null,
      'text',
      [],
      sample({ source, time: '2025-01-15T12:30:00' }),
      sample({ source }),
    ];
    const { status, body } = await client.batch(events);
    expect(status).to.equal(207);
    expect(body.success).to.equal(true);
    expect(body.data).to.deep.include({ created: 2, replayed: 0, rejected: 5 });
    expect(body.data.results.map((result) => result.status)).to.deep.equal([
      201, 400, 400, 400, 400, 400, 201,
    ]);
    expect(body.data.results[1]).to.have.all.keys('index', 'status', 'error', 'code');
    expect(body.data.results[1]?.error).to.match(/^severity: /);
    expect(body.data.results[1]?.code).to.equal('VALIDATION_ERROR');
    const listed = await client.list({ source });
    expect(listed.body.data).to.have.length(2);
  });

  it('with bad events only is 400, and still says what is wrong with each', async () => {
    const answer = await server().client.batch([{}, sample({ type: '' })]);
    expectError(answer, 'VALIDATION_ERROR');
    const { data } = answer.body;
    expect(data).to.deep.include({ created: 0, replayed: 0, rejected: 2 });
    expect(data.results.map(({ index, status }) => [index, status])).to.deep.equal([
      [0, 400],
      [1, 400],
    ]);
  });

  it('with a conflict among good ones is 207 with a 409 in it', async () => {
    const { client } = server();
    const [first = {}, second = {}] = samples(2);
    await client.post(first);
    const { status, body } = await client.batch([{ ...first, version: '2' }, first, second]);
    expect(status).to.equal(207);
    expect(body.data).to.deep.include({ created: 1, replayed: 1, rejected: 1 });
    expect(body.data.results[0]).to.deep.include({ index: 0, status: 409, code: 'CONFLICT' });
  });

  it('with replays and bad events is 207', async () => {
    const { client } = server();
    const [event = {}] = samples(1);
    await client.post(event);
    const { status, body } = await client.batch([event, {}]);
    expect(status).to.equal(207);
    expect(body.data).to.deep.include({ created: 0, replayed: 1, rejected: 1 });
  });

  it('with the same event twice stores it once', async () => {
    const { client } = server();
    const [event = {}] = samples(1);
    const { status, body } = await client.batch([event, event, { ...event, version: '2' }]);
    expect(status).to.equal(207);
    expect(body.data.results.map((result) => result.status)).to.deep.equal([201, 200, 409]);
    const listed = await client.list({ source: String(event['source']) });
    expect(listed.body.data).to.have.length(1);
    expect(listed.body.data[0]?.version).to.equal(null);
  });

  it('gives every NOW the same receipt as its other events', async () => {
    const { client } = server();
    const events = samples(3, { time: 'NOW' });
    await client.batch(events);
    const { body } = await client.list({ source: String(events[0]?.['source']) });
    for (const { time, createdAt } of body.data) expect(time).to.equal(createdAt);
  });

  it('may be compressed, and may carry a charset', async () => {
    const body = gzipSync(JSON.stringify(samples(10)));
    const answer = await server().client.postText<BatchReport>(body, `${BATCH}; charset=utf-8`, {
      'Content-Encoding': 'gzip',
    });
    expect(answer.status, answer.text).to.equal(201);
    expect(answer.body.data.created).to.equal(10);
  });

  it('has no binary mode: ce- headers change nothing', async () => {
    const answer = await server().client.postText<BatchReport>(JSON.stringify(samples(2)), BATCH, {
      'ce-specversion': '1.0',
    });
    expect(answer.status).to.equal(201);
    expect(answer.body.data.created).to.equal(2);
  });
});

describe('The size of a batch', () => {
  const server = useServer();
  const sized = (bytes: number) => sample({ data: { fill: 'x'.repeat(bytes) } });

  it('is refused at 0 and at 1,001, and stores nothing then', async () => {
    const { client } = server();
    expectError(await client.batch([]), 'VALIDATION_ERROR', /1,?000/);
    const events = samples(1001);
    expectError(await client.batch(events), 'VALIDATION_ERROR', /1,?000/);
    const { body } = await client.list({ source: String(events[0]?.['source']) });
    expect(body.data).to.deep.equal([]);
  });

  it('may be 1,000', async () => {
    const { status, body } = await server().client.batch(samples(1000));
    expect(status).to.equal(201);
    expect(body.data.created).to.equal(1000);
    expect(body.data.results).to.have.length(1000);
  });

  for (const value of [{}, sample(), null, 'text', 1]) {
    it(`is none when it is no array: ${JSON.stringify(value).slice(0, 20)}`, async () => {
      expectError(await server().client.batch(value), 'VALIDATION_ERROR', 'array');
    });
  }

  it('is none when the JSON is broken: nothing is stored', async () => {
    const { client } = server();
    const events = samples(2);
    const text = JSON.stringify(events).slice(0, -1);
    expectError(await client.postText(text, BATCH), 'VALIDATION_ERROR', /^body: /);
    expectError(await client.postText('', BATCH), 'VALIDATION_ERROR', /^body: /);
    const { body } = await client.list({ source: String(events[0]?.['source']) });
    expect(body.data).to.deep.equal([]);
  });

  it('turns away an event over 64 KiB and keeps the others', async () => {
    const { status, body } = await server().client.batch([sized(10), sized(65_536), sized(60_000)]);
    expect(status).to.equal(207);
    expect(body.data.results.map((result) => result.status)).to.deep.equal([201, 413, 201]);
    expect(body.data.results[1]?.code).to.equal('PAYLOAD_TOO_LARGE');
  });

  it('is a 413 over 4 MiB as a whole, and nothing is stored', async () => {
    const { client } = server();
    const source = unique('source');
    const events = Array.from({ length: 70 }, () => ({ ...sized(62_000), source }));
    expectError(await client.batch(events), 'PAYLOAD_TOO_LARGE', '4194304');
    const { body } = await client.list({ source });
    expect(body.data).to.deep.equal([]);
  });

  it('may be just below 4 MiB', async () => {
    const events = Array.from({ length: 66 }, () => sized(62_000));
    const { status, body } = await server().client.batch(events);
    expect(status).to.equal(201);
    expect(body.data.created).to.equal(66);
  });

  it('survives an event that is nested 100,000 levels deep', async () => {
    const { client } = server();
    const good = JSON.stringify(sample());
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const deep = `${open.repeat(100_000)}1${close.repeat(100_000)}`;
      const answer = await client.postText<BatchReport>(`[${good},${deep}]`, BATCH);
      expect(answer.status, answer.text.slice(0, 200)).to.equal(207);
      expect(answer.body.data.results[1]?.status).to.be.oneOf([400, 413]);
    }
    const bottomless = await client.postText('['.repeat(1_000_000), BATCH);
    expectError(bottomless, 'VALIDATION_ERROR');
  });
});
