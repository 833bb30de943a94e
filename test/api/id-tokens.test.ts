/** Which id tokens are good: signature, audience, times, issuer. Without a key in the pipeline. */
import { expect } from 'chai';
import { SignJWT, UnsecuredJWT } from 'jose';
import { TESTER } from '../support/audit.ts';
import { type Answer, EVENTS } from '../support/http.ts';
import { startIssuer } from '../support/issuer.ts';
import { startTrustWorld, type TrustWorld, useTrustWorld } from '../support/trust.ts';
import { expectError, type LogLine, recordLog, sample } from './support.ts';

function expectRefused(answer: Answer, message: RegExp, token = ''): void {
  expectError(answer, 'UNAUTHORIZED', message);
  expect(answer.headers.get('www-authenticate')).to.match(/^Bearer/);
  for (const part of token.split('.')) if (part !== '') expect(answer.text).to.not.include(part);
}

describe('An id token of a trusted repository', () => {
  let now = Date.now();
  const world = useTrustWorld({ clock: () => now });
  before(() => world().trust({ resourceId: '4711' }));

  it('records and reads, by every door of HTTP', async () => {
    const job = await world().job();
    const { body, status } = await job.post(sample());
    expect(status).to.equal(201);
    expect((await job.get(`${EVENTS}/${body.data.id}`)).status).to.equal(200);
    expect((await job.batch([sample()])).status).to.equal(201);
    expect((await job.get('/api/v1/whoami')).body.data).to.deep.equal({
      organization: { id: 'default', name: 'Default organization' },
      scope: 'READ_WRITE',
    });
    const mcp = await job.send('POST', '/api/mcp/mcp', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    expect(mcp.status).to.equal(200);
    expect(mcp.text).to.include('query_events');
  });

  it('is good with a slash behind the address that it is for', async () => {
    const { job, milepost } = world();
    const client = await job({ aud: `${milepost.url}/` });
    expect((await client.post(sample())).status).to.equal(201);
    const list = await job({ aud: ['https://elsewhere.example.com', milepost.url] });
    expect((await list.post(sample())).status).to.equal(201);
  });

  it('is checked once, not for every request', async () => {
    const { issuer, job } = world();
    const client = await job();
    await client.post(sample());
    const before = issuer.requests.length;
    for (let count = 0; count < 5; count += 1) await client.post(sample());
    expect(issuer.requests).to.have.length(before);
  });

  it('works until it expires, give or take half a minute', async () => {
    const client = await world().job();
    expect((await client.get(EVENTS)).status).to.equal(200);
    now += 329_000;
    expect((await client.get(EVENTS)).status).to.equal(200);
    now += 2000;
    expectRefused(await client.get(EVENTS), /has expired/, client.key);
  });

  it('works for a day at the most, whatever it says', async () => {
    const seconds = Math.floor(now / 1000);
    const client = await world().job({ exp: seconds + 900_000 });
    expect((await client.get(EVENTS)).status).to.equal(200);
    now += 86_400_000 + 31_000;
    expectRefused(await client.get(EVENTS), /has expired/, client.key);
  });

  const seconds = (offset: number) => Math.floor(now / 1000) + offset;
  const REFUSALS: Readonly<Record<string, [() => Record<string, unknown>, RegExp]>> = {
    'for another audience': [
      () => ({ aud: 'https://elsewhere.example.com' }),
      /for another audience, ask the CI for one for http:\/\/127\.0\.0\.1:\d+$/,
    ],
    'for GitHub’s own audience': [() => ({ aud: 'https://github.com/acme' }), /another audience/],
    'for no audience': [() => ({ aud: undefined }), /another audience/],
    'that has expired': [() => ({ exp: seconds(-40) }), /has expired/],
    'without an end': [() => ({ exp: undefined }), /lacks a valid exp/],
    'that is not valid yet': [() => ({ nbf: seconds(60) }), /not valid yet/],
    'from the future': [() => ({ iat: seconds(60) }), /not valid yet/],
    'without a beginning': [() => ({ iat: undefined }), /not valid yet/],
    'of a person, not of a job': [
      () => ({ repository: undefined, repository_id: undefined, email: 'me@example.com' }),
      /names no repository/,
    ],
    'with the claims of another CI': [
      () => ({ repository_id: undefined, project_id: '4711', project_path: 'acme/shop' }),
      /names no repository/,
    ],
    'with an id that is none': [() => ({ repository_id: { $ne: '' } }), /names no repository/],
    'with a name that is none': [() => ({ repository: 'acme/shop; rm -rf /' }), /names no/],
  };
  for (const [name, [claims, message]] of Object.entries(REFUSALS)) {
    it(`is refused ${name}`, async () => {
      const client = await world().job(claims());
      expectRefused(await client.post(sample()), message, client.key);
    });
  }

  it('is refused with another signature, or none', async () => {
    const { token, as, issuer, milepost } = world();
    const [header, payload, signature = ''] = (await token()).split('.');
    const reversed = [...signature].reverse().join('');
    const claims = { repository: 'acme/shop', repository_id: '4711' };
    const unsigned = new UnsecuredJWT(claims)
      .setIssuer(issuer.url)
      .setAudience(milepost.url)
      .setIssuedAt(seconds(0))
      .setExpirationTime(seconds(300))
      .encode();
    const shared = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: 'key-1' })
      .setIssuer(issuer.url)
      .setAudience(milepost.url)
      .setIssuedAt(seconds(0))
      .setExpirationTime(seconds(300))
      .sign(new TextEncoder().encode(await issuer.publicKey()));
    const FORGED: readonly (readonly [string, RegExp])[] = [
      [`${header}.${payload}.${reversed}`, /wrong signature/],
      [`${header}.${payload}.`, /wrong signature/],
      [unsigned, /public-key algorithm/],
      [shared, /public-key algorithm/],
      [`${header}.e30.${signature}`, /malformed|no repository of/],
      [`eyJub25lIjoxfQ.${payload}.${signature}`, /malformed/],
      [`${header}.bm90IGpzb24.${signature}`, /malformed/],
    ];
    for (const [forged, message] of FORGED) {
      expectRefused(await as(forged).post(sample()), message, forged);
    }
  });

  it('is refused when another issuer has signed it in the name of this one', async () => {
    const { issuer, as, milepost } = world();
    const other = await startIssuer({ clock: () => now });
    const token = await other.sign({
      iss: issuer.url,
      aud: milepost.url,
      repository: 'acme/shop',
      repository_id: '4711',
    });
    await other.close();
    expectRefused(await as(token).post(sample()), /wrong signature/, token);
  });
});

