/** An event is identified by (organization, source, id): contract 3. */
import { expect } from 'chai';
import { expectError, type Sent, sample, unique, useServer, without } from './support.ts';

const WHOLE: Sent = {
  subject: 'production',
  severity: 'MAJOR',
  version: '1.2.3',
  datacontenttype: 'application/json',
  dataschema: 'https://example.com/schema',
  data: { description: 'as planned', list: [1, { a: 1, b: 2 }] },
  region: 'eu',
  weight: 3,
};

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).reverse();
  return Object.fromEntries(members.map(([name, member]) => [name, reversed(member)]));
}

describe('The same event again', () => {
  const server = useServer();

  it('is answered with 200, the stored event and Idempotency-Replayed', async () => {
    const { client } = server();
    const event = sample(WHOLE);
    const first = await client.post(event);
    const second = await client.post(event);
    expect(first.status).to.equal(201);
    expect(first.headers.has('idempotency-replayed')).to.equal(false);
    expect(second.status).to.equal(200);
    expect(second.headers.get('idempotency-replayed')).to.equal('true');
    expect(second.body).to.deep.equal(first.body);
  });

  it('is stored once', async () => {
    const { client } = server();
    const event = sample();
    await client.post(event);
    await client.post(event);
    const { body } = await client.list({ source: String(event['source']) });
    expect(body.data).to.have.length(1);
  });

  it('may have its members in another order, inside of data too', async () => {
    const { client } = server();
    const event = sample(WHOLE);
    await client.post(event);
    const { status } = await client.post(reversed(event));
    expect(status).to.equal(200);
  });

  it('may write the same instant in another way', async () => {
    const { client } = server();
    const event = sample({ time: '2025-01-15T12:30:00Z' });
    await client.post(event);
    for (const time of [
      '2025-01-15T14:30:00+02:00',
      '2025-01-15T12:30:00.0009Z',
      'Wed, 15 Jan 2025 13:30:00 +0100',
    ]) {
      expect((await client.post({ ...event, time })).status, time).to.equal(200);
    }
  });

  it('may spell out what is the default', async () => {
    const { client } = server();
    const event = sample();
    await client.post(event);
    const spelt = { ...event, datacontenttype: 'application/json', subject: null, severity: '' };
    expect((await client.post(spelt)).status).to.equal(200);
  });

  it('may write numbers in another way', async () => {
    const { client } = server();
    const text = JSON.stringify(sample({ data: { n: 100, zero: 0 } }));
    expect((await client.postText(text, 'application/json')).status).to.equal(201);
    const other = text.replace('"n":100,"zero":0', '"n":1e2,"zero":-0.0');
    expect((await client.postText(other, 'application/json')).status).to.equal(200);
  });
});

describe('A retry that says NOW', () => {
  const server = useServer();

  it('is the same event, and keeps the time of the first', async () => {
    const { client } = server();
    const event = sample({ time: 'NOW' });
    const first = await client.post(event);
    const second = await client.post({ ...event, time: 'now' });
    expect(second.status).to.equal(200);
    expect(second.body.data.time).to.equal(first.body.data.time);
  });

  it('is the same as one with a time of its own', async () => {
    const { client } = server();
    const event = sample();
    const first = await client.post(event);
    const second = await client.post({ ...event, time: 'NOW' });
    expect(second.status).to.equal(200);
    expect(second.body.data.time).to.equal(first.body.data.time);
  });

  it('and differs elsewhere is a conflict that does not speak of time', async () => {
    const { client } = server();
    const event = sample({ time: 'NOW' });
    await client.post(event);
    const answer = await client.post({ ...event, version: '2' });
    expectError(answer, 'CONFLICT', 'version');
    expect(answer.body.error).to.not.match(/\btime\b/);
  });

  it('cannot be answered with another time', async () => {
    const { client } = server();
    const event = sample({ time: 'NOW' });
    const { body } = await client.post(event);
    expect((await client.post({ ...event, time: body.data.time })).status).to.equal(200);
    expectError(await client.post({ ...event, time: '2025-01-15T12:30:00Z' }), 'CONFLICT', 'time');
  });
});

