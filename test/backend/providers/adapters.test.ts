/** What each provider is asked, and what is made of answers in the form that vendors document. */
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { decodeJwt, importSPKI, jwtVerify } from 'jose';
import { ProviderError } from '../../../backend/errors.ts';
import { createDatadog } from '../../../backend/providers/datadog.ts';
import { createGa4 } from '../../../backend/providers/ga4.ts';
import { createHttp } from '../../../backend/providers/http.ts';
import { createPrometheus } from '../../../backend/providers/prometheus.ts';
import { createSentry } from '../../../backend/providers/sentry.ts';
import type {
  ProviderAdapter,
  ProviderRequest,
} from '../../../backend/services/provider-adapter.ts';
import { type Answering, type Asked, type Said, startAnswering } from '../../support/answering.ts';

const http = createHttp({ mayBePrivate: true });
const FROM = Date.parse('2026-01-15T12:00:00Z');
const HOUR = 3_600_000;

function recorded(name: string): string {
  return readFileSync(new URL(`../../fixtures/providers/${name}.json`, import.meta.url), 'utf8');
}

describe('A provider', () => {
  let server: Answering;
  let answer: (asked: Asked) => Said;
  beforeEach(async () => {
    server = await startAnswering((asked) => answer(asked));
  });
  afterEach(() => server.close());

  const request = (over: Partial<ProviderRequest>): ProviderRequest => ({
    ...{ url: server.url, certificate: null, credentials: {}, query: 'up', from: FROM },
    ...{ to: FROM + 120_000, stepMs: 60_000 },
    ...over,
  });
  const reasonOf = async (adapter: ProviderAdapter, over: Partial<ProviderRequest> = {}) => {
    try {
      await adapter.fetch(request(over));
    } catch (error) {
      expect(error).to.be.instanceOf(ProviderError);
      const { message, isOfQuery } = error as ProviderError;
      return `${isOfQuery ? 'query' : 'server'}: ${message}`;
    }
    return 'no error';
  };

  describe('Prometheus', () => {
    const prometheus = createPrometheus(http);

    it('is asked for a range, and what is not a number is left out', async () => {
      answer = () => ({ body: recorded('prometheus') });
      const series = await prometheus.fetch(request({ query: 'a{b="c"} + 1' }));
      const [asked] = server.asked;
      expect(`${asked?.method} ${asked?.path}`).to.equal('GET /api/v1/query_range');
      expect(Object.fromEntries(asked?.query ?? [])).to.deep.equal({
        ...{ query: 'a{b="c"} + 1', start: '1768478400', end: '1768478520', step: '60' },
      });
      expect(asked?.headers).not.to.have.property('authorization');
      expect(series).to.deep.equal([
        {
          labels: { env: 'production', service: 'shop' },
          samples: [
            [FROM, 0.0125],
            [FROM + 120_000, 0.5],
          ],
        },
        { labels: { env: 'staging', service: 'shop' }, samples: [[FROM + 60_000, 1e-7]] },
      ]);
    });

    it('is asked by a form when the query is long, and with its credentials', async () => {
      answer = () => ({ body: recorded('prometheus') });
      const query = `sum(${'x'.repeat(3000)})`;
      await prometheus.fetch(request({ query, credentials: { token: 't0k' } }));
      await prometheus.fetch(request({ credentials: { username: 'ada', password: 'pä' } }));
      const [long, basic] = server.asked;
      expect(long?.method).to.equal('POST');
      expect(new URLSearchParams(long?.body).get('query')).to.equal(query);
      expect(long?.headers.authorization).to.equal('Bearer t0k');
      const pair = Buffer.from('ada:pä').toString('base64');
      expect(basic?.headers.authorization).to.equal(`Basic ${pair}`);
    });

    it('says what is wrong', async () => {
      const error = 'invalid parameter "query": 1:5: parse error: unexpected <EOF>';
      answer = () => ({ status: 400, body: { status: 'error', errorType: 'bad_data', error } });
      expect(await reasonOf(prometheus)).to.equal(`query: the query was refused: ${error}`);
      answer = () => ({ status: 401, body: 'Unauthorized' });
      expect(await reasonOf(prometheus)).to.contain('server: the credentials were refused');
      answer = () => ({ body: '<html>Grafana</html>' });
      expect(await reasonOf(prometheus)).to.contain('server: the answer is no JSON');
      answer = () => ({ body: { version: 1 } });
      expect(await reasonOf(prometheus)).to.contain('not one of the Prometheus API');
      answer = () => ({ status: 301, headers: { Location: 'https://elsewhere' } });
      expect(await reasonOf(prometheus)).to.contain('leads elsewhere (301)');
    });
  });

  it('Datadog is asked with both keys, and its tags are labels', async () => {
    const datadog = createDatadog(http);
    answer = () => ({ body: recorded('datadog') });
    const credentials = { apiKey: 'a'.repeat(32), applicationKey: 'b'.repeat(40) };
    const query = 'avg:trace.http.request.errors{*} by {env,service}';
    const series = await datadog.fetch(request({ query, credentials }));
    const [asked] = server.asked;
    expect(asked?.path).to.equal('/api/v1/query');
    expect(asked?.query.get('query')).to.equal(query);
    expect(asked?.query.get('from')).to.equal('1768478400');
    expect(asked?.headers).to.include({
      'dd-api-key': credentials.apiKey,
      'dd-application-key': credentials.applicationKey,
    });
    expect(series).to.deep.equal([
      {
        labels: { env: 'production', service: 'web:front' },
        samples: [
          [FROM, 0.25],
          [FROM + 60_000, 0],
        ],
      },
    ]);
    answer = () => ({ status: 403, body: { errors: ['Forbidden'] } });
    expect(await reasonOf(datadog, { credentials })).to.equal(
      'server: the credentials may not do this (403): Forbidden',
    );
  });

  it('Sentry is asked for hours of release health', async () => {
    const sentry = createSentry(http);
    answer = () => ({ body: recorded('sentry') });
    const series = await sentry.fetch(
      request({
        url: `${server.url}/api/0/organizations/acme`,
        query: 'field=crash_free_rate(session)&groupBy=environment&project=42',
        credentials: { token: 'sntrys_x' },
        to: FROM + HOUR,
      }),
    );
    const [asked] = server.asked;
    expect(asked?.path).to.equal('/api/0/organizations/acme/sessions/');
    expect(Object.fromEntries(asked?.query ?? [])).to.deep.equal({
      ...{ field: 'crash_free_rate(session)', groupBy: 'environment', project: '42' },
      ...{ interval: '1h', start: '2026-01-15T12:00:00.000Z', end: '2026-01-15T14:00:00.000Z' },
    });
    expect(asked?.headers.authorization).to.equal('Bearer sntrys_x');
    expect(series).to.deep.equal([
      {
        labels: { environment: 'production' },
        samples: [
          [FROM, 0.998],
          [FROM + HOUR, 0.9951],
        ],
      },
      { labels: { environment: 'staging' }, samples: [[FROM + HOUR, 1]] },
    ]);
    expect(await reasonOf(sentry, { query: 'statsPeriod=1d' })).to.contain('query: the query must');
  });

  describe('Google Analytics', () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const serviceAccount = JSON.stringify({
      ...{ type: 'service_account', client_email: 'mp@acme.iam.gserviceaccount.com' },
      private_key: privateKey,
    });
    const credentials = { serviceAccount };
    const query = 'property=123&metric=screenPageViews&dimension=hostName';

    it('is asked with a token for a signed request, and its hours are those of its zone', async () => {
      const ga4 = createGa4(http, () => FROM, `${server.url}/token`);
      answer = ({ path }) =>
        path === '/token'
          ? { body: { access_token: 'ya29.x', expires_in: 3599, token_type: 'Bearer' } }
          : { body: recorded('ga4') };
      const series = await ga4.fetch(request({ query, credentials }));
      await ga4.fetch(request({ query, credentials }));
      expect(server.asked.map(({ path }) => path)).to.deep.equal([
        '/token',
        '/v1beta/properties/123:runReport',
        '/v1beta/properties/123:runReport',
      ]);
      const [token, report] = server.asked;
      const assertion = new URLSearchParams(token?.body).get('assertion') ?? '';
      await jwtVerify(assertion, await importSPKI(publicKey, 'RS256'), {
        audience: `${server.url}/token`,
        issuer: 'mp@acme.iam.gserviceaccount.com',
        currentDate: new Date(FROM),
      });
      expect(decodeJwt(assertion)['scope']).to.contain('analytics.readonly');
      expect(report?.headers.authorization).to.equal('Bearer ya29.x');
      expect(JSON.parse(report?.body ?? '')).to.deep.equal({
        dateRanges: [{ startDate: '2026-01-14', endDate: '2026-01-16' }],
        dimensions: [{ name: 'dateHour' }, { name: 'hostName' }],
        metrics: [{ name: 'screenPageViews' }],
        limit: '100000',
      });
      expect(series).to.deep.equal([
        {
          labels: { hostName: 'shop.example' },
          samples: [
            [FROM - HOUR, 99],
            [FROM, 120],
          ],
        },
        { labels: { hostName: 'blog.example' }, samples: [[FROM, 7]] },
      ]);
    });

    it('never says the key', async () => {
      const ga4 = createGa4(http, () => FROM, `${server.url}/token`);
      const broken = { serviceAccount: '{"private_key": "-----BEGIN PRIVATE KEY-----SECRET"}' };
      const reason = await reasonOf(ga4, { query, credentials: broken });
      expect(reason).to.contain('paste the whole JSON file').and.not.contain('SECRET');
      answer = () => ({ status: 400, body: { error: 'invalid_grant', error_description: 'gone' } });
      expect(await reasonOf(ga4, { query, credentials })).to.contain('refused: gone');
      expect(await reasonOf(ga4, { query: 'property=x', credentials })).to.contain('query must be');
    });
  });
});
