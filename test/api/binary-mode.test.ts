/** CloudEvents over HTTP, binary content mode: https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/http-protocol-binding.md#31-binary-content-mode */
import { expect } from 'chai';
import type { StoredEvent } from '../../backend/model/event.ts';
import { openLine, rawRequest, readAnswers } from '../support/http.ts';
import { expectError, fieldsOf, unique, useServer } from './support.ts';

type Headers = Readonly<Record<string, string>>;

function attributes(over: Headers = {}): Headers {
  return {
    'ce-specversion': '1.0',
    'ce-type': 'deployment',
    'ce-source': unique('source'),
    'ce-time': '2025-01-15T12:30:00Z',
    'ce-id': unique('id'),
    ...over,
  };
}

describe('CloudEvents binary mode', () => {
  const server = useServer();
  const post = (headers: Headers, body = '{"description":"as planned"}') =>
    server().client.postText<StoredEvent>(body, 'application/json', headers);

  it('reads attributes from headers and data from the body', async () => {
    const headers = attributes({
      'ce-subject': 'production',
      'ce-severity': 'MAJOR',
      'ce-version': '1.2.3',
      'ce-dataschema': 'https://example.com/schema',
      'ce-region': 'eu',
    });
    const { status, body } = await post(headers);
    expect(status).to.equal(201);
    expect(body.data).to.deep.include({
      id: headers['ce-id'],
      specversion: '1.0',
      type: 'deployment',
      source: headers['ce-source'],
      time: '2025-01-15T12:30:00.000Z',
      subject: 'production',
      severity: 'MAJOR',
      version: '1.2.3',
      dataschema: 'https://example.com/schema',
      data: { description: 'as planned' },
      region: 'eu',
    });
  });

  it('takes the content type for datacontenttype', async () => {
    const { body } = await post(attributes());
    expect(body.data.datacontenttype).to.match(/^application\/json/);
  });

  it('takes header names in any case, and NOW', async () => {
    const { status } = await post({
      'CE-SpecVersion': '1.0',
      'Ce-Type': 'rollback',
      'CE-SOURCE': unique('source'),
      'cE-tImE': 'now',
    });
    expect(status).to.equal(201);
  });

  it('takes an empty body as an event without data', async () => {
    const { status, body } = await post(attributes(), '');
    expect(status).to.equal(201);
    expect(body.data.data).to.equal(null);
  });

  const DECODED: readonly (readonly [string, string])[] = [
    ['Gr%C3%B6%C3%9Fe', 'Größe'],
    ['%F0%9F%98%80', '😀'],
    ['100%25', '100%'],
    ['a%20b', 'a b'],
    ['%22quoted%22', '"quoted"'],
    ['"with space"', 'with space'],
    ['"say \\"hi\\""', 'say "hi"'],
    ['"back\\\\slash"', 'back\\slash'],
    ['100% sure', '100% sure'],
    ['%zz', '%zz'],
    ['a+b', 'a+b'],
    ['//github.com/acme/shop', '//github.com/acme/shop'],
  ];
  for (const [sent, meant] of DECODED) {
    it(`decodes ${sent}`, async () => {
      const { status, body } = await post(attributes({ 'ce-subject': sent, 'ce-note': sent }));
      expect(status).to.equal(201);
      expect(body.data.subject).to.equal(meant);
      expect(body.data['note']).to.equal(meant);
    });
  }

  it('takes UTF-8 that was not encoded, as many clients send it', async () => {
    const { milepost } = server();
    const headers = { ...attributes({ 'ce-subject': 'Größe 😀' }) };
    const line = await openLine(milepost.port);
    line.socket.write(
      rawRequest(
        'POST /api/v1/events',
        [
          `Authorization: Bearer ${milepost.key}`,
          'Content-Type: application/json',
          ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        ],
        '{}',
      ),
    );
    const [answer] = readAnswers<StoredEvent>(await line.closed);
    expect(answer?.status).to.equal(201);
    expect(answer?.body.data.subject).to.equal('Größe 😀');
  });

  it('finds a replay of an event that came in structured mode', async () => {
    const headers = attributes();
    const first = await server().client.post({
      specversion: '1.0',
      type: 'deployment',
      source: headers['ce-source'],
      time: headers['ce-time'],
      id: headers['ce-id'],
      data: { description: 'as planned' },
    });
    expect(first.status).to.equal(201);
    expect((await post(headers)).status).to.equal(200);
  });
});

describe('CloudEvents binary mode refuses', () => {
  const server = useServer();
  const post = (headers: Headers, body = '{}') =>
    server().client.postText<StoredEvent>(body, 'application/json', headers);
  const REFUSED: readonly (readonly [string, Headers, string])[] = [
    ['another specversion', { 'ce-specversion': '0.3' }, 'specversion'],
    ['an empty type', { 'ce-type': '' }, 'type'],
    ['a time without an offset', { 'ce-time': '2025-01-15T12:30:00' }, 'time'],
    ['a severity that is none', { 'ce-severity': 'HUGE' }, 'severity'],
    ['a subject that is too long', { 'ce-subject': 'x'.repeat(51) }, 'subject'],
    ['a name that is no attribute’s', { 'ce-some_thing': 'x' }, 'some_thing'],
    ['a name with a dash', { 'ce-some-thing': 'x' }, 'some-thing'],
    ['a name that is too long', { [`ce-${'x'.repeat(21)}`]: 'x' }, 'x'.repeat(21)],
    ['data in base64', { 'ce-data_base64': 'e30=' }, 'data_base64'],
    ['an encoded NUL', { 'ce-subject': 'a%00b' }, 'subject'],
  ];
  for (const [what, over, field] of REFUSED) {
    it(`${what}, naming ${field}`, async () => {
      const answer = await post(attributes(over));
      expectError(answer, 'VALIDATION_ERROR');
      expect(fieldsOf(answer)).to.deep.equal([field]);
    });
  }

  it('missing attributes, all of them at once', async () => {
    const answer = await post({ 'ce-specversion': '1.0' });
    expectError(answer, 'VALIDATION_ERROR');
    expect(fieldsOf(answer)).to.have.members(['type', 'source', 'time']);
  });

  for (const body of ['[]', '"text"', '1', 'true']) {
    it(`${body} as data`, async () => {
      const answer = await post(attributes(), body);
      expectError(answer, 'VALIDATION_ERROR');
      expect(fieldsOf(answer)).to.deep.equal(['data']);
    });
  }

  it('a body that is no JSON', async () => {
    expectError(await post(attributes(), '{"a":'), 'VALIDATION_ERROR', 'body');
  });

  // The binding: byte sequences that are invalid in UTF-8 MUST be rejected.
  for (const bytes of ['%FF%FE', '%C0%A0', '%E2%82', '%ED%A0%80']) {
    it(`${bytes} as an attribute, which is no UTF-8`, async () => {
      const answer = await post(attributes({ 'ce-subject': bytes }));
      expectError(answer, 'VALIDATION_ERROR');
      expect(fieldsOf(answer)).to.deep.equal(['subject']);
    });
  }
});
