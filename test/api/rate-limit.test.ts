/** 429: contract 1. */
import { expect } from 'chai';
import type { Answer } from '../support/http.ts';
import { eventually, expectError, sample, useServer } from './support.ts';

function expectLimited(answer: Answer, limit: number): void {
  expectError(answer, 'RATE_LIMITED');
  expect(answer.headers.get('retry-after')).to.match(/^[1-9]\d*$/);
  const names = [...answer.headers.keys()].filter((name) => name.startsWith('ratelimit'));
  expect(names).to.include('ratelimit');
  expect(names.map((name) => answer.headers.get(name)).join()).to.include(String(limit));
}

describe('The rate limit of ingest', () => {
  const server = useServer({ env: { INGEST_RATE_LIMIT: '10' } });

  it('turns away what is too much, says for how long, and lets in later what it refused', async () => {
    const { client } = server();
    const events = Array.from({ length: 25 }, () => sample());
    const answers = await Promise.all(events.map((event) => client.post(event)));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(answers.filter(({ status }) => status === 201).length).to.be.within(10, 20);
    expect(refused.length).to.be.at.least(5);
    for (const answer of refused) expectLimited(answer, 10);
    const { body } = await client.list({ limit: 100 });
    expect(body.data).to.have.length(25 - refused.length);
    const again = events[answers.findIndex(({ status }) => status !== 201)];
    const later = await eventually(
      () => client.post(again),
      ({ status }) => status !== 429,
    );
    expect(later.status).to.equal(201);
  });

  it('counts each key by itself, and the events of a batch one by one', async () => {
    const { client, milepost } = server();
    const one = client.as(await milepost.newKey('READ_WRITE'));
    const two = client.as(await milepost.newKey('READ_WRITE'));
    const batch = Array.from({ length: 10 }, () => sample());
    expect((await one.batch(batch)).status).to.equal(201);
    expectLimited(await one.post(sample()), 10);
    expect((await two.post(sample())).status).to.equal(201);
  });

  it('does not limit reading', async () => {
    const { client } = server();
    const answers = await Promise.all(Array.from({ length: 40 }, () => client.list()));
    for (const { status } of answers) expect(status).to.equal(200);
  });
});

describe('Without a rate limit', () => {
  const server = useServer();

  it('ingest is open, and speaks of no limit', async () => {
    const { client } = server();
    const answers = await Promise.all(Array.from({ length: 200 }, () => client.post(sample())));
    for (const { status, headers } of answers) {
      expect(status).to.equal(201);
      expect(headers.has('retry-after')).to.equal(false);
    }
  });
});

const OWNER = JSON.stringify({
  token: 'a guess',
  name: 'Ada',
  email: 'ada@example.com',
  password: 'analytical engine',
});

describe('The set-up link', () => {
  const server = useServer();
  const use = (body: string) =>
    server()
      .client.as(undefined)
      .send('POST', '/api/v1/set-up', {
        headers: { 'Content-Type': 'application/json' },
        body,
      });

  it('is refused when it is none, with any kind of body', async () => {
    expectError(await use(OWNER), 'UNAUTHORIZED');
    for (const body of ['', '{', '[]', '{}', '{"token":1}', '{"token":"wrong"}']) {
      expectError(await use(body), 'VALIDATION_ERROR');
    }
  });

  it('cannot be guessed: soon it is 429', async () => {
    const refused = await eventually(
      () => use(OWNER),
      ({ status }) => status !== 401,
    );
    expectLimited(refused, 10);
  });
});
