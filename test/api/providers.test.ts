/** Providers of metrics over HTTP, with somebody else's server to fetch from. */
import { expect } from 'chai';
import {
  providerAnswer,
  providerListAnswer,
  providerTestAnswer,
  removedProviderAnswer,
} from '../../backend/http/provider-answers.ts';
import { type Answering, type Asked, type Said, startAnswering } from '../support/answering.ts';
import { type SignedIn, signIn } from '../support/person.ts';
import { eventually, expectError, fieldsOf, recordLog, unique, useServer } from './support.ts';

const PATH = '/api/v1/providers';
const SECRET = 'a-very-secret-token';
const MINUTE = 60_000;

interface Provider {
  readonly id: string;
  readonly credentialNames: readonly string[];
  readonly lastSuccessAt: string | null;
  readonly lastError: string | null;
  readonly failures: number;
  readonly stored: number;
  readonly nextAt: string | null;
}

interface Tried {
  readonly metric: string;
  readonly error: string | null;
  readonly seriesCount: number;
  readonly series: readonly { readonly subject: string | null; readonly samples: number }[];
}

/** A value for each step that was asked for, of an environment. */
function matrix({ query }: Asked, environment = 'production'): Said {
  const [start, end, step] = ['start', 'end', 'step'].map((name) => Number(query.get(name)));
  const values: unknown[] = [];
  for (let at = start ?? 0; at <= (end ?? 0); at += step ?? 60) values.push([at, '0.5']);
  const result = [{ metric: { env: environment, service: 'shop' }, values }];
  return { body: { status: 'success', data: { resultType: 'matrix', result } } };
}

