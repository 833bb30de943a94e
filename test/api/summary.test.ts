/** GET /api/v1/events/summary and /facets: contract 4. */
import { expect } from 'chai';
import { EVENTS, type Query, toQuery } from '../support/http.ts';
import { expectError, type Sent, sample, useServer } from './support.ts';

interface ValueCount {
  readonly value: string | null;
  readonly count: number;
  readonly firstSeen: string;
  readonly lastSeen: string;
}

interface Summary {
  readonly from: string | null;
  readonly to: string | null;
  readonly by: string;
  readonly bucket: string;
  readonly total: number;
  readonly counts: readonly ValueCount[];
  readonly histogram: readonly {
    readonly start: string;
    readonly count: number;
    readonly values: readonly { readonly value: string | null; readonly count: number }[];
  }[];
}

type Facets = Readonly<Record<'types' | 'sources' | 'subjects', readonly ValueCount[]>>;

const at = (day: number, hour = 0, minute = 0, second = 0) =>
  new Date(Date.UTC(2025, 0, day, hour, minute, second)).toISOString();

const DATA: readonly Sent[] = [
  {
    type: 'deployment',
    source: 'shop',
    subject: 'production',
    severity: 'LOW',
    time: at(1, 10, 2),
  },
  { type: 'deployment', source: 'shop', subject: 'staging', time: at(1, 10, 2, 59) },
  { type: 'deployment', source: 'billing', subject: 'production', time: at(1, 10, 3) },
  {
    type: 'rollback',
    source: 'shop',
    subject: 'production',
    severity: 'MAJOR',
    time: at(1, 10, 7),
  },
  { type: 'incident', source: 'billing', time: at(2, 23, 59, 59), version: 'v2' },
  { type: 'incident', source: 'billing', time: at(3) },
].map((over) => sample(over));

describe('The summary', () => {
  const server = useServer();
  before(async () => {
    await server().client.batch(DATA);
  });
  const summary = (query: Query) =>
    server().client.get<Summary>(`${EVENTS}/summary${toQuery(query)}`);
  const counts = async (query: Query) => {
    const { status, body, text } = await summary(query);
    expect(status, text).to.equal(200);
    return body.data.counts.map(({ value, count }) => [value, count]);
  };

  it('counts by type when nothing else is said, most frequent first', async () => {
    const { body } = await summary({});
    expect(body.data.by).to.equal('type');
    expect(body.data.total).to.equal(6);
    expect(body.data.counts).to.deep.equal([
      { value: 'deployment', count: 3, firstSeen: at(1, 10, 2), lastSeen: at(1, 10, 3) },
      { value: 'incident', count: 2, firstSeen: at(2, 23, 59, 59), lastSeen: at(3) },
      { value: 'rollback', count: 1, firstSeen: at(1, 10, 7), lastSeen: at(1, 10, 7) },
    ]);
  });

  const BY: Readonly<Record<string, readonly (readonly [string | null, number])[]>> = {
    type: [
      ['deployment', 3],
      ['incident', 2],
      ['rollback', 1],
    ],
    source: [
      ['billing', 3],
      ['shop', 3],
    ],
    subject: [
      ['production', 3],
      ['staging', 1],
      [null, 2],
    ],
    severity: [
      ['LOW', 1],
      ['MAJOR', 1],
      [null, 4],
    ],
  };
  for (const [by, expected] of Object.entries(BY)) {
    it(`counts by ${by}, and what has none too`, async () => {
      expect(await counts({ by })).to.have.deep.members([...expected]);
    });
  }

  it('takes the same filters as the list', async () => {
    expect(await counts({ type: ['deployment', 'rollback'], subject: 'production' })).to.deep.equal(
      [
        ['deployment', 2],
        ['rollback', 1],
      ],
    );
    expect(await counts({ search: 'SHOP' })).to.deep.equal([
      ['deployment', 2],
      ['rollback', 1],
    ]);
    expect(await counts({ version: 'v2' })).to.deep.equal([['incident', 1]]);
    expect(await counts({ severity: 'MAJOR' })).to.deep.equal([['rollback', 1]]);
    expect(await counts({ from: at(1, 10, 3), to: at(1, 10, 7) })).to.have.deep.members([
      ['deployment', 1],
      ['rollback', 1],
    ]);
    expect(await counts({ source: 'nothing' })).to.deep.equal([]);
  });

  const BUCKETS: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
    '1m': [
      [at(1, 10, 2), 2],
      [at(1, 10, 3), 1],
      [at(1, 10, 7), 1],
      [at(2, 23, 59), 1],
      [at(3), 1],
    ],
    '5m': [
      [at(1, 10), 3],
      [at(1, 10, 5), 1],
      [at(2, 23, 55), 1],
      [at(3), 1],
    ],
    '1h': [
      [at(1, 10), 4],
      [at(2, 23), 1],
      [at(3), 1],
    ],
    '1d': [
      [at(1), 4],
      [at(2), 1],
      [at(3), 1],
    ],
  };
  for (const [bucket, expected] of Object.entries(BUCKETS)) {
    it(`has a histogram in buckets of ${bucket}, aligned to UTC`, async () => {
      const { body } = await summary({ bucket });
      expect(body.data.bucket).to.equal(bucket);
      const filled = body.data.histogram.filter(({ count }) => count > 0);
      expect(filled.map(({ start, count }) => [start, count])).to.deep.equal(expected);
    });
  }

  it('splits each bucket by the values', async () => {
    const { body } = await summary({ bucket: '1d', by: 'subject' });
    const [first] = body.data.histogram;
    expect(first?.values).to.have.deep.members([
      { value: 'production', count: 3 },
      { value: 'staging', count: 1 },
    ]);
    for (const { count, values } of body.data.histogram) {
      expect(values.reduce((sum, one) => sum + one.count, 0)).to.equal(count);
    }
  });

  it('chooses the bucket by the range, with auto', async () => {
    const auto = async (from: string, to: string) =>
      (await summary({ from, to, bucket: 'auto' })).body.data.bucket;
    expect(await auto(at(1, 10), at(1, 11))).to.equal('1m');
    expect(await auto('2020-01-01T00:00:00Z', '2025-12-31T00:00:00Z')).to.equal('1d');
  });

  it('gives back the range, in UTC', async () => {
    const { body } = await summary({ from: '2025-01-01T11:00:00+01:00', to: at(3) });
    expect([body.data.from, body.data.to]).to.deep.equal([at(1, 10), at(3)]);
  });

  const REFUSED: readonly (readonly [string, Query])[] = [
    ['by', { by: 'version' }],
    ['by', { by: 'id' }],
    ['by', { by: 'Type' }],
    ['bucket', { bucket: '2h' }],
    ['bucket', { bucket: '1M' }],
    ['bucket', { bucket: '1m', from: '2000-01-01T00:00:00Z', to: '2025-01-01T00:00:00Z' }],
    ['from', { from: 'now', to: '-1d' }],
    ['severity', { severity: 'HUGE' }],
    ['limit', { limit: '5' }],
    ['order', { order: 'asc' }],
  ];
  for (const [field, query] of REFUSED) {
    it(`refuses ${JSON.stringify(query)}`, async () => {
      expectError(await summary(query), 'VALIDATION_ERROR', new RegExp(`^${field}: `));
    });
  }
});