describe('A bearer that is neither a key nor an id token', () => {
  const world = useTrustWorld();

  it('is told to be a malformed key', async () => {
    for (const bearer of ['abc', 'a.b.c', 'eyJhbGciOiJSUzI1NiJ9', 'eyJhbGciOiJSUzI1NiJ9.e30']) {
      expectRefused(await world().as(bearer).post(sample()), /API key is malformed/);
    }
  });
});

describe('An issuer that nobody named', () => {
  const world = useTrustWorld();

  it('is never asked for anything', async () => {
    const { issuer, milepost, as, trust, trusts } = world();
    const stranger = await startIssuer();
    const token = await stranger.sign({ aud: milepost.url, repository: 'a/b', repository_id: '1' });
    const refused = async () =>
      expectRefused(
        await as(token).post(sample()),
        /no repository of the id token’s issuer/,
        token,
      );
    await refused();
    await trust();
    await refused();
    // Nor is one that was named, once all its repositories are revoked.
    const { id } = await trust({ issuer: stranger.url, name: 'a/b' });
    await trusts.revoke('default', id, TESTER);
    await refused();
    expect(stranger.requests).to.deep.equal([]);
    expect(issuer.requests).to.deep.equal([]);
    await stranger.close();
  });

  it('is named to the character: not its subdomain, not its path, not its case', async () => {
    const { issuer, as, milepost, trust } = world();
    await trust({ name: 'acme/other' });
    for (const iss of [
      `${issuer.url}/`,
      `${issuer.url}/x`,
      issuer.url.toUpperCase(),
      ` ${issuer.url}`,
    ]) {
      const token = await issuer.sign({ iss, aud: milepost.url });
      expectRefused(await as(token).post(sample()), /no repository of the id token’s issuer/);
    }
    expect(issuer.requests).to.deep.equal([]);
  });

  it('is not shown as a part of a command when a shell could take it for more', async () => {
    const { issuer, as, milepost } = world();
    const hostile = await issuer.sign({ iss: 'https://x/$(id)', aud: milepost.url });
    const { text } = await as(hostile).post(sample());
    expect(text).to.include('<iss of the token>').and.to.not.include('$(id)');
    const plain = await issuer.sign({ iss: 'https://gitlab.example.com', aud: milepost.url });
    expect((await as(plain).post(sample())).text).to.include(
      '--issuer https://gitlab.example.com,',
    );
  });
});

