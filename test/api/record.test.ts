import { expect } from 'chai';
import type { StoredEvent } from '../../backend/model/event.ts';
import { EVENTS } from '../support/http.ts';
import { sample, unique, useServer, without } from './support.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const MEMBERS = [
  'id',
  'specversion',
  'type',
  'source',
  'time',
  'subject',
  'severity',
  'version',
  'datacontenttype',
  'dataschema',
  'data',
  'createdAt',
];

describe('Recording an event', () => {
  const server = useServer();

  it('answers 201 with the stored event, every field as it was sent', async () => {
    const event = sample({
      subject: 'acme-production-eu',
      severity: 'CRITICAL',
      version: '2.4.1+build.7',
      datacontenttype: 'application/vnd.acme+json',
      dataschema: 'https://example.com/schema.json',
      data: { description: 'hot fix', timezone: 'Europe/Berlin', commits: [1, { sha: 'abc' }] },
    });
    const { status, headers, body } = await server().client.post(event);
    expect(status).to.equal(201);
    expect(headers.get('content-type')).to.match(/^application\/json/);
    expect(Object.keys(body)).to.deep.equal(['success', 'data']);
    expect(body.success).to.equal(true);
    expect(body.data).to.deep.equal({
      ...event,
      time: '2025-01-15T12:30:00.000Z',
      createdAt: body.data.createdAt,
    });
  });

  it('fills in what is absent: null, and application/json for datacontenttype', async () => {
    const event = sample();
    const { body } = await server().client.post(event);
    expect(body.data).to.deep.include({
      subject: null,
      severity: null,
      version: null,
      datacontenttype: 'application/json',
      dataschema: null,
      data: null,
    });
  });

  it('makes a UUID for an event without an id, another one each time', async () => {
    const event = without('id');
    const answers = await Promise.all([1, 2, 3].map(() => server().client.post(event)));
    for (const { status, body } of answers) {
      expect(status).to.equal(201);
      expect(body.data.id).to.match(UUID);
    }
    expect(new Set(answers.map(({ body }) => body.data.id)).size).to.equal(3);
  });

  it('gives the members back in the order of the contract, extensions last', async () => {
    const { body } = await server().client.post({
      traceparent: '00-abc-01',
      data: {},
      ...sample({ subject: 'staging' }),
      region: 'eu',
    });
    const names = Object.keys(body.data);
    expect(names.slice(0, MEMBERS.length)).to.deep.equal(MEMBERS);
    expect(names.slice(MEMBERS.length)).to.have.members(['region', 'traceparent']);
  });

  it('says when the server received it', async () => {
    const before = Date.now();
    const { body } = await server().client.post(sample());
    const received = Date.parse(body.data.createdAt);
    expect(received).to.be.within(before, Date.now());
    expect(body.data.createdAt).to.equal(new Date(received).toISOString());
  });

  for (const now of ['NOW', 'now', 'Now', 'nOw']) {
    it(`takes ${now} for the time of the server`, async () => {
      const { body } = await server().client.post(sample({ time: now }));
      expect(body.data.time).to.equal(body.data.createdAt);
    });
  }

  it('gives the same event back from the list, from its id and from a replay', async () => {
    const event = sample({ region: 'eu', weight: 3, data: { b: 1, a: [null, true] } });
    const { client } = server();
    const { body, headers } = await client.post(event);
    const listed = await client.list({ source: String(event['source']) });
    const one = await client.get<StoredEvent>(headers.get('location') ?? '');
    const replay = await client.post(event);
    expect(listed.body.data).to.deep.equal([body.data]);
    expect(one.body.data).to.deep.equal(body.data);
    expect(replay.body.data).to.deep.equal(body.data);
  });

  it('answers at the path with a slash at its end too', async () => {
    const { client } = server();
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify(sample());
    expect((await client.send('POST', `${EVENTS}/`, { headers, body })).status).to.equal(201);
  });
});

describe('The Location of a recorded event', () => {
  const server = useServer();
  const HARD = [
    'plain',
    '//github.com/acme/shop',
    'https://example.com/a?b=c&d=e#f',
    'with space and + plus',
    '100% & more; a=b',
    '"double" and \'single\'',
    'Ünïcödé 倉庫 😀',
    'back\\slash',
    'v1.2.3',
    '.hidden',
    '...',
    'a/../b',
    '%2F%00',
    '<script>alert(1)</script>',
    'tab\tand\nline',
  ];

  for (const name of HARD) {
    it(`leads to the event as it is, for ${JSON.stringify(name)}`, async () => {
      const { client } = server();
      const event = sample({ id: name, source: `${name} of ${unique('source')}` });
      const { status, headers, body } = await client.post(event);
      expect(status).to.equal(201);
      const location = headers.get('location') ?? '';
      expect(location).to.match(/^\/api\/v1\/events\/[^/?#\s]+\?source=[^&#\s]+$/);
      const found = await client.get<StoredEvent>(location);
      expect(found.status).to.equal(200);
      expect(found.body.data).to.deep.equal(body.data);
    });
  }

  for (const name of ['summary', 'facets', 'stream', 'export', 'constructor', '__proto__']) {
    it(`leads to the event whose id is the word ${name}`, async () => {
      const { client } = server();
      const { headers, body } = await client.post(sample({ id: name }));
      const aborted = AbortSignal.timeout(1000);
      const response = await fetch(client.url + headers.get('location'), {
        headers: { Authorization: `Bearer ${client.key}` },
        signal: aborted,
      });
      expect(response.status).to.equal(200);
      expect(((await response.json()) as { data: unknown }).data).to.deep.equal(body.data);
    });
  }

  it('is there for a replay too', async () => {
    const { client } = server();
    const event = sample();
    const first = await client.post(event);
    const second = await client.post(event);
    expect(second.headers.get('location')).to.equal(first.headers.get('location'));
  });
});
