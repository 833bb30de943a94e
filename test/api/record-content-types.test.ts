import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { StoredEvent } from '../../backend/model/event.ts';
import { expectError, sample, useServer } from './support.ts';

describe('The content types of one event', () => {
  const server = useServer();
  const ACCEPTED = [
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    'Application/JSON',
    'application/cloudevents+json',
    'application/cloudevents+json; charset=utf-8',
    'application/cloudevents+json; charset=UTF-8',
  ];
  for (const type of ACCEPTED) {
    it(`takes ${type}`, async () => {
      const event = sample({ data: { description: 'Größe 😀' } });
      const answer = await server().client.postText<StoredEvent>(JSON.stringify(event), type);
      expect(answer.status, answer.text).to.equal(201);
      expect(answer.body.data.data).to.deep.equal(event['data']);
      expect(answer.body.data.datacontenttype).to.equal('application/json');
    });
  }

  const REFUSED = [
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/cloudevents+xml',
    'application/cloudevents',
    'application/jsonp',
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-16',
    'json',
    'constructor',
  ];
  for (const type of REFUSED) {
    it(`refuses ${type} with 415`, async () => {
      const answer = await server().client.postText(JSON.stringify(sample()), type);
      expectError(answer, 'UNSUPPORTED_MEDIA_TYPE');
    });
  }

  it('refuses a body without a content type with 415, and names what it takes', async () => {
    const { client } = server();
    const answer = await client.send('POST', '/api/v1/events', {
      body: new TextEncoder().encode(JSON.stringify(sample())),
    });
    expectError(answer, 'UNSUPPORTED_MEDIA_TYPE', 'application/json');
  });

  it('takes an event without ce-specversion as structured, whatever other ce- headers say', async () => {
    const event = sample();
    const { status, body } = await server().client.post(event, { 'ce-id': 'other', 'ce-foo': 'x' });
    expect(status).to.equal(201);
    expect(body.data.id).to.equal(event['id']);
    expect(body.data).to.not.have.property('foo');
  });
});

describe('Compressed bodies', () => {
  const server = useServer();
  const ENCODINGS = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync } as const;

  for (const [encoding, compress] of Object.entries(ENCODINGS)) {
    it(`takes ${encoding}`, async () => {
      const event = sample({ data: { description: 'packed' } });
      const answer = await server().client.postText<StoredEvent>(
        compress(JSON.stringify(event)),
        'application/json',
        { 'Content-Encoding': encoding },
      );
      expect(answer.status, answer.text).to.equal(201);
      expect(answer.body.data.data).to.deep.equal(event['data']);
    });
  }

  it('refuses bytes that are no gzip with 400', async () => {
    const answer = await server().client.postText(JSON.stringify(sample()), 'application/json', {
      'Content-Encoding': 'gzip',
    });
    expectError(answer, 'VALIDATION_ERROR', 'body');
  });

  it('refuses gzip that ends too early with 400', async () => {
    const whole = gzipSync(JSON.stringify(sample()));
    const answer = await server().client.postText(whole.subarray(0, -12), 'application/json', {
      'Content-Encoding': 'gzip',
    });
    expectError(answer, 'VALIDATION_ERROR', 'body');
  });

  it('refuses an encoding that it does not know with 415', async () => {
    const answer = await server().client.postText('x', 'application/json', {
      'Content-Encoding': 'rot13',
    });
    expectError(answer, 'UNSUPPORTED_MEDIA_TYPE', 'rot13');
  });

  it('measures what comes out: a small body that unpacks to 50 MB is a 413', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, ' '));
    expect(bomb.length).to.be.below(60_000);
    const answer = await server().client.postText(bomb, 'application/json', {
      'Content-Encoding': 'gzip',
    });
    expectError(answer, 'PAYLOAD_TOO_LARGE');
  });
});
