import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { buildAction } from '../support/action-build.ts';
import { CA_FILE, closedPort, startProxy, startServer } from '../support/action-http.ts';
import { NODE_BINARIES } from '../support/action-node.ts';
import { startMilepost, type TestMilepost } from '../support/milepost.ts';
import { runStep, type Step, type StepResult } from '../support/runner.ts';

const CASES = new URL('../fixtures/ci/github/', import.meta.url);

function fixture(name: string, file: string): Record<string, string> {
  const text = readFileSync(new URL(`${name}/${file}.json`, CASES), 'utf8');
  return JSON.parse(text) as Record<string, string>;
}

describe('the bundle, run as GitHub runs it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-action-'));
  const main = join(folder, 'index.mjs');
  before(() => buildAction(main));
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const { name, path } of NODE_BINARIES) {
    describe(`on ${name}`, () => {
      before(function () {
        if (path !== undefined) return;
        process.stdout.write(`    skipped: there is no ${name} for this platform\n`);
        this.skip();
      });
      describeAction(path ?? '', () => main);
    });
  }
});

function describeAction(node: string, main: () => string): void {
  let milepost: TestMilepost;

  beforeEach(async () => {
    milepost = await startMilepost();
  });
  afterEach(() => milepost.close());

  function step(over: Partial<Step> & { readonly fixture?: string } = {}): Promise<StepResult> {
    const name = over.fixture ?? 'push-to-main';
    return runStep({
      node,
      main: main(),
      contexts: { 'strategy.job-index': '0', 'job.check_run_id': '555' },
      event: fixture(name, 'event'),
      ...over,
      env: { ...fixture(name, 'env'), ...over.env },
      inputs: { url: milepost.url, 'api-key': milepost.key, ...over.inputs },
    });
  }

  it('records a deployment that can be queried at once', async () => {
    const result = await step({ inputs: { environment: 'production', severity: 'minor' } });
    expect(result.conclusion, result.log).to.equal('success');
    const [event, ...others] = await milepost.events();
    expect(others).to.deep.equal([]);
    expect(event).to.deep.include({
      id: result.outputs['event-id'],
      type: 'deployment',
      source: '//github.com/acme/shop',
      subject: 'production',
      severity: 'MINOR',
      version: 'c0ffee254729296a45a3885639ac7e10f9d54979',
    });
    expect(event?.data).to.have.nested.property(
      'ci.jobUrl',
      'https://github.com/acme/shop/actions/runs/1658821493/job/555',
    );
    expect(result.outputs['recorded']).to.equal('true');
    expect(result.summary).to.contain('Recorded on the timeline');
    expect(result.annotations).to.deep.equal([]);
    expect(result.commands).to.deep.equal(['add-mask']);
    expect(result.raw.split('\n')[0]).to.equal(`::add-mask::${milepost.key}`);
    expect(result.log + result.summary + JSON.stringify(result.outputs)).to.not.contain(
      milepost.key,
    );
  });

  it('records a step that is run again once', async () => {
    const first = await step();
    const second = await step();
    expect(second.outputs['event-id']).to.equal(first.outputs['event-id']);
    expect(second.outputs['recorded']).to.equal('true');
    expect(second.log).to.contain('Recorded already');
    expect(await milepost.events()).to.have.length(1);
  });

  it('derives the environment of a deployment', async () => {
    const result = await step({ fixture: 'deployment-status-success' });
    expect(result.log).to.contain('subject = production (deployment status success)');
    expect(await milepost.events()).to.have.nested.property('[0].subject', 'production');
  });

  it('makes do with the variables when the event cannot be read', async () => {
    const result = await step({ event: '{"broken' });
    expect(result.conclusion, result.log).to.equal('success');
    expect(await milepost.events()).to.have.nested.property('[0].data.ci.workflow', 'Deploy');
  });

  it('warns and passes while Milepost is down', async () => {
    const url = `http://127.0.0.1:${await closedPort()}`;
    const result = await step({ inputs: { url, timeout: '1' } });
    expect(result.conclusion).to.equal('success');
    expect(result.annotations).to.have.length(1);
    expect(result.annotations[0]).to.include({
      level: 'warning',
      title: 'Milepost: the event was not recorded',
    });
    expect(result.annotations[0]?.message).to.contain(`${url}: the connection was refused`);
    expect(result.outputs['recorded']).to.equal('false');
    expect(JSON.parse(result.outputs['event'] ?? '')).to.have.property('type', 'deployment');
  });

  it('fails for a wrong key when it is asked to, and calls it configuration', async () => {
    const inputs = { 'api-key': 'mp_wrong', 'fail-on-error': 'config' };
    const result = await step({ inputs });
    expect(result.conclusion).to.equal('failure');
    expect(result.annotations[0]).to.include({ level: 'error' });
    expect(result.annotations[0]?.title).to.contain('wrong configuration');
    expect(result.log).to.not.contain('mp_wrong');
  });

  it('goes through a proxy', async () => {
    const proxy = await startProxy(milepost.port);
    const env = { http_proxy: proxy.url, NO_PROXY: 'other.test', NODE_USE_ENV_PROXY: '1' };
    const result = await step({ inputs: { url: 'http://milepost.test' }, env });
    expect(result.conclusion, result.log).to.equal('success');
    expect(proxy.passed).to.deep.equal(['POST http://milepost.test/api/v1/events']);
    expect(await milepost.events()).to.have.length(1);
    await proxy.close();
  });

  it('goes straight to a Milepost on its own machine, whatever Node thinks of proxies', async () => {
    const http_proxy = `http://127.0.0.1:${await closedPort()}`;
    const result = await step({ env: { http_proxy, NODE_USE_ENV_PROXY: '1' } });
    expect(result.outputs['recorded'], result.log).to.equal('true');
  });

  it('goes through a tunnel to a server with its own authority', async () => {
    const body = JSON.stringify({ success: true, data: { id: 'x', source: 'y', time: 'z' } });
    const server = await startServer([{ status: 201, body }], { tls: true });
    const proxy = await startProxy(server.port);
    const env = { HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: fileURLToPath(CA_FILE) };
    const url = 'https://milepost.test:8443';
    const result = await step({ inputs: { url }, env });
    expect(result.outputs['recorded'], result.log).to.equal('true');
    expect(proxy.passed).to.deep.equal(['CONNECT milepost.test:8443']);
    const untrusted = await step({ inputs: { url }, env: { HTTPS_PROXY: proxy.url } });
    expect(untrusted.annotations[0]?.message).to.contain('NODE_EXTRA_CA_CERTS');
    await proxy.close();
    await server.close();
  });

  it('is not led astray by what a pipeline may hold', async () => {
    const environment = 'prod\n::set-output name=recorded::hacked\n##[add-mask]e|`<script>%0A';
    const result = await step({
      fixture: 'hostile-push',
      inputs: { environment, version: '::error::x', data: '{"a": "##[error]x\\n::error::y"}' },
    });
    expect(result.conclusion, result.log).to.equal('success');
    expect(result.commands).to.deep.equal(['add-mask']);
    expect(result.masks).to.deep.equal([milepost.key]);
    expect(result.outputs['recorded']).to.equal('true');
    expect(Object.keys(result.outputs).sort()).to.deep.equal(['event', 'event-id', 'recorded']);
    expect(result.summary).to.not.contain('<script');
    const [event] = await milepost.events();
    expect(event?.subject).to.match(/^prod ::set-output name=recorded::hacked.*…[0-9a-f]{7}$/);
    expect(event?.data?.['uncut']).to.deep.equal({ subject: environment.replaceAll('\n', ' ') });
    expect(event?.data?.['a']).to.equal('##[error]x\n::error::y');
    expect(event?.data?.['description']).to.contain('::error title=x::owned %0A');
  });

  it('prints the event of a dry run, which no runner takes for a command', async () => {
    const inputs = { 'dry-run': 'true', 'api-key': '', data: '{"a": "##[add-mask]production"}' };
    const result = await step({ fixture: 'hostile-push', inputs });
    expect(result.conclusion).to.equal('success');
    expect(result.commands).to.deep.equal([]);
    expect(result.log).to.contain('"specversion":"1.0"');
    expect(await milepost.events()).to.deep.equal([]);
  });

  describe('that records the start and the end of its job', () => {
    const job = (status: string) => ({ 'strategy.job-index': '0', 'job.status': status });
    const inputs = { environment: 'production', record: 'start-and-end' };

    it('says started, and then how it ended, with its duration', async () => {
      for (const [status, type, severity] of [
        ['success', 'deployment', 'MINOR'],
        ['failure', 'deployment-failed', 'MAJOR'],
        ['cancelled', 'deployment-cancelled', 'MINOR'],
      ] as const) {
        const env = { GITHUB_RUN_ID: `run-${status}` };
        const first = await step({ inputs, env, contexts: job('success') });
        expect(first.outputs['recorded'], first.log).to.equal('true');
        const [begun] = await milepost.events();
        expect(begun).to.deep.include({ type: 'deployment-started', severity: 'MINOR' });
        const { state } = first;
        const last = await step({ inputs, env, state, contexts: job(status) });
        expect(last.conclusion, last.log).to.equal('success');
        const [ended] = await milepost.events();
        expect(ended).to.deep.include({ type, severity, subject: 'production' });
        expect(ended?.data).to.have.property('status', status);
        const started = Number(state['startedAt']);
        expect(ended?.data).to.have.property('startedAt', new Date(started).toISOString());
        expect(ended?.data?.['durationMs']).to.be.a('number').above(0);
        expect(last.summary).to.contain(type);
      }
      expect(await milepost.events()).to.have.length(6);
    });

    it('can leave out the start', async () => {
      const end = { ...inputs, record: 'end' };
      const first = await step({ inputs: end, contexts: job('success') });
      expect(await milepost.events()).to.deep.equal([]);
      await step({ inputs: end, state: first.state, contexts: job('failure') });
      const [event, ...others] = await milepost.events();
      expect(others).to.deep.equal([]);
      expect(event).to.have.property('type', 'deployment-failed');
      expect(event?.data).to.have.property('durationMs');
    });

    it('does nothing at the end where the step has recorded all, or cannot', async () => {
      const once = await step({ contexts: job('success') });
      const wrong = await step({ inputs: { ...inputs, 'api-key': 'mp_x' } });
      for (const { state } of [once, wrong]) {
        const end = await step({ state, inputs, contexts: job('failure') });
        expect(end.raw).to.equal('');
      }
      expect(await milepost.events()).to.have.length(1);
    });

    it('leaves the event in the log when Milepost is down at the end', async () => {
      const first = await step({ inputs, contexts: job('success') });
      const url = `http://127.0.0.1:${await closedPort()}`;
      const last = await step({
        inputs: { ...inputs, url, timeout: '1' },
        state: first.state,
        contexts: job('success'),
      });
      expect(last.conclusion).to.equal('success');
      expect(last.annotations).to.have.nested.property('[0].level', 'warning');
      const kept = /for milepost send --replay: (\{.*\})/.exec(last.log)?.[1];
      expect(JSON.parse(kept ?? '')).to.have.property('type', 'deployment');
    });
  });

  it('calls what comes back a rollback, and tells what ran before', async () => {
    const versions = ['v1.0.0', 'v2.0.0', 'v1.0.0'];
    for (const [run, version] of versions.entries()) {
      const env = { GITHUB_RUN_ID: String(run) };
      await step({ env, inputs: { environment: 'production', version } });
    }
    const [event] = await milepost.events();
    expect(event).to.deep.include({ type: 'rollback', severity: 'MAJOR' });
    expect(event?.data).to.have.property('previousVersion', 'v2.0.0');
    const again = await step({
      env: { GITHUB_RUN_ID: '2' },
      inputs: { environment: 'production', version: 'v1.0.0' },
    });
    expect(again.log).to.contain('Recorded already');
    expect(await milepost.events()).to.have.length(3);
  });
}
