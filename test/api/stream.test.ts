/** GET /api/v1/events/stream: contract 4. */
import { expect } from 'chai';
import { createClient, EVENTS } from '../support/http.ts';
import { startMilepost } from '../support/milepost.ts';
import { type EventStream, openStream } from './sse.ts';
import { expectError, type Sent, sample, unique, useServer } from './support.ts';

const open: EventStream[] = [];
async function opened(...asked: Parameters<typeof openStream>): Promise<EventStream> {
  const stream = await openStream(...asked);
  open.push(stream);
  return stream;
}
function closeAll(): void {
  for (const stream of open.splice(0)) stream.close();
}

describe('The event stream', () => {
  const server = useServer();
  afterEach(closeAll);

  it('is text/event-stream that nobody may store', async () => {
    const { headers } = await opened(server().client);
    expect(headers['content-type']).to.match(/^text\/event-stream/);
    expect(headers['cache-control']).to.match(/no-(store|cache)/);
    expect(headers['x-request-id']).to.be.a('string');
  });

  it('sends each event as it is stored, with an id', async () => {
    const { client, reader } = server();
    const stream = await opened(reader);
    const { body } = await client.post(
      sample({ data: { description: 'two\nlines\r\n\u2028 😀' } }),
    );
    const [message] = await stream.count(1);
    expect(message?.event).to.equal('message');
    expect(message?.id).to.be.a('string').and.not.equal('');
    expect(JSON.parse(message?.data ?? '')).to.deep.equal(body.data);
  });

  it('starts with what comes next', async () => {
    const { client } = server();
    await client.post(sample());
    const stream = await opened(client);
    const { body } = await client.post(sample());
    await stream.count(1);
    expect(stream.events()).to.deep.equal([body.data]);
  });

  it('names a place to come back to before the first event', async () => {
    const { client } = server();
    await client.post(sample());
    const stream = await opened(client);
    await stream.until(() => stream.lastEventId() !== undefined);
    stream.close();
    const { body } = await client.post(sample());
    const again = await opened(client, {}, stream.lastEventId());
    await again.count(1);
    expect(again.events()).to.deep.equal([body.data]);
  });

  it('keeps the order in which events were stored, whatever their time is', async () => {
    const { client } = server();
    const stream = await opened(client);
    const sent = ['2025-03-01', '2025-01-01', '2025-02-01'].map((day) =>
      sample({ time: `${day}T00:00:00Z` }),
    );
    for (const event of sent) await client.post(event);
    await stream.count(3);
    expect(stream.events().map(({ id }) => id)).to.deep.equal(sent.map(({ id }) => id));
  });

  it('sends every event of a batch and of an import', async () => {
    const { client } = server();
    const stream = await opened(client);
    const sent = Array.from({ length: 100 }, () => sample());
    await client.batch(sent.slice(0, 50));
    await client.ndjson(
      sent
        .slice(50)
        .map((event) => JSON.stringify(event))
        .join('\n'),
    );
    await stream.count(100);
    expect(stream.events().map(({ id }) => id)).to.deep.equal(sent.map(({ id }) => id));
  });

  it('sends nothing for a replay, a conflict and what was refused', async () => {
    const { client } = server();
    const event = sample();
    await client.post(event);
    const stream = await opened(client);
    await client.post(event);
    await client.post({ ...event, version: '2' });
    await client.post({});
    await client.batch([event]);
    const last = await client.post(sample());
    await stream.count(1);
    expect(stream.events()).to.deep.equal([last.body.data]);
  });

  it('goes to two clients at once', async () => {
    const { client, reader } = server();
    const streams = [await opened(client), await opened(reader)];
    const { body } = await client.post(sample());
    for (const stream of streams) {
      await stream.count(1);
      expect(stream.events()).to.deep.equal([body.data]);
    }
  });

  it('sends what passes the filters, and nothing else', async () => {
    const { client } = server();
    const source = unique('shop');
    const match: Sent = { source, type: 'deployment', subject: 'production', severity: 'LOW' };
    const stream = await opened(client, {
      type: ['deployment', 'release'],
      source,
      subject: 'production',
      severity: ['LOW', 'MINOR'],
      search: 'SHOP',
      from: '2025-01-01T00:00:00Z',
      to: '2025-12-31T00:00:00Z',
    });
    const wanted = [sample(match), sample({ ...match, type: 'release', severity: 'MINOR' })];
    await client.batch([
      sample({ ...match, type: 'incident' }),
      sample({ ...match, source: unique('shop') }),
      wanted[0],
      sample({ ...match, subject: null }),
      sample({ ...match, severity: 'MAJOR' }),
      sample({ ...match, time: '2024-12-31T23:59:59Z' }),
      sample({ ...match, time: '2026-01-01T00:00:00Z' }),
      wanted[1],
    ]);
    await stream.count(2);
    expect(stream.events().map(({ id }) => id)).to.deep.equal(wanted.map(({ id }) => id));
  });

  it('is refused with JSON before it begins', async () => {
    const { client } = server();
    const path = `${EVENTS}/stream`;
    expectError(await client.as(undefined).get(path), 'UNAUTHORIZED');
    expectError(await client.get(`${path}?severity=HUGE`), 'VALIDATION_ERROR');
    expectError(await client.get(`${path}?from=now&to=-1h`), 'VALIDATION_ERROR');
    expectError(await client.get(`${path}?limit=5`), 'VALIDATION_ERROR');
  });

  it('is only announced to HEAD', async () => {
    const { status, headers, text } = await server().client.send('HEAD', `${EVENTS}/stream`);
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.match(/^text\/event-stream/);
    expect(text).to.equal('');
  });
});

