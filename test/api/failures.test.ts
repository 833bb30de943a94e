/** What happens when the store fails: contract 1. */
import { expect } from 'chai';
import { unavailable } from '../../backend/errors.ts';
import type { EventStore, Store } from '../../backend/store/port.ts';
import { EVENTS } from '../support/http.ts';
import { openStream } from './sse.ts';
import { expectError, recordLog, sample, unique, useServer } from './support.ts';

const SECRET_CAUSE = 'ENOENT /var/lib/milepost mongodb://user:pass@db';

/** A store whose event methods fail in this way while it is set. */
function failingStore() {
  const switched: { error: (() => Error) | undefined } = { error: undefined };
  const fail =
    <Args extends unknown[], Result>(method: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (switched.error !== undefined) throw switched.error();
      return method(...args);
    };
  const wrap = (store: Store): Store => {
    const { events } = store;
    const failing: EventStore = {
      ...events,
      append: fail(events.append),
      page: fail(events.page),
      withId: fail(events.withId),
      countValues: fail(events.countValues),
      countBuckets: fail(events.countBuckets),
      span: fail(events.span),
      latestByCell: fail(events.latestByCell),
    };
    return { ...store, events: failing, ping: fail(store.ping) };
  };
  return { switched, wrap };
}

const READS = [
  EVENTS,
  `${EVENTS}/some-id`,
  `${EVENTS}/summary`,
  `${EVENTS}/facets`,
  `${EVENTS}/export`,
  `${EVENTS}/export?format=csv`,
  '/api/v1/state',
];

describe('An error that nobody foresaw', () => {
  const { log, lines } = recordLog();
  const { switched, wrap } = failingStore();
  const server = useServer({ wrap, log });
  beforeEach(() => {
    switched.error = () => new Error(SECRET_CAUSE);
  });
  afterEach(() => {
    switched.error = undefined;
  });

  const expectHidden = (
    answer: Awaited<ReturnType<ReturnType<typeof server>['client']['get']>>,
  ) => {
    expectError(answer, 'INTERNAL_ERROR');
    const id = answer.headers.get('x-request-id') ?? '?';
    expect(answer.body.error).to.include(id);
    expect(answer.text).to.not.include('ENOENT').and.not.include('mongodb');
    const logged = lines.filter(({ level, text }) => level === 'error' && text.includes(id));
    expect(logged).to.have.length(1);
    expect(logged[0]?.text).to.include('ENOENT');
  };

  for (const path of READS) {
    it(`is a 500 at ${path} that names its request and hides its cause`, async () => {
      expectHidden(await server().client.get(path));
    });
  }

  it('is a 500 for a post, a batch and an import', async () => {
    const { client } = server();
    expectHidden(await client.post(sample()));
    expectHidden(await client.batch([sample()]));
    expectHidden(await client.ndjson(JSON.stringify(sample())));
  });

  it('names the id that the caller gave', async () => {
    const answer = await server().client.get(EVENTS, { 'X-Request-Id': 'my-trace-7' });
    expect(answer.headers.get('x-request-id')).to.equal('my-trace-7');
    expectHidden(answer);
  });

  it('is over when it is over', async () => {
    switched.error = undefined;
    expect((await server().client.post(sample())).status).to.equal(201);
  });
});