describe('Providers in the console', () => {
  const { log, lines } = recordLog();
  const server = useServer({
    env: { SECRET_KEY: 'a secret key of at least 32 characters' },
    log,
  });
  let admin: SignedIn;
  let upstream: Answering;
  let answer: (asked: Asked) => Said;
  before(async () => {
    admin = await signIn(server().milepost, 'admin');
    upstream = await startAnswering((asked) => answer(asked));
  });
  after(() => upstream.close());
  beforeEach(() => {
    answer = matrix;
  });

  const input = (over: object = {}) => ({
    name: 'Prometheus',
    kind: 'prometheus',
    url: `${upstream.url}/`,
    historyDays: 0,
    queries: [{ metric: unique('rate'), query: 'x', subjectLabel: 'env', sourceLabel: 'service' }],
    credentials: { token: SECRET },
    ...over,
  });
  const create = (over: object = {}) => admin.client.json<Provider>('POST', PATH, input(over));
  const change = (id: string, over: object = {}) =>
    admin.client.json<Provider>('PUT', `${PATH}/${id}`, input(over));
  const read = async (id: string) => (await admin.client.get<Provider>(`${PATH}/${id}`)).body.data;
  const polled = (id: string) =>
    eventually(
      () => read(id),
      ({ lastSuccessAt, lastError }) => lastSuccessAt !== null || lastError !== null,
    );

  it('fetch as soon as they are made, and what they bring is there', async () => {
    const metric = unique('error_rate');
    const query = { metric, query: 'sum(x)', unit: 'ratio', subjectLabel: 'env', source: 'shop' };
    const made = await create({ queries: [query], historyDays: 1 });
    expect(made.status, made.text).to.equal(201);
    expect(providerAnswer.parse(made.body)).to.deep.equal(made.body);
    const after = await polled(made.body.data.id);
    expect(after).to.include({ lastError: null, failures: 0 });
    // A day of minutes, both ends included.
    expect(after.stored).to.be.within(1440, 1442);
    expect(Date.parse(after.nextAt ?? '') - Date.now()).to.be.within(50_000, 61_000);
    const { metrics } = server().milepost.store;
    const [series] = await metrics.series('default', { metric: [metric] }, 9);
    expect(series).to.include({ subject: 'production', source: 'shop', unit: 'ratio' });
    const samples = await metrics.samples('default', [series?.id ?? ''], 0, Date.now());
    const times = (samples.get(series?.id ?? '') ?? []).map(([time]) => time);
    expect(times).to.have.length(after.stored);
    expect(times.every((time) => time % MINUTE === 0)).to.equal(true);
  });

  it('give their credentials to the server they are for, and to nobody else', async () => {
    const { id } = (await create()).body.data;
    await polled(id);
    expect(upstream.asked.at(-1)?.headers.authorization).to.equal(`Bearer ${SECRET}`);
    const listed = await admin.client.get(PATH);
    expect(providerListAnswer.parse(listed.body)).to.deep.equal(listed.body);
    expect(listed.text).to.contain('"credentialNames":["token"]');
    const audit = await admin.client.get('/api/v1/audit');
    const record = await server().milepost.store.providers.find('default', id);
    for (const text of [listed.text, audit.text, JSON.stringify(record)]) {
      expect(text).not.to.contain(SECRET);
    }
    expect(lines.map(({ text }) => text).join()).not.to.contain(SECRET);

    const kept = await change(id, { credentials: null, name: 'renamed' });
    expect(kept.body.data.credentialNames).to.deep.equal(['token']);
    const elsewhere = await change(id, { credentials: null, url: 'http://127.0.0.1:1' });
    expectError(elsewhere, 'VALIDATION_ERROR', 'credentials: have to be given again');
    const stolen = await admin.client.json('POST', `${PATH}/test`, {
      ...input({ url: 'http://127.0.0.1:1', credentials: null }),
      id,
    });
    expectError(stolen, 'VALIDATION_ERROR', 'have to be given again');
    const forgotten = await change(id, { credentials: {} });
    expect(forgotten.body.data.credentialNames).to.deep.equal([]);
  });

  it('say in plain words what went wrong, without what is secret, and come again later', async () => {
    answer = ({ headers }) => ({
      status: 401,
      body: { status: 'error', error: `no access with ${headers.authorization}` },
    });
    const { id } = (await create()).body.data;
    const after = await polled(id);
    expect(after.lastError).to.equal('the credentials were refused (401): no access with Bearer …');
    expect(after).to.include({ failures: 1, lastSuccessAt: null });
    expect(Date.parse(after.nextAt ?? '') - Date.now()).to.be.within(100_000, 135_000);
    const warning = lines.findLast(({ level }) => level === 'warn');
    expect(warning?.text).to.contain('metrics could not be fetched').and.contain(id);
    expect(warning?.text).not.to.contain(SECRET);

    answer = matrix;
    await change(id);
    const better = await eventually(
      () => read(id),
      ({ lastError }) => lastError === null,
    );
    expect(better.failures).to.equal(0);
  });

  it('say which labels there are when the one that was named is not', async () => {
    const queries = [{ metric: 'a', query: 'x', subjectLabel: 'environment' }];
    const { lastError } = await polled((await create({ queries })).body.data.id);
    expect(lastError).to.contain('no series has the label environment');
    expect(lastError).to.contain('they have: env, service');
  });

  it('lose only the query that is wrong', async () => {
    answer = (asked) =>
      asked.query.get('query') === 'bad'
        ? { status: 400, body: { error: 'parse error' } }
        : matrix(asked);
    const [bad, good] = [unique('bad'), unique('good')];
    const queries = [
      { metric: bad, query: 'bad', subject: 'production' },
      { metric: good, query: 'good', subject: 'production' },
    ];
    const { lastError } = await polled((await create({ queries })).body.data.id);
    expect(lastError).to.equal(`${bad}: the query was refused: parse error`);
    const { metrics } = server().milepost.store;
    expect(await metrics.series('default', { metric: [good] }, 9)).to.have.length(1);
  });

  it('are tried without storing anything', async () => {
    const metric = unique('tried');
    const body = input({
      queries: [
        { metric, query: 'x', subjectLabel: 'env' },
        { metric, query: 'x', subjectLabel: 'nope' },
      ],
    });
    const tried = await admin.client.json<readonly Tried[]>('POST', `${PATH}/test`, body);
    expect(tried.status, tried.text).to.equal(200);
    expect(providerTestAnswer.parse(tried.body)).to.deep.equal(tried.body);
    const [good, without] = tried.body.data;
    expect(good).to.include({ error: null, seriesCount: 1 });
    expect(good?.series[0]).to.deep.include({ subject: 'production' });
    expect(without?.series[0]).to.deep.include({ subject: null });
    const { metrics } = server().milepost.store;
    expect(await metrics.series('default', { metric: [metric] }, 9)).to.deep.equal([]);

    answer = () => ({ status: 503, body: 'sorry' });
    const failed = await admin.client.json<readonly Tried[]>('POST', `${PATH}/test`, body);
    expect(failed.body.data[0]?.error).to.equal('the server answers with status 503');
  });

  it('rest while they are paused, and are gone when removed', async () => {
    const { id } = (await create({ isPaused: true })).body.data;
    expect(await read(id)).to.include({ nextAt: null, lastSuccessAt: null });
    const removed = await admin.client.send('DELETE', `${PATH}/${id}`);
    expect(removedProviderAnswer.parse(removed.body)).to.deep.equal(removed.body);
    expectError(await admin.client.get(`${PATH}/${id}`), 'NOT_FOUND');
    expectError(await change(id), 'NOT_FOUND');
    expectError(await admin.client.send('DELETE', `${PATH}/${id}`), 'NOT_FOUND');
    const audit =
      await admin.client.get<readonly { action: string; target: { id: string } | null }[]>(
        '/api/v1/audit',
      );
    const own = audit.body.data.filter(({ target }) => target?.id === id);
    expect(own.map(({ action }) => action)).to.deep.equal(['provider.removed', 'provider.created']);
  });

  it('of another organization are not there', async () => {
    const { id } = (await create({ isPaused: true })).body.data;
    const organization = unique('org');
    await server().milepost.newOrganization(organization);
    const { client } = await signIn(server().milepost, 'owner', organization);
    expectError(await client.get(`${PATH}/${id}`), 'NOT_FOUND');
    expectError(await client.json('PUT', `${PATH}/${id}`, input()), 'NOT_FOUND');
    expectError(await client.send('DELETE', `${PATH}/${id}`), 'NOT_FOUND');
    const own = input({ credentials: null });
    expectError(await client.json('POST', `${PATH}/test`, { ...own, id }), 'NOT_FOUND');
    expect((await client.get(PATH)).body.data).to.deep.equal([]);
  });

  it('are refused when they make no sense', async () => {
    const wrong: readonly (readonly [object, string])[] = [
      [{ name: '' }, 'name'],
      [{ kind: 'nagios' }, 'kind'],
      [{ url: '' }, 'url'],
      [{ url: 'ftp://x' }, 'url'],
      [{ url: 'http://ada:pw@x' }, 'url'],
      [{ url: 'http://x/?token=1' }, 'url'],
      [{ intervalSeconds: 5 }, 'intervalSeconds'],
      [{ historyDays: 31 }, 'historyDays'],
      [{ queries: [] }, 'queries'],
      [{ queries: [{ metric: 'a', query: 'x' }] }, 'queries.0.subject'],
      [{ queries: [{ metric: 'a b', query: 'x', subject: 'p' }] }, 'queries.0.metric'],
      [{ credentials: { password: 'p', apiKey: 'x' } }, 'credentials.apiKey'],
      [{ credentials: { token: 'a\nb' } }, 'credentials.token'],
      [{ credentials: { token: 'a', username: 'b' } }, 'credentials.token'],
      [{ kind: 'datadog', credentials: { apiKey: 'x' } }, 'credentials.applicationKey'],
      [{ certificate: 'no' }, 'certificate'],
      [{ password: 'x' }, 'password'],
    ];
    for (const [over, field] of wrong) {
      const refused = await create(over);
      expectError(refused, 'VALIDATION_ERROR');
      expect(fieldsOf(refused), JSON.stringify(over)).to.deep.equal([field]);
    }
  });
});

describe('Providers where private addresses are refused', () => {
  const server = useServer({
    env: {
      SECRET_KEY: 'a secret key of at least 32 characters',
      PROVIDER_PRIVATE_ADDRESSES: 'refuse',
    },
  });

  it('are not asked there, and say why', async () => {
    const upstream = await startAnswering(matrix);
    const { client } = await signIn(server().milepost, 'owner');
    const body = {
      ...{ name: 'inside', kind: 'prometheus', url: upstream.url },
      queries: [{ metric: 'a', query: 'x', subject: 'production' }],
    };
    const tried = await client.json<readonly Tried[]>('POST', `${PATH}/test`, body);
    await upstream.close();
    expect(tried.body.data[0]?.error).to.contain('PROVIDER_PRIVATE_ADDRESSES');
    expect(upstream.asked).to.deep.equal([]);
  });
});
