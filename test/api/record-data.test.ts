/** `data` and the extension attributes: contract 2. */
import { expect } from 'chai';
import type { StoredEvent } from '../../backend/model/event.ts';
import { EVENTS } from '../support/http.ts';
import { expectError, fieldsOf, type Sent, sample, useServer } from './support.ts';

/** `{"a":{"a":…}}`, `levels` objects deep. */
function nested(levels: number): unknown {
  let value: unknown = {};
  for (let level = 1; level < levels; level += 1) value = { a: value };
  return value;
}

describe('The data of an event', () => {
  const server = useServer();
  const KEPT: readonly (readonly [string, Sent])[] = [
    ['an empty object', {}],
    ['any JSON', { a: 1, b: 'two', c: [3, [4]], d: { e: null }, f: true, g: -0.5, h: 1e21 }],
    ['keys that mean something to JavaScript', { constructor: 1, prototype: 2, toString: 'x' }],
    [
      'keys that mean something to a database',
      { $where: '1', 'a.b': 2, $gt: { $ne: null }, '': 3 },
    ],
    ['text of every kind', { text: 'a\u0001\t\n"\\/\u2028 倉庫 😀 <script>' }],
    ['keys of every kind', { '😀': 1, 'with space': 2, 'quote"': 3, '0': 4 }],
    ['a member of its own for each known name', { id: 1, source: 2, time: 3, success: false }],
    ['32 levels', nested(32) as Sent],
    ['arrays that are empty, and in each other', { a: [], b: [[[]]] }],
  ];

  for (const [what, data] of KEPT) {
    it(`keeps ${what}`, async () => {
      const { client } = server();
      const { status, body, headers, text } = await client.post(sample({ data }));
      expect(status, text).to.equal(201);
      expect(body.data.data).to.deep.equal(data);
      const found = await client.get<StoredEvent>(headers.get('location') ?? '');
      expect(found.body.data.data).to.deep.equal(data);
    });
  }

  it('keeps __proto__ and constructor as data like any other, harmless', async () => {
    const { client } = server();
    const data = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
    const event = JSON.stringify(sample({ data: 'DATA' })).replace('"DATA"', data);
    const answer = await client.postText<StoredEvent>(event, 'application/json');
    expect(answer.status).to.equal(201);
    expect(answer.text).to.include(data);
    const found = await client.get(answer.headers.get('location') ?? '');
    expect(found.text).to.include('"__proto__":{"polluted":true}');
    expect(found.text).to.include('"constructor":{"prototype":{"polluted":true}}');
    expect(({} as { polluted?: unknown }).polluted).to.equal(undefined);
    expect((await client.postText(event, 'application/json')).status).to.equal(200);
  });

  const REFUSED: readonly (readonly [string, unknown, string])[] = [
    ['an array', [1], 'data'],
    ['an empty array', [], 'data'],
    ['a string', 'text', 'data'],
    ['an empty string', '', 'data'],
    ['a number', 1, 'data'],
    ['a boolean', true, 'data'],
    ['33 levels', nested(33), 'data'],
    ['33 levels with arrays', { a: JSON.parse(`${'['.repeat(32)}${']'.repeat(32)}`) }, 'data'],
    ['a description that is no string', { description: 1 }, 'data.description'],
    ['a description that is an object', { description: { text: 'x' } }, 'data.description'],
    ['a timezone that is no string', { timezone: 2 }, 'data.timezone'],
    ['a timezone that is a list', { timezone: ['UTC'] }, 'data.timezone'],
  ];
  for (const [what, data, field] of REFUSED) {
    it(`may not be or have ${what}`, async () => {
      const answer = await server().client.post(sample({ data }));
      expectError(answer, 'VALIDATION_ERROR');
      expect(fieldsOf(answer)).to.deep.equal([field]);
    });
  }

  it('may name a time zone that nobody knows', async () => {
    const data = { timezone: 'Mars/Olympus', description: '' };
    const { status, body } = await server().client.post(sample({ data }));
    expect(status).to.equal(201);
    expect(body.data.data).to.deep.equal(data);
  });

  it('names both of its fields when both are wrong', async () => {
    const answer = await server().client.post(sample({ data: { description: 1, timezone: 2 } }));
    expectError(answer, 'VALIDATION_ERROR');
    expect(fieldsOf(answer)).to.deep.equal(['data.description', 'data.timezone']);
  });
});

