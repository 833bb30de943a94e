import { expect } from 'chai';
import type { EventInput } from '../../backend/model/event.ts';
import type { RetryPolicy } from '../../plugins/retry.ts';
import { type Delivery, deliver, type SendOptions } from '../../plugins/send.ts';
import { createTransport } from '../../plugins/transport.ts';
import { createTestClock, type TestClock } from '../support/action-clock.ts';
import {
  type Behaviour,
  closedPort,
  startServer,
  type TestServer,
} from '../support/action-http.ts';
import { startMilepost, type TestMilepost } from '../support/milepost.ts';

const EVENT: EventInput = {
  specversion: '1.0',
  type: 'deployment',
  source: '//github.com/acme/shop',
  id: 'gh-1-1-abc',
  time: '2026-11-20T10:00:00.000Z',
  data: { description: 'Ünï 倉庫' },
};
const STORED = JSON.stringify({ success: true, data: { ...EVENT, createdAt: 'now' } });
const KEY = 'mp_a-key-that-nobody-may-see';
const CREATED: Behaviour = { status: 201, body: STORED };
const refused = (status: number, error: string): Behaviour => ({
  status,
  body: JSON.stringify({ success: false, error, code: 'X' }),
});

describe('deliver', () => {
  let server: TestServer;
  let time: TestClock;
  let retries: string[];

  afterEach(() => server.close());

  async function send(
    behaviours: readonly Behaviour[],
    over: Partial<SendOptions> = {},
    event: EventInput = EVENT,
  ): Promise<Delivery> {
    server = await startServer(behaviours);
    time = createTestClock();
    retries = [];
    const target = { url: server.url, key: KEY };
    const options = { target, userAgent: 'milepost-test', timeIsOurs: false, ...over };
    const onRetry = (reason: string) => void retries.push(reason);
    return deliver(event, options, { ...time, transport: createTransport({}), onRetry });
  }

  function policy(over: Partial<RetryPolicy>): RetryPolicy {
    return { attemptMs: 10_000, budgetMs: 30_000, ...over };
  }

  it('posts the event, once, with the key in a header', async () => {
    const delivery = await send([CREATED]);
    expect(delivery).to.deep.include({ kind: 'recorded', attempts: 1 });
    const [request] = server.received;
    expect(server.received).to.have.length(1);
    expect(request).to.deep.include({ method: 'POST', path: '/api/v1/events' });
    expect(JSON.parse(request?.body ?? '')).to.deep.equal(EVENT);
    expect(request?.headers).to.deep.include({
      authorization: `Bearer ${KEY}`,
      'content-type': 'application/cloudevents+json; charset=utf-8',
      'user-agent': 'milepost-test',
    });
  });

  it('tells an event that was stored before', async () => {
    const headers = { 'Idempotency-Replayed': 'true' };
    const delivery = await send([{ status: 200, headers, body: STORED }]);
    expect(delivery.kind).to.equal('replayed');
  });

  it('sends the very same again after 503, 429, 408, 425 and a cut line', async () => {
    const troubles: Behaviour[] = [{ status: 503 }, { status: 429 }, { status: 408 }];
    const delivery = await send([...troubles, { status: 425 }, 'cut', 'cut-inside', CREATED]);
    expect(delivery).to.deep.include({ kind: 'recorded', attempts: 7 });
    expect(new Set(server.received.map(({ body }) => body)).size).to.equal(1);
    expect(retries).to.deep.equal([
      'the server answered 503',
      'the server answered 429',
      'the server answered 408',
      'the server answered 425',
      'the connection was cut',
      'the connection was cut',
    ]);
  });

  it('waits longer each time, at most 8 s, by chance less', async () => {
    const trouble: Behaviour[] = Array.from({ length: 6 }, () => ({ status: 500 }));
    await send([...trouble, CREATED]);
    expect(time.waits).to.deep.equal([500, 1000, 2000, 4000, 8000, 8000]);
    await server.close();
    server = await startServer([{ status: 500 }, CREATED]);
    time = createTestClock(0.5);
    const options = { target: { url: server.url, key: KEY }, userAgent: 'x', timeIsOurs: false };
    await deliver(EVENT, options, { ...time, transport: createTransport({}) });
    expect(time.waits).to.deep.equal([250]);
  });

  it('waits as long as Retry-After asks, in seconds or until a date', async () => {
    const now = Date.UTC(2026, 10, 20, 10);
    await send([
      { status: 429, headers: { 'Retry-After': '7' } },
      { status: 503, headers: { 'Retry-After': new Date(now + 12_000).toUTCString() } },
      { status: 503, headers: { 'Retry-After': 'soon' } },
      CREATED,
    ]);
    expect(time.waits).to.deep.equal([7000, 5000, 2000]);
  });

  it('gives up at once when it would have to wait longer than it may', async () => {
    const delivery = await send([{ status: 503, headers: { 'Retry-After': '120' } }, CREATED]);
    expect(delivery).to.deep.equal({
      kind: 'unavailable',
      reason: `${server.url}: the server answered 503, and asked to wait 120 s`,
      attempts: 1,
    });
    expect(time.waits).to.deep.equal([]);
  });

  it('gives up when its time is over', async () => {
    const delivery = await send([refused(503, 'the store does not answer')]);
    expect(delivery).to.deep.include({ kind: 'unavailable', attempts: 7 });
    expect(delivery).to.have.property('reason').that.contains('503: the store does not answer');
    expect(time.waits.reduce((sum, wait) => sum + wait, 0)).to.be.below(30_000);
  });

  it('gives an attempt up that gets no answer', async () => {
    const delivery = await send(['hang', CREATED], { policy: policy({ attemptMs: 50 }) });
    expect(delivery).to.deep.include({ kind: 'recorded', attempts: 2 });
    expect(retries).to.deep.equal(['no answer within 1 s']);
  });

  it('says that nobody listens', async () => {
    const url = `http://127.0.0.1:${await closedPort()}`;
    const delivery = await send([CREATED], { target: { url, key: KEY } });
    expect(delivery).to.deep.include({
      kind: 'unavailable',
      reason: `${url}: the connection was refused`,
    });
  });

  const REFUSALS: readonly [status: number, pattern: RegExp][] = [
    [400, /^Milepost refused it: time: timezone is required$/],
    [401, /^the API key was refused: time/],
    [403, /^the API key may not do this: time/],
    [404, /^Milepost is not at http:.*check the address$/],
    [405, /^Milepost is not at/],
    [409, /^an event with this id is there already: time/],
    [413, /^Milepost refused it: time/],
    [415, /^Milepost refused it: time/],
  ];
  for (const [status, pattern] of REFUSALS) {
    it(`takes ${status} for wrong configuration and does not try again`, async () => {
      const delivery = await send([refused(status, 'time: timezone is required')]);
      expect(delivery).to.deep.include({ kind: 'rejected', status });
      expect(delivery).to.have.property('reason').that.matches(pattern);
      expect(server.received).to.have.length(1);
    });
  }

  it('does not take any page that answers 200 for Milepost', async () => {
    for (const body of ['<html>Sign in</html>', '{"success":true}', '[]', '']) {
      const delivery = await send([{ status: 200, body }]);
      expect(delivery, body).to.deep.include({ kind: 'rejected', status: 200 });
      expect(delivery)
        .to.have.property('reason')
        .that.matches(/is not Milepost.*check the address/);
      await server.close();
    }
  });

  it('follows no redirect, for the key would go along', async () => {
    const elsewhere = await startServer([CREATED]);
    const headers = { Location: `${elsewhere.url}/api/v1/events` };
    const delivery = await send([{ status: 308, headers }]);
    expect(delivery).to.have.property('reason').that.contains(`redirects to ${elsewhere.url}`);
    expect(delivery.kind).to.equal('rejected');
    expect(elsewhere.received).to.have.length(0);
    await elsewhere.close();
  });

  it('never repeats the key, even if the server does', async () => {
    const echo = `Bearer ${KEY}\n::error::x`;
    for (const status of [400, 503]) {
      const delivery = await send([refused(status, echo)]);
      expect(JSON.stringify(delivery)).to.not.contain(KEY);
      expect(delivery).to.have.property('reason').that.contains('Bearer *** ::error::x');
      await server.close();
    }
  });

  describe('to a real Milepost', () => {
    let milepost: TestMilepost;

    beforeEach(async () => {
      milepost = await startMilepost();
      server = await startServer([CREATED]);
    });
    afterEach(() => milepost.close());

    const later = { ...EVENT, time: '2026-11-20T10:05:00.000Z' };
    async function deliverTo(event: EventInput, timeIsOurs: boolean): Promise<Delivery> {
      const target = { url: milepost.url, key: milepost.key };
      const options = { target, userAgent: 'milepost-test', timeIsOurs };
      return deliver(event, options, { ...createTestClock(), transport: createTransport({}) });
    }

    it('recognises a repeated step by its id, though it comes with another time', async () => {
      expect((await deliverTo(EVENT, true)).kind).to.equal('recorded');
      const delivery = await deliverTo(later, true);
      expect(delivery.kind).to.equal('replayed');
      expect(delivery).to.have.nested.property('event.time', EVENT.time);
      expect(await milepost.events()).to.have.length(1);
    });

    it('reports a conflict where the author gave the time, or the content differs', async () => {
      await deliverTo(EVENT, true);
      expect(await deliverTo(later, false)).to.deep.include({ kind: 'rejected', status: 409 });
      const other = { ...later, type: 'rollback' };
      expect(await deliverTo(other, true)).to.deep.include({ kind: 'rejected', status: 409 });
      expect(await milepost.events()).to.have.length(1);
    });
  });
});
