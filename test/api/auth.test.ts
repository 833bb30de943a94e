/** API keys: specification 5, contract 5. */
import { expect } from 'chai';
import { type Answer, EVENTS } from '../support/http.ts';
import { eventually, expectError, recordLog, sample, useServer } from './support.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ENDPOINTS = [
  EVENTS,
  `${EVENTS}/some-id`,
  `${EVENTS}/summary`,
  `${EVENTS}/facets`,
  `${EVENTS}/stream`,
  `${EVENTS}/export`,
  '/api/v1/state',
  '/api/v1/whoami',
];

function expectUnauthorized(answer: Answer, message?: RegExp): void {
  expectError(answer, 'UNAUTHORIZED', message);
  expect(answer.headers.get('www-authenticate')).to.match(/^Bearer/);
}

/** The same key with another character at `index`. */
function mistyped(key: string, index: number): string {
  const next = ALPHABET[(ALPHABET.indexOf(key.charAt(index)) + 1) % ALPHABET.length];
  return key.slice(0, index) + next + key.slice(index + 1);
}

describe('A request without a good key', () => {
  const server = useServer();

  for (const path of ENDPOINTS) {
    it(`is a 401 at ${path}`, async () => {
      const { client } = server();
      expectUnauthorized(await client.as(undefined).get(path), /API key is required/);
      expectUnauthorized(await client.as('mp_wrong').get(path));
    });
  }

  it('is a 401 for posts, and nothing is stored', async () => {
    const { client } = server();
    const event = sample();
    expectUnauthorized(await client.as(undefined).post(event));
    const { body } = await client.list({ source: String(event['source']) });
    expect(body.data).to.deep.equal([]);
  });

  const MALFORMED = [
    '',
    'Bearer',
    'Bearer ',
    'Basic dXNlcjpwYXNz',
    'Digest KEY',
    'Token KEY',
    'KEY',
    'BearerKEY',
    'Bearer: KEY',
    'Bearer "KEY"',
    'Bearer KEY KEY',
    'Bearer KEY, Bearer KEY',
    'Bearer token=KEY',
    'Bearer null',
    'Bearer undefined',
    'Bearer mp_',
    'Bearer KEYx',
    'Bearer xKEY',
    'Bearer mp_%00',
  ];
  for (const form of MALFORMED) {
    it(`is a 401 with the header ${JSON.stringify(form)}`, async () => {
      const { client } = server();
      const headers = { Authorization: form.replaceAll('KEY', client.key ?? '') };
      const answer = await client.as(undefined).get(EVENTS, headers);
      expectUnauthorized(answer);
      expect(answer.text).to.not.include(client.key);
    });
  }

  it('is a 401 when the key is elsewhere: in the query, in a cookie, in another header', async () => {
    const { client } = server();
    const key = client.key ?? '';
    const other = client.as(undefined);
    expectUnauthorized(await other.get(`${EVENTS}?key=${key}`));
    expectUnauthorized(await other.get(`${EVENTS}?access_token=${key}`));
    expectUnauthorized(await other.get(EVENTS, { Cookie: `key=${key}` }));
    expectUnauthorized(await other.get(EVENTS, { 'X-Api-Key': key }));
  });

  it('takes the scheme in any case, and more than one space', async () => {
    const { client } = server();
    for (const scheme of ['bearer', 'BEARER', 'bEaReR', 'Bearer  ']) {
      const headers = { Authorization: `${scheme} ${client.key}` };
      expect((await client.as(undefined).get(EVENTS, headers)).status, scheme).to.equal(200);
    }
  });
});

describe('The message of a 401', () => {
  const server = useServer();

  it('tells a missing header, a malformed one and a malformed key apart', async () => {
    const none = server().client.as(undefined);
    const messages = [
      await none.get(EVENTS),
      await none.get(EVENTS, { Authorization: 'Basic x' }),
      await none.get(EVENTS, { Authorization: 'Bearer abc' }),
    ].map(({ body }) => body.error);
    expect(messages[0]).to.match(/required/);
    expect(messages[1]).to.match(/malformed/);
    expect(new Set(messages).size).to.equal(3);
  });

  it('says that a key is mistyped, wherever the mistake is', async () => {
    const { client } = server();
    const key = client.key ?? '';
    for (let index = 3; index < key.length; index += 1) {
      const answer = await client.as(mistyped(key, index)).get(EVENTS);
      expectUnauthorized(answer, /typed|checksum/);
    }
    const swapped = key.slice(0, 3) + key.charAt(4) + key.charAt(3) + key.slice(5);
    if (swapped !== key) {
      expectUnauthorized(await client.as(swapped).get(EVENTS), /typed|checksum/);
    }
  });

  it('says that a key is not known, when its form is right', async () => {
    const { client, milepost } = server();
    const foreign = await milepost.newOrganization('elsewhere');
    await milepost.revoke(foreign);
    const { newSecret } = await import('../../backend/services/keys.ts');
    expectUnauthorized(await client.as(newSecret()).get(EVENTS), /not known|unknown/);
  });

  it('says that a key was revoked', async () => {
    const { client, milepost } = server();
    const key = await milepost.newKey('READ_WRITE');
    await milepost.revoke(key);
    expectUnauthorized(await client.as(key).get(EVENTS), /revoked/);
    expectUnauthorized(await client.as(key).post(sample()), /revoked/);
  });

  it('holds no key', async () => {
    const { client } = server();
    const key = mistyped(client.key ?? '', 10);
    const { text } = await client.as(key).get(EVENTS);
    expect(text).to.not.include(key.slice(3, 20));
  });
});

