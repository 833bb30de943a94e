/** API keys: contract 5. */
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { hashSecret, type NewKey, newSecret } from '../../../backend/services/keys.ts';
import { NOW, openKeys, refusal, type TestKeys } from './keys-support.ts';

/** Made once, by another program: keys that are out there have to stay good. */
const KNOWN_SECRETS = [
  `mp_${'0'.repeat(40)}2kaqcA`,
  'mp_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcd0omAup',
  `mp_${'z'.repeat(40)}2x81PZ`,
];
const UNKNOWN = 'UNAUTHORIZED the API key is not known';
const MISTYPED = 'UNAUTHORIZED the API key is mistyped: its checksum does not match';
const MALFORMED = 'UNAUTHORIZED the API key is malformed: it is mp_ and 46 letters and digits';

describe('the secret of a key', () => {
  it('is mp_ and 46 letters and digits, never the same', () => {
    const secrets = Array.from({ length: 300 }, newSecret);
    for (const secret of secrets) expect(secret).to.match(/^mp_[0-9A-Za-z]{46}$/);
    expect(new Set(secrets).size).to.equal(secrets.length);
    // Every digit of base 62 occurs among 12,000 random ones.
    const random = secrets.map((secret) => secret.slice(3, 43)).join('');
    expect(new Set(random).size).to.equal(62);
  });

  it('is stored as its SHA-256', () => {
    for (const secret of [newSecret(), ...KNOWN_SECRETS]) {
      expect(hashSecret(secret)).to.equal(createHash('sha256').update(secret).digest('hex'));
    }
  });
});

describe('the form of a key', () => {
  let test: TestKeys;
  before(async () => {
    test = await openKeys();
  });
  after(() => test.store.close());
  const said = (secret: string) => refusal(test.keys.authenticate(secret));

  it('is right for keys of every age, which the store then does not know', async () => {
    for (const secret of [...KNOWN_SECRETS, newSecret()]) {
      expect(await said(secret)).to.equal(UNKNOWN);
    }
  });

  it('tells every typing mistake, without asking the store', async () => {
    const before = test.calls.length;
    for (const secret of [...KNOWN_SECRETS.slice(1, 2), ...Array.from({ length: 5 }, newSecret)]) {
      for (let index = 3; index < secret.length; index += 1) {
        const [start, one, rest] = [secret.slice(0, index), secret[index], secret.slice(index + 1)];
        expect(await said(`${start}${one === 'x' ? 'y' : 'x'}${rest}`)).to.equal(MISTYPED);
        // Neighbours that changed places.
        if (rest === '' || rest.startsWith(one ?? '')) continue;
        expect(await said(`${start}${rest[0]}${one}${rest.slice(1)}`)).to.equal(MISTYPED);
      }
    }
    expect(test.calls).to.have.length(before);
  });

  const good = KNOWN_SECRETS[1] ?? '';
  for (const secret of [
    '',
    'mp_',
    good.slice(0, -1),
    `${good}0`,
    ` ${good}`,
    `${good}\n`,
    good.toUpperCase(),
    good.replace('mp_', 'mp-'),
    good.replace('A', 'Ä'),
    good.replace('9', '_'),
  ]) {
    it(`is not ${JSON.stringify(secret).slice(0, 14)}, which is not looked up either`, async () => {
      const before = test.calls.length;
      expect(await said(secret)).to.equal(MALFORMED);
      expect(test.calls).to.have.length(before);
    });
  }
});

describe('making a key', () => {
  let test: TestKeys;
  beforeEach(async () => {
    test = await openKeys();
  });
  afterEach(() => test.store.close());
  const request: NewKey = {
    organization: 'default',
    name: 'ci',
    scope: 'READ_ONLY',
    createdBy: 'cli',
  };

  it('gives back the secret once, and a record without it', async () => {
    const expiresAt = NOW + 1;
    const { secret, key } = await test.keys.create({ ...request, expiresAt });
    expect(key).to.deep.equal({
      id: 'key-1',
      organization: 'default',
      name: 'ci',
      scope: 'READ_ONLY',
      prefix: secret.slice(0, 8),
      createdBy: 'cli',
      createdAt: NOW,
      lastUsedAt: null,
      expiresAt,
      revokedAt: null,
    });
    expect(await test.record('key-1')).to.deep.equal({ ...key, hash: hashSecret(secret) });
    expect(await test.keys.list('default')).to.deep.equal([key]);
    expect(await test.keys.list('other')).to.deep.equal([]);
  });

  it('makes one that does not expire unless it is told', async () => {
    for (const expiresAt of [undefined, null]) {
      const { key } = await test.keys.create({ ...request, expiresAt });
      expect(key.expiresAt).to.equal(null);
    }
  });

  const REFUSED: readonly (readonly [string, Partial<NewKey>, string])[] = [
    ['no name', { name: '' }, 'VALIDATION_ERROR name: must not be empty'],
    ['a name of spaces', { name: ' \t\n' }, 'VALIDATION_ERROR name: must not be empty'],
    [
      'a long name',
      { name: '😀'.repeat(101) },
      'VALIDATION_ERROR name: must be at most 100 characters',
    ],
    [
      'an end that is over',
      { expiresAt: NOW },
      'VALIDATION_ERROR expiresAt: must lie in the future',
    ],
    [
      'an organization that is not there',
      { organization: 'nobody' },
      'NOT_FOUND organization: there is no organization nobody',
    ],
  ];
  for (const [what, over, message] of REFUSED) {
    it(`refuses ${what}, and stores nothing`, async () => {
      expect(await refusal(test.keys.create({ ...request, ...over }))).to.equal(message);
      expect(test.calls).to.deep.equal([]);
    });
  }

  it('counts the characters of a name in code points', async () => {
    const name = '😀'.repeat(100);
    expect((await test.keys.create({ ...request, name })).key.name).to.equal(name);
  });
});
