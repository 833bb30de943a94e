import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import { samplesAnswer } from '../../backend/http/metric-answers.ts';
import { createIntegrations } from '../../backend/services/integrations.ts';
import { createSeal } from '../../backend/services/seal.ts';
import { auditOf, TESTER } from '../support/audit.ts';
import type { Answer } from '../support/http.ts';
import { expectError, unique, useServer } from './support.ts';

const WEBHOOK = '/api/v1/metrics/webhook';
const SECRET_KEY = 'a secret key of at least 32 characters';
const NOW = Date.parse('2025-01-15T12:00:00Z');

interface Report {
  readonly accepted: number;
  readonly created: number;
  readonly replaced: number;
  readonly rejected: number;
  readonly results: readonly { index: number; error: string; code: string }[];
  readonly omitted?: number;
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

function sample(over: object = {}) {
  return {
    metric: 'error_rate',
    value: 0.012,
    time: '2025-01-15T12:00:00Z',
    subject: unique('subject'),
    ...over,
  };
}

describe('POST /api/v1/metrics/webhook', () => {
  const server = useServer({ env: { SECRET_KEY }, clock: () => NOW });
  const post = (body: unknown, client = server().client) =>
    client.send<Report>('POST', WEBHOOK, { headers: JSON_TYPE, body: JSON.stringify(body) });
  const stored = async (subject: string, organization = 'default') => {
    const { metrics } = server().milepost.store;
    const series = await metrics.series(organization, { subject: [subject] }, 100);
    const ids = series.map(({ id }) => id);
    const samples = await metrics.samples(organization, ids, 0, NOW * 2);
    return series.flatMap(({ id, metric, source, unit }) =>
      (samples.get(id) ?? []).map(([time, value]) => ({ metric, source, unit, time, value })),
    );
  };

  it('stores samples durably and counts them; NOW is the time of the server', async () => {
    const subject = unique('production');
    const answer = await post({
      samples: [
        sample({ subject, source: 'BE', unit: 'ratio' }),
        sample({ subject, time: 'now', value: -1 }),
        sample({ subject, time: 'Wed, 15 Jan 2025 13:00:01 +0100', source: null, unit: '' }),
      ],
    });
    expect(answer.status, answer.text).to.equal(202);
    expect(samplesAnswer.safeParse(answer.body).success).to.equal(true);
    expect(answer.body.data).to.deep.equal({
      accepted: 3,
      created: 3,
      replaced: 0,
      rejected: 0,
      results: [],
    });
    expect(await stored(subject)).to.have.deep.members([
      { metric: 'error_rate', source: 'BE', unit: 'ratio', time: NOW, value: 0.012 },
      { metric: 'error_rate', source: null, unit: null, time: NOW, value: -1 },
      { metric: 'error_rate', source: null, unit: null, time: NOW + 1000, value: 0.012 },
    ]);
  });

  it('replaces what is sent again, so a retry does no harm', async () => {
    const subject = unique('production');
    const body = { samples: [sample({ subject }), sample({ subject, source: 'BE' })] };
    await post(body);
    const again = await post(body);
    expect(again.body.data).to.include({ accepted: 2, created: 0, replaced: 2 });
    await post({ samples: [sample({ subject, value: 5 })] });
    const values = (await stored(subject)).map(({ value }) => value);
    expect(values).to.have.members([5, 0.012]);
  });

  it('takes 10,000 samples at once and not one more', async () => {
    const subject = unique('production');
    const samples = Array.from({ length: 10_000 }, (_, index) =>
      sample({ subject, time: new Date(NOW - index * 60_000).toISOString() }),
    );
    const answer = await post({ samples });
    expect(answer.body.data).to.include({ accepted: 10_000, created: 10_000 });
    const tooMany = await post({ samples: [...samples, sample()] });
    expectError(tooMany, 'VALIDATION_ERROR', 'must hold 1 to 10000 samples, this holds 10001');
    expectError(await post({ samples: [] }), 'VALIDATION_ERROR', 'this holds 0');
  });

  it('loses no good sample to a bad one, and says what is wrong with each', async () => {
    const subject = unique('production');
    const answer = await post({
      samples: [
        sample({ subject }),
        sample({ value: '1' }),
        sample({ time: '2025-01-15T12:00:00' }),
        sample({ metric: 'a b' }),
        sample({ subject: '' }),
        sample({ source: 'x'.repeat(501) }),
        sample({ labels: {} }),
        'text',
        sample({ metric: 'x'.repeat(101) }),
      ],
    });
    expect(answer.status).to.equal(202);
    const { results, ...counts } = answer.body.data;
    expect(counts).to.deep.equal({ accepted: 1, created: 1, replaced: 0, rejected: 8 });
    expect(results.map(({ index, error }) => `${index} ${error.slice(0, 41)}`)).to.deep.equal([
      '1 value: must be a finite number',
      '2 time: timezone is required, use an ISO 86',
      '3 metric: must have 1 to 100 characters: le',
      '4 subject: must not be empty',
      '5 source: must be at most 500 characters',
      '6 labels: unknown member, a sample has metr',
      '7 sample: must be a JSON object',
      '8 metric: must have 1 to 100 characters: le',
    ]);
    expect(await stored(subject)).to.have.length(1);
  });

  it('refuses a request of which nothing can be stored, and still says why', async () => {
    const answer = await post({ samples: [sample({ value: null })] });
    expectError(answer, 'VALIDATION_ERROR', 'every sample was rejected');
    expect(answer.body.data).to.include({ accepted: 0, rejected: 1 });
    const huge = await server().client.send('POST', WEBHOOK, {
      headers: JSON_TYPE,
      body: '{"samples":[{"metric":"a","subject":"b","time":"NOW","value":1e999}]}',
    });
    expectError(huge, 'VALIDATION_ERROR', 'value: must be a finite number');
  });

  it('refuses other bodies', async () => {
    expectError(await post([sample()]), 'VALIDATION_ERROR', 'send {"samples": […]}');
    expectError(await post({ samples: 1 }), 'VALIDATION_ERROR', 'samples: must be an array');
    expectError(await post({ samples: [sample()], x: 1 }), 'VALIDATION_ERROR', 'x: unknown');
    const text = await server().client.send('POST', WEBHOOK, {
      headers: { 'Content-Type': 'text/plain' },
      body: '{}',
    });
    expectError(text, 'UNSUPPORTED_MEDIA_TYPE', 'use application/json');
    expectError(await server().client.get(WEBHOOK), 'METHOD_NOT_ALLOWED');
  });

  it('asks for a key that may write, before it looks at the body', async () => {
    expectError(await post('nonsense', server().reader), 'FORBIDDEN', 'READ_WRITE');
    expectError(await post('nonsense', server().client.as(undefined)), 'UNAUTHORIZED');
  });

  it('keeps organizations apart', async () => {
    const { milepost, client } = server();
    const other = client.as(await milepost.newOrganization(unique('org')));
    const subject = unique('production');
    await post({ samples: [sample({ subject })] });
    const answer = await post({ samples: [sample({ subject, value: 9 })] }, other);
    expect(answer.body.data).to.include({ created: 1, replaced: 0 });
    expect((await stored(subject)).map(({ value }) => value)).to.deep.equal([0.012]);
    const list =
      await other.get<readonly { metric: string; subjects: string[] }[]>('/api/v1/metrics');
    expect(list.body.data.map(({ subjects }) => subjects)).to.deep.equal([[subject]]);
  });

  describe('with a signature instead of a key', () => {
    const integrations = () => {
      const { store } = server().milepost;
      return createIntegrations({
        integrations: store.integrations,
        organizations: store.organizations,
        audit: auditOf(store),
        seal: () => createSeal(SECRET_KEY, 'integrations'),
        clock: () => NOW,
        newId: () => crypto.randomUUID(),
      });
    };
    const make = (organization = 'default') =>
      integrations().create({ organization, name: 'collector', actor: TESTER });
    const sign = (secret: string, body: string, seconds = NOW / 1000) => {
      const hex = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
      return `t=${seconds},v1=${hex}`;
    };
    const send = (id: string, signature: string, body: string): Promise<Answer<Report>> =>
      server()
        .client.as(undefined)
        .send<Report>('POST', WEBHOOK, {
          headers: {
            ...JSON_TYPE,
            'X-Milepost-Integration': id,
            'X-Milepost-Signature': signature,
          },
          body,
        });
    const good = () => JSON.stringify({ samples: [sample()] });

    it('stores what the secret of an integration has signed, for its organization', async () => {
      const { milepost } = server();
      const organization = unique('org');
      await milepost.newOrganization(organization);
      const { secret, integration } = await make(organization);
      const subject = unique('production');
      const body = JSON.stringify({ samples: [sample({ subject })] });
      const answer = await send(integration.id, sign(secret, body), body);
      expect(answer.status, answer.text).to.equal(202);
      expect(await stored(subject)).to.deep.equal([]);
      expect(await stored(subject, organization)).to.have.length(1);
    });

    it('takes one of several signatures, while a secret is changed', async () => {
      const { secret, integration } = await make();
      const body = good();
      const signature = sign(secret, body).replace(',', `,v1=${'0'.repeat(64)},`);
      expect((await send(integration.id, signature, body)).status).to.equal(202);
    });

    it('refuses what is signed by another, is changed, or is too old', async () => {
      const [one, other] = [await make(), await make()];
      const body = good();
      const { id } = one.integration;
      const wrong: readonly (readonly [string, string, string, RegExp])[] = [
        [id, sign(other.secret, body), body, /does not fit/],
        [other.integration.id, sign(one.secret, body), body, /does not fit/],
        ['unknown', sign(one.secret, body), body, /does not fit/],
        ['unknown', sign('', body), body, /does not fit/],
        [id, sign(one.secret, body), good(), /does not fit/],
        [id, sign(one.secret, body, NOW / 1000 - 301), body, /more than 300 s/],
        [id, sign(one.secret, body, NOW / 1000 + 301), body, /more than 300 s/],
        [id, 'v1=abc', body, /malformed/],
        ['', sign(one.secret, body), body, /X-Milepost-Integration is missing/],
      ];
      for (const [integration, signature, sent, message] of wrong) {
        expectError(await send(integration, signature, sent), 'UNAUTHORIZED', message);
      }
      const inTime = sign(one.secret, body, NOW / 1000 - 299);
      expect((await send(id, inTime, body)).status).to.equal(202);
    });

    it('refuses an integration that was revoked', async () => {
      const { secret, integration } = await make();
      const body = good();
      await integrations().revoke('default', integration.id, TESTER);
      const answer = await send(integration.id, sign(secret, body), body);
      expectError(answer, 'UNAUTHORIZED', 'was revoked');
    });

    it('says so when the key that encrypts the secrets is another one', async () => {
      const { store } = server().milepost;
      const { integration, secret } = await make();
      const record = await store.integrations.find(integration.id);
      const id = unique('moved');
      if (record === null) throw new Error('is missing');
      expect(record.sealed).to.not.contain(secret);
      await store.integrations.insert({ ...record, id });
      const body = good();
      expectError(await send(id, sign(secret, body), body), 'UNAVAILABLE', 'SECRET_KEY');
    });
  });
});

describe('GET /api/v1/metrics', () => {
  const server = useServer();

  it('lists metrics with what is known of them', async () => {
    const { client, milepost } = server();
    const samples = [
      sample({ metric: 'p95_latency', subject: 'staging', source: 'BE', unit: 'ms' }),
      sample({ metric: 'p95_latency', subject: 'production', time: '2025-01-16T00:00:00Z' }),
      sample({ metric: 'queue_length', subject: 'production', source: 'BE' }),
      sample({ metric: 'conversion_rate', subject: 'production' }),
    ];
    await client.send('POST', WEBHOOK, { headers: JSON_TYPE, body: JSON.stringify({ samples }) });
    await milepost.store.metrics.saveSettings('default', {
      metric: 'queue_length',
      displayName: 'Queue',
      unit: 'jobs',
      direction: 'lower',
    });
    const answer = await server().reader.get<readonly object[]>('/api/v1/metrics');
    const at = { firstTime: '2025-01-15T12:00:00.000Z', lastTime: '2025-01-15T12:00:00.000Z' };
    expect(answer.body.data).to.deep.equal([
      {
        ...at,
        metric: 'conversion_rate',
        displayName: null,
        unit: null,
        direction: 'higher',
        subjects: ['production'],
        sources: [],
        series: 1,
      },
      {
        ...at,
        metric: 'p95_latency',
        displayName: null,
        unit: 'ms',
        direction: 'lower',
        subjects: ['production', 'staging'],
        sources: ['BE'],
        series: 2,
        lastTime: '2025-01-16T00:00:00.000Z',
      },
      {
        ...at,
        metric: 'queue_length',
        displayName: 'Queue',
        unit: 'jobs',
        direction: 'lower',
        subjects: ['production'],
        sources: ['BE'],
        series: 1,
      },
    ]);
    expect(answer.body).to.have.property('hasMore', false);
  });
});