describe('A key that ends', () => {
  let now = Date.now();
  const server = useServer({ clock: () => now });

  it('works until it expires, and is a 401 that says so from then on', async () => {
    const { client, milepost } = server();
    const expiring = client.as(await milepost.newKey('READ_WRITE', 'default', now + 60_000));
    expect((await expiring.post(sample())).status).to.equal(201);
    now += 59_999;
    expect((await expiring.get(EVENTS)).status).to.equal(200);
    now += 1;
    expectUnauthorized(await expiring.get(EVENTS), /expired/);
    expectUnauthorized(await expiring.post(sample()), /expired/);
    now += 1000;
    expectUnauthorized(await expiring.get(EVENTS), /expired/);
  });

  it('is revoked within 5 s, also where it was just used', async () => {
    const { client, milepost } = server();
    const key = await milepost.newKey('READ_WRITE');
    expect((await client.as(key).get(EVENTS)).status).to.equal(200);
    await milepost.revoke(key);
    now += 5000;
    expectUnauthorized(await client.as(key).get(EVENTS), /revoked/);
  });
});

describe('A READ_ONLY key', () => {
  const server = useServer();

  for (const path of ENDPOINTS.filter((one) => !/some-id|stream/.test(one))) {
    it(`may read ${path}`, async () => {
      expect((await server().reader.get(path)).status).to.equal(200);
    });
  }

  it('may not record, and learns what to do: 403', async () => {
    const { reader, client } = server();
    const event = sample();
    expectError(await reader.post(event), 'FORBIDDEN', 'READ_WRITE');
    expectError(await reader.batch([event]), 'FORBIDDEN');
    expectError(await reader.ndjson(JSON.stringify(event)), 'FORBIDDEN');
    const { body } = await client.list({ source: String(event['source']) });
    expect(body.data).to.deep.equal([]);
  });

  it('is not asked to authenticate: no WWW-Authenticate', async () => {
    const answer = await server().reader.post(sample());
    expect(answer.headers.has('www-authenticate')).to.equal(false);
  });
});

describe('The form of a key', () => {
  const { log, lines } = recordLog();
  const server = useServer({ log });

  it('is mp_, 40 characters and a checksum of 6', () => {
    const { milepost } = server();
    for (const key of [milepost.key, milepost.readKey]) {
      expect(key).to.match(/^mp_[0-9A-Za-z]{40}[0-9A-Za-z]{6}$/);
    }
    expect(milepost.key).to.not.equal(milepost.readKey);
  });

  it('appears in no answer and in no log line', async () => {
    const { client, milepost } = server();
    const { key } = milepost;
    const answers = [
      await client.get('/api/v1/whoami'),
      await client.get(EVENTS),
      await client.post(sample()),
      await client.post({}),
      await client.as(`${key}x`).get(EVENTS),
      await client.get('/nowhere'),
      await client.get('/metrics'),
      await client.get('/openapi.json'),
    ];
    for (const answer of answers) {
      expect(answer.text).to.not.include(key);
      expect([...answer.headers.values()].join()).to.not.include(key);
    }
    await eventually(
      async () => lines.filter(({ text }) => text.startsWith('request ')).length,
      (count) => count >= answers.length,
    );
    for (const { text } of lines) expect(text).to.not.match(/mp_[0-9A-Za-z]{10}/);
  });

  it('is stored as SHA-256 only, with 8 characters for display', async () => {
    const { milepost } = server();
    const records = await milepost.store.keys.list('default');
    expect(records.length).to.be.at.least(2);
    for (const record of records) {
      expect(record.hash).to.match(/^[0-9a-f]{64}$/);
      expect(record.prefix).to.match(/^mp_[0-9A-Za-z]{5}$/);
      expect(JSON.stringify(record)).to.not.match(/mp_[0-9A-Za-z]{10}/);
    }
  });
});