describe('A store that does not answer', () => {
  const { log } = recordLog();
  const { switched, wrap } = failingStore();
  const server = useServer({ wrap, log });
  afterEach(() => {
    switched.error = undefined;
  });
  const fail = () => {
    switched.error = () => unavailable('the store does not answer', new Error(SECRET_CAUSE));
  };

  for (const path of [...READS, '/readyz']) {
    it(`is a 503 with Retry-After at ${path}`, async () => {
      fail();
      const answer = await server().client.get(path);
      expectError(answer, 'UNAVAILABLE');
      expect(answer.headers.get('retry-after')).to.match(/^[1-9]\d*$/);
      expect(answer.text).to.not.include('ENOENT');
    });
  }

  it('is a 503 for a post, a batch and an import; nothing is stored or broadcast', async () => {
    const { client } = server();
    const source = unique('source');
    const events = [sample({ source }), sample({ source }), sample({ source })];
    const stream = await openStream(client, { source });
    fail();
    for (const answer of [
      await client.post(events[0]),
      await client.batch(events),
      await client.ndjson(events.map((event) => JSON.stringify(event)).join('\n')),
    ]) {
      expectError(answer, 'UNAVAILABLE');
      expect(answer.headers.get('retry-after')).to.match(/^[1-9]\d*$/);
    }
    switched.error = undefined;
    expect((await client.list({ source })).body.data).to.deep.equal([]);
    const last = await client.post(sample({ source }));
    expect(last.status).to.equal(201);
    await stream.count(1);
    expect(stream.events()).to.deep.equal([last.body.data]);
    stream.close();
  });

  it('fails all of twenty concurrent posts alike, and all can be sent again', async () => {
    const { client } = server();
    const events = Array.from({ length: 20 }, () => sample());
    fail();
    const failed = await Promise.all(events.map((event) => client.post(event)));
    expect(failed.map(({ status }) => status)).to.deep.equal(Array(20).fill(503));
    switched.error = undefined;
    const again = await Promise.all(events.map((event) => client.post(event)));
    expect(again.map(({ status }) => status)).to.deep.equal(Array(20).fill(201));
  });

  it('leaves /healthz as it is', async () => {
    fail();
    expect((await server().client.get('/healthz')).status).to.equal(200);
  });

  it('is a 503 at /readyz whatever the error is', async () => {
    switched.error = () => new Error(SECRET_CAUSE);
    const answer = await server().client.get('/readyz');
    expectError(answer, 'UNAVAILABLE');
    expect(answer.headers.has('retry-after')).to.equal(true);
    expect(answer.text).to.not.include('ENOENT');
  });
});

describe('A store that fails in the middle of an import', () => {
  const { log } = recordLog();
  let calls = 0;
  const server = useServer({
    log,
    wrap: (store) => ({
      ...store,
      events: {
        ...store.events,
        append: async (events) => {
          calls += 1;
          if (calls === 2) throw unavailable('the store does not answer');
          return store.events.append(events);
        },
      },
    }),
  });

  it('is a 503 that says how much is stored; sent again, all of it is', async () => {
    const { client } = server();
    const source = unique('source');
    const lines = Array.from({ length: 1200 }, () => JSON.stringify(sample({ source })));
    const answer = await client.ndjson(lines.join('\n'));
    expectError(answer, 'UNAVAILABLE');
    expect(answer.headers.has('retry-after')).to.equal(true);
    const { body } = await client.get<{ total: number }>(`${EVENTS}/summary?source=${source}`);
    expect(answer.body.error).to.include(String(body.data.total));
    const again = await client.ndjson(lines.join('\n'));
    expect(again.status).to.equal(201);
    expect(again.body.data.replayed).to.equal(body.data.total);
    expect(again.body.data.created).to.equal(1200 - body.data.total);
  });
});

describe('One event that breaks the store', () => {
  const { log } = recordLog();
  const server = useServer({
    log,
    wrap: (store) => ({
      ...store,
      events: {
        ...store.events,
        append: async (events) => {
          if (events.some(({ type }) => type === 'poison')) throw new Error(SECRET_CAUSE);
          return store.events.append(events);
        },
      },
    }),
  });

  it('takes no other post with it', async () => {
    const { client } = server();
    const types = Array.from({ length: 20 }, (_, index) => (index === 7 ? 'poison' : 'good'));
    const answers = await Promise.all(types.map((type) => client.post(sample({ type }))));
    const expected = types.map((type) => (type === 'poison' ? 500 : 201));
    expect(answers.map(({ status }) => status)).to.deep.equal(expected);
  });
});