describe('The keys of an issuer', () => {
  let now = Date.now();
  let world: TrustWorld;
  let lines: readonly LogLine[];
  beforeEach(async () => {
    now = Date.now();
    const recorded = recordLog();
    lines = recorded.lines;
    world = await startTrustWorld({ clock: () => now, log: recorded.log });
    await world.trust();
  });
  afterEach(() => world.close());

  it('are asked for once, however many come at the same time', async () => {
    const jobs = await Promise.all(
      Array.from({ length: 20 }, (_, index) => world.job({ run_id: index })),
    );
    const answers = await Promise.all(jobs.map((job) => job.post(sample())));
    expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 201));
    expect(world.issuer.requests).to.deep.equal([
      '/.well-known/openid-configuration',
      '/.well-known/jwks',
    ]);
  });

  it('may rotate: a new one is asked for, but not at every turn', async () => {
    const before = await world.job();
    expect((await before.post(sample())).status).to.equal(201);
    await world.issuer.rotate();
    const after = await world.job();
    now += 10_000;
    expect((await after.post(sample())).status).to.equal(201);
    const asked = world.issuer.requests.length;
    await world.issuer.rotate();
    const early = await world.job();
    for (let count = 0; count < 5; count += 1) {
      expectRefused(await early.post(sample()), /does not publish/, early.key);
    }
    expect(world.issuer.requests).to.have.length(asked);
    now += 10_000;
    expect((await early.post(sample())).status).to.equal(201);
  });

  it('that are withdrawn end within ten minutes, also for tokens that were good', async () => {
    const long = await world.job({ exp: Math.floor(now / 1000) + 7200 });
    expect((await long.post(sample())).status).to.equal(201);
    await world.issuer.rotate();
    now += 601_000;
    expectRefused(await long.post(sample()), /does not publish/, long.key);
  });

  it('that cannot be read are a 503 with Retry-After, since that may pass', async () => {
    world.issuer.breakDown(true);
    const job = await world.job();
    const answer = await job.post(sample());
    expectError(
      answer,
      'UNAVAILABLE',
      `the issuer ${world.issuer.url} of the id token cannot be asked`,
    );
    expect(answer.headers.get('retry-after')).to.equal('5');
    world.issuer.breakDown(false);
    expect((await job.post(sample())).status).to.equal(201);
  });

  it('are good for an hour when the issuer is down', async () => {
    expect((await (await world.job()).post(sample())).status).to.equal(201);
    world.issuer.breakDown(true);
    now += 3_599_000;
    expect((await (await world.job()).post(sample())).status).to.equal(201);
    now += 2000;
    expectError(await (await world.job({ run_id: 2 })).post(sample()), 'UNAVAILABLE');
  });

  const UNSAFE: Readonly<Record<string, [Record<string, unknown>, string]>> = {
    'the document of another issuer': [{ issuer: 'https://gitlab.com' }, 'another issuer'],
    'a document without them': [{ jwks_uri: undefined }, 'no https jwks_uri'],
    'elsewhere in the clear': [{ jwks_uri: 'http://keys.example/jwks' }, 'no https jwks_uri'],
    'a file': [{ jwks_uri: 'file:///etc/passwd' }, 'no https jwks_uri'],
  };
  for (const [name, [discovery, reason]] of Object.entries(UNSAFE)) {
    it(`are not read from ${name}`, async () => {
      world.issuer.describe(discovery);
      expectError(await (await world.job()).post(sample()), 'UNAVAILABLE');
      expect(lines.map(({ text }) => text).join('\n')).to.include(reason);
      expect(world.issuer.requests).to.deep.equal(['/.well-known/openid-configuration']);
    });
  }
});

describe('A setting OIDC_AUDIENCE', () => {
  const world = useTrustWorld({ env: { OIDC_AUDIENCE: 'milepost-internal' } });
  before(() => world().trust());

  it('is one more name of the server', async () => {
    const { job, milepost } = world();
    for (const aud of ['milepost-internal', milepost.url]) {
      expect((await (await job({ aud })).post(sample())).status, aud).to.equal(201);
    }
    const other = await job({ aud: 'milepost-internal.example.com' });
    expectRefused(await other.post(sample()), /another audience/);
  });
});

describe('The log', () => {
  const { log, lines } = recordLog();
  const world = useTrustWorld({ log });

  it('holds no id token, good or bad', async () => {
    const { job, trust, issuer } = world();
    issuer.breakDown(true);
    await trust();
    const client = await job();
    await client.post(sample());
    issuer.breakDown(false);
    await client.post(sample());
    const bad = await job({ repository_id: '1' });
    await bad.post(sample());
    await client.get(`${EVENTS}?key=x`);
    expect(lines.some(({ level }) => level === 'error')).to.equal(true);
    const tokens = [client.key ?? '', bad.key ?? ''];
    for (const { text } of lines) {
      for (const part of tokens.join('.').split('.')) expect(text).to.not.include(part);
    }
  });
});