describe('Last-Event-ID', () => {
  const server = useServer();
  afterEach(closeAll);

  it('goes on behind the event that it names', async () => {
    const { client } = server();
    const sent = Array.from({ length: 8 }, () => sample());
    const first = await opened(client);
    await client.batch(sent.slice(0, 4));
    const messages = await first.count(4);
    first.close();
    await client.batch(sent.slice(4));
    const second = await opened(client, {}, messages[1]?.id);
    await second.count(6);
    expect(second.events().map(({ id }) => id)).to.deep.equal(sent.slice(2).map(({ id }) => id));
  });

  it('applies the filters to what was missed', async () => {
    const { client } = server();
    const source = unique('source');
    const first = await opened(client);
    await client.post(sample());
    const [seen] = await first.count(1);
    first.close();
    const wanted = sample({ source });
    await client.batch([sample(), wanted, sample()]);
    const second = await opened(client, { source }, seen?.id);
    await second.count(1);
    expect(second.events().map(({ id }) => id)).to.deep.equal([wanted['id']]);
  });

  it('neither skips nor repeats while events are being recorded', async () => {
    const { client } = server();
    const source = unique('source');
    const total = 200;
    let lastEventId: string | undefined;
    let stream = await opened(client, { source });
    const posting = (async () => {
      for (let index = 0; index < total; index += 1) {
        await client.post(sample({ source, id: `e${index}` }));
      }
    })();
    const seen: string[] = [];
    while (seen.length < total) {
      await stream.count(1);
      // Leaves in the middle of what it was sent, as a client that breaks down does.
      const part = stream.messages.slice(0, Math.max(1, Math.floor(stream.messages.length / 2)));
      seen.push(...part.map(({ data }) => String((JSON.parse(data) as { id: string }).id)));
      lastEventId = part.at(-1)?.id;
      stream.close();
      if (seen.length < total) stream = await opened(client, { source }, lastEventId);
    }
    await posting;
    expect(seen).to.deep.equal(Array.from({ length: total }, (_, index) => `e${index}`));
  });

  for (const id of ['abc', '-1', '1.5', '1e3', '0x10', '1 2', 'null', '9'.repeat(30)]) {
    it(`is a 400 when it is no id of the stream: ${id}`, async () => {
      const answer = await server().client.get(`${EVENTS}/stream`, { 'Last-Event-ID': id });
      expectError(answer, 'VALIDATION_ERROR');
    });
  }

  it('is as if absent when it is empty', async () => {
    const { client } = server();
    const stream = await opened(client, {}, '');
    const { body } = await client.post(sample());
    await stream.count(1);
    expect(stream.events()).to.deep.equal([body.data]);
  });

  it('does not silence a stream when no event has come so far', async function () {
    const { client } = server();
    const stream = await opened(client, {}, '999999999999');
    await client.post(sample());
    this.timeout(2000);
    // Either the event, or word that the timeline must be loaded afresh.
    const [message] = await stream.count(1);
    expect(message?.event).to.be.oneOf(['message', 'reset']);
  });
});

describe('The event stream of a server that stops', () => {
  it('ends, and does not hold the server up', async () => {
    const milepost = await startMilepost();
    const stream = await openStream(createClient(milepost.url, milepost.key));
    const started = performance.now();
    await milepost.close();
    await stream.ended;
    expect(performance.now() - started).to.be.below(2000);
  });
});

describe('The event stream behind a store that forgot', () => {
  const server = useServer({
    wrap: (store) => ({
      ...store,
      events: {
        ...store.events,
        since: async (position, limit) =>
          position === 0 ? 'expired' : store.events.since(position, limit),
      },
    }),
  });
  afterEach(closeAll);

  it('says reset, with an id to go on from, and then follows', async () => {
    const { client } = server();
    await client.batch([sample(), sample()]);
    const stream = await opened(client, {}, '0');
    const [reset] = await stream.count(1);
    expect(reset?.event).to.equal('reset');
    const { body } = await client.post(sample());
    await stream.count(2);
    expect(stream.messages[1]?.event).to.equal('message');
    expect(stream.events()[1]).to.deep.equal(body.data);
    const next = await opened(client, {}, reset?.id);
    await next.count(1);
    expect(next.events()).to.deep.equal([body.data]);
  });
});