describe('The summary of nothing', () => {
  const server = useServer();

  it('is zero, not an error', async () => {
    const { status, body } = await server().client.get<Summary>(`${EVENTS}/summary`);
    expect(status).to.equal(200);
    expect(body.data).to.deep.include({ total: 0, counts: [], histogram: [] });
    const ranged = await server().client.get<Summary>(`${EVENTS}/summary?from=-1d&to=now`);
    expect(ranged.body.data.total).to.equal(0);
  });

  it('is empty facets and an empty state too', async () => {
    const { client } = server();
    const facets = await client.get<Facets>(`${EVENTS}/facets`);
    expect(facets.body.data).to.deep.include({ types: [], sources: [], subjects: [] });
    expect((await client.get('/api/v1/state')).body.data).to.deep.equal([]);
  });
});

describe('The facets', () => {
  const server = useServer();
  before(async () => {
    await server().client.batch(DATA);
  });
  const facets = (query: Query = {}) =>
    server().client.get<Facets>(`${EVENTS}/facets${toQuery(query)}`);

  it('are the distinct types, sources and subjects with counts and last seen', async () => {
    const { body } = await facets();
    const { types, sources, subjects } = body.data;
    expect(types[0]).to.deep.include({ value: 'deployment', count: 3, lastSeen: at(1, 10, 3) });
    expect(types.map(({ value, count }) => [value, count])).to.deep.equal([
      ['deployment', 3],
      ['incident', 2],
      ['rollback', 1],
    ]);
    expect(sources).to.have.length(2);
    expect(sources.find(({ value }) => value === 'billing')).to.deep.include({
      count: 3,
      lastSeen: at(3),
    });
    const named = subjects.filter(({ value }) => value !== null);
    expect(named.map(({ value, count, lastSeen }) => [value, count, lastSeen])).to.deep.equal([
      ['production', 3, at(1, 10, 7)],
      ['staging', 1, at(1, 10, 2, 59)],
    ]);
  });

  it('count a new event at once', async () => {
    const { client } = server();
    await client.post(sample({ type: 'brand-new', time: 'NOW' }));
    const { body } = await facets();
    expect(body.data.types.map(({ value }) => value)).to.include('brand-new');
  });

  it('do not count a replay, nor what was refused', async () => {
    const { client } = server();
    const event = sample({ type: 'once' });
    await client.post(event);
    await client.post(event);
    await client.post({ ...event, version: '2' });
    const { body } = await facets();
    expect(body.data.types.find(({ value }) => value === 'once')?.count).to.equal(1);
  });

  it('can be narrowed by the filters of the list', async () => {
    const { body } = await facets({ source: 'shop', to: at(1, 10, 5) });
    expect(body.data.types.map(({ value, count }) => [value, count])).to.deep.equal([
      ['deployment', 2],
    ]);
  });
});