describe('Extension attributes', () => {
  const server = useServer();
  const many = (count: number): Sent =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`ext${index}`, index]));

  it('are kept and given back at the top level, with their types', async () => {
    const { client } = server();
    const extensions = {
      a: 'text',
      a2: 0,
      integer: -7,
      number: 1.5,
      yes: true,
      no: false,
      x0123456789abcdefghi: 'twenty',
      constructor: 'harmless',
      createdat: 'not createdAt',
    };
    const answer = await client.post(sample(extensions));
    expect(answer.status, answer.text).to.equal(201);
    expect(answer.body.data).to.include(extensions);
    const found = await client.get<StoredEvent>(answer.headers.get('location') ?? '');
    expect(found.body.data).to.include(extensions);
  });

  it('may be 20, and not one more', async () => {
    const { client } = server();
    const good = await client.post(sample(many(20)));
    expect(good.status, good.text).to.equal(201);
    expect(good.body.data).to.include(many(20));
    expectError(await client.post(sample(many(21))), 'VALIDATION_ERROR', '20');
  });

  it('do not count when they are null', async () => {
    const event = sample({ ...many(20), gone: null, away: null });
    const { status, body } = await server().client.post(event);
    expect(status).to.equal(201);
    expect(body.data).to.not.have.any.keys('gone', 'away');
  });

  const NAMES = [
    'Region',
    'my_ext',
    'my-ext',
    'my.ext',
    'ext ension',
    'größe',
    'x0123456789abcdefghij',
    '',
    ' ',
    '$set',
    'createdAt',
    'specVersion',
    'environment!',
    '😀',
  ];
  for (const name of NAMES) {
    it(`may not be called ${JSON.stringify(name)}, and the error says so`, async () => {
      const answer = await server().client.post(sample({ [name]: 'x' }));
      expectError(answer, 'VALIDATION_ERROR');
      expect(answer.body.error.startsWith(`${name}: `)).to.equal(true);
    });
  }

  it('may not be called __proto__', async () => {
    const text = JSON.stringify(sample({ PROTO: { polluted: true } })).replace(
      'PROTO',
      '__proto__',
    );
    const answer = await server().client.postText(text, 'application/json');
    expectError(answer, 'VALIDATION_ERROR', /^__proto__: /);
  });

  for (const value of [{}, { a: 1 }, [], ['x'], 'x'.repeat(501)]) {
    it(`may not be ${JSON.stringify(value).slice(0, 12)}`, async () => {
      const answer = await server().client.post(sample({ region: value }));
      expectError(answer, 'VALIDATION_ERROR', /^region: /);
    });
  }

  it('may not be a number that JSON cannot give back', async () => {
    const text = JSON.stringify(sample({ weight: 1 })).replace('"weight":1', '"weight":1e999');
    expectError(
      await server().client.postText(text, 'application/json'),
      'VALIDATION_ERROR',
      /^weight: /,
    );
  });

  for (const value of ['e30=', '', 1, {}]) {
    it(`may not be data_base64, here ${JSON.stringify(value)}`, async () => {
      const answer = await server().client.post(sample({ data_base64: value }));
      expectError(answer, 'VALIDATION_ERROR', /^data_base64: /);
    });
  }

  it('do not clash with what the server keeps', async () => {
    const { client } = server();
    const extensions = {
      organization: 'other',
      receipt: 'x',
      seq: 1,
      success: 'no',
      toString: 'x',
    };
    const { toString: _, ...allowed } = extensions;
    const event = sample(allowed);
    const answer = await client.post(event);
    expect(answer.status).to.equal(201);
    expect(answer.body.data).to.include(allowed);
    const listed = await client.send('GET', `${EVENTS}?source=${event['source']}`);
    expect((listed.body.data as StoredEvent[])[0]).to.include(allowed);
  });
});
