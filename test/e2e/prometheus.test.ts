/** Prometheus itself: it writes to Milepost, and Milepost fetches from it. */
import { expect } from 'chai';
import { createClient } from '../support/http.ts';
import { startMilepost, type TestMilepost } from '../support/milepost.ts';
import { type SignedIn, signIn } from '../support/person.ts';
import { type Prometheus, startPrometheus, whyNoPrometheus } from '../support/prometheus.ts';

const reason = whyNoPrometheus();

if (reason !== null) {
  describe('Prometheus', () => {
    it(`is not tested: ${reason}`);
  });
} else {
  describe('Prometheus', function () {
    this.timeout(90_000);
    let milepost: TestMilepost;
    let prometheus: Prometheus;
    let admin: SignedIn;
    before(async () => {
      milepost = await startMilepost({
        env: { SECRET_KEY: 'a secret key of at least 32 characters' },
      });
      admin = await signIn(milepost, 'admin');
      prometheus = await startPrometheus((port) => ({
        'rules.yml': `
groups:
  - name: milepost
    interval: 1s
    rules:
      - record: service:scrape_success:ratio
        expr: avg by (service, env) (up)
      - record: service:scrapes:rate
        expr: sum by (service, env, instance) (up)
`,
        'prometheus.yml': `
global: { scrape_interval: 1s }
rule_files: [rules.yml]
scrape_configs:
  - job_name: self
    static_configs:
      - targets: ['127.0.0.1:${port}']
        labels: { env: production, service: prometheus }
remote_write:
  - url: ${milepost.url}/api/v1/metrics/remote-write
    authorization: { credentials: ${milepost.key} }
    write_relabel_configs:
      - { source_labels: [__name__], regex: 'service:.*', action: keep }
`,
      }));
    });
    after(async () => {
      await prometheus?.close();
      await milepost?.close();
    });

    const seriesOf = async (metric: string) => {
      for (;;) {
        const [series] = await milepost.store.metrics.series('default', { metric: [metric] }, 9);
        if (series !== undefined) return series;
        await new Promise((resolve) => setImmediate(resolve));
      }
    };

    it('writes what its rules have recorded, and hears what is refused', async () => {
      const series = await seriesOf('service:scrape_success:ratio');
      expect(series).to.include({ subject: 'production', source: 'prometheus' });
      const samples = await milepost.store.metrics.samples('default', [series.id], 0, Date.now());
      const [[time, value] = [0, 0]] = samples.get(series.id) ?? [];
      expect(Date.now() - time).to.be.within(-1000, 60_000);
      expect(value).to.equal(1);
      const refused = await milepost.store.metrics.series(
        'default',
        { metric: ['service:scrapes:rate'] },
        9,
      );
      expect(refused, 'it has the label instance').to.deep.equal([]);
      // What Prometheus counts as not sent, it has been told.
      const asked = createClient(prometheus.url, undefined);
      const failed = async () => {
        const { text } = await asked.get('/metrics');
        return Number(
          /^prometheus_remote_storage_samples_failed_total\{.*\} (\S+)$/m.exec(text)?.[1],
        );
      };
      while (!((await failed()) > 0));
    });

    it('is fetched from', async () => {
      const { client } = admin;
      const query = {
        ...{ metric: 'scrape_success', query: 'avg by (env, service) (up)', unit: 'ratio' },
        ...{ subjectLabel: 'env', sourceLabel: 'service' },
      };
      const body = { name: 'real', kind: 'prometheus', url: prometheus.url, queries: [query] };
      const wrong = { ...body, queries: [{ ...query, query: 'avg by (' }] };
      const tried = await client.json<readonly { error: string }[]>(
        'POST',
        '/api/v1/providers/test',
        wrong,
      );
      expect(tried.body.data[0]?.error).to.match(/^the query was refused: .*parse error/);
      // Samples are asked for at whole minutes: one with a scrape behind it has to have passed.
      for (;;) {
        const now = await client.json<readonly { seriesCount: number; error: string | null }[]>(
          'POST',
          '/api/v1/providers/test',
          body,
        );
        expect(now.body.data[0]?.error).to.equal(null);
        if (now.body.data[0]?.seriesCount === 1) break;
      }
      const made = await client.json('POST', '/api/v1/providers', body);
      expect(made.status, made.text).to.equal(201);
      const series = await seriesOf('scrape_success');
      expect(series).to.include({ subject: 'production', source: 'prometheus', unit: 'ratio' });
      expect(series.last % 60_000).to.equal(0);
    });
  });
}