describe('The same source and id with other content', () => {
  const server = useServer();
  const CHANGES: Sent = {
    type: 'rollback',
    time: '2025-01-15T12:30:01Z',
    subject: 'staging',
    severity: 'LOW',
    version: '1.2.4',
    datacontenttype: 'text/plain',
    dataschema: null,
    data: { description: 'as planned', list: [{ a: 1, b: 2 }, 1] },
  };

  for (const [name, value] of Object.entries(CHANGES)) {
    it(`is a 409 that names ${name}`, async () => {
      const { client } = server();
      const event = sample(WHOLE);
      const first = await client.post(event);
      const answer = await client.post({ ...event, [name]: value });
      expectError(answer, 'CONFLICT', new RegExp(`\\b${name}\\b`));
      const { body } = await client.list({ source: String(event['source']) });
      expect(body.data).to.deep.equal([first.body.data]);
    });
  }

  const EXTENSIONS: readonly (readonly [string, Sent])[] = [
    ['changed', { region: 'us' }],
    ['gone', { region: null }],
    ['new', { zone: 'a' }],
    ['of another type', { weight: '3' }],
  ];
  for (const [what, over] of EXTENSIONS) {
    it(`is a 409 when an extension is ${what}`, async () => {
      const { client } = server();
      const event = sample(WHOLE);
      await client.post(event);
      expectError(await client.post({ ...event, ...over }), 'CONFLICT');
    });
  }

  it('is a 409 when data gained or lost a key', async () => {
    const { client } = server();
    const event = sample({ data: { a: 1 } });
    await client.post(event);
    for (const data of [{ a: 1, b: null }, {}, null, { a: '1' }]) {
      expectError(await client.post({ ...event, data }), 'CONFLICT', 'data');
    }
  });

  it('is 400 rather than 409 when it is not valid', async () => {
    const { client } = server();
    const event = sample();
    await client.post(event);
    expectError(await client.post({ ...event, severity: 'HUGE' }), 'VALIDATION_ERROR');
  });
});

describe('The identity of an event', () => {
  const server = useServer();

  it('has the source in it: the same id elsewhere is another event', async () => {
    const { client } = server();
    const event = sample();
    expect((await client.post(event)).status).to.equal(201);
    expect((await client.post({ ...event, source: unique('other') })).status).to.equal(201);
  });

  it('is exact: case, space and Unicode form tell ids apart', async () => {
    const { client } = server();
    const source = unique('source');
    for (const id of ['Id', 'id', 'ID', ' id', 'id ', 'é', 'e\u0301', 'i\u200bd']) {
      expect((await client.post(sample({ source, id }))).status, id).to.equal(201);
    }
  });

  it('is not guessed where there is no id: two events', async () => {
    const { client } = server();
    const event = without('id');
    expect((await client.post(event)).status).to.equal(201);
    expect((await client.post(event)).status).to.equal(201);
    const { body } = await client.list({ source: String(event['source']) });
    expect(body.data).to.have.length(2);
  });

  it('may be the id that the server made', async () => {
    const { client } = server();
    const event = without('id');
    const { body } = await client.post(event);
    expect((await client.post({ ...event, id: body.data.id })).status).to.equal(200);
  });
});

describe('A race', () => {
  const server = useServer();
  const statuses = (answers: readonly { status: number }[]) =>
    answers.map(({ status }) => status).sort();

  it('of twenty equal events has exactly one 201, and one event', async () => {
    const { client } = server();
    const event = sample(WHOLE);
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.post(event)));
    expect(statuses(answers)).to.deep.equal([...Array(19).fill(200), 201]);
    const { body } = await client.list({ source: String(event['source']) });
    expect(body.data).to.have.length(1);
    for (const answer of answers) expect(answer.body.data).to.deep.equal(body.data[0]);
  });

  it('of twenty that say NOW has exactly one 201', async () => {
    const { client } = server();
    const event = sample({ time: 'NOW' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.post(event)));
    expect(statuses(answers)).to.deep.equal([...Array(19).fill(200), 201]);
  });

  it('of twenty different contents has one 201, and conflicts', async () => {
    const { client } = server();
    const event = sample();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => client.post({ ...event, version: `${index}` })),
    );
    expect(statuses(answers)).to.deep.equal([201, ...Array(19).fill(409)]);
    const winner = answers.find(({ status }) => status === 201);
    const { body } = await client.list({ source: String(event['source']) });
    expect(body.data).to.deep.equal([winner?.body.data]);
  });

  it('between posts and batches of the same events has one winner each', async () => {
    const { client } = server();
    const events = Array.from({ length: 10 }, () => sample());
    const [one, two, ...posts] = await Promise.all([
      client.batch(events),
      client.batch([...events].reverse()),
      ...events.map((event) => client.post(event)),
    ]);
    const created = posts.filter(({ status }) => status === 201).length;
    expect(one.body.data.created + two.body.data.created + created).to.equal(10);
    expect(one.body.data.rejected + two.body.data.rejected).to.equal(0);
  });
});
