/** docs/metrics.md: what it shows runs, with a key and with a signature. */
import { expect } from 'chai';
import { createIntegrations } from '../../backend/services/integrations.ts';
import { createSeal } from '../../backend/services/seal.ts';
import { auditOf, TESTER } from '../support/audit.ts';
import { readPage } from '../support/markdown.ts';
import { startMilepost, type TestMilepost } from '../support/milepost.ts';
import { run } from '../support/shell.ts';
import { expectJson } from './answers.ts';

const SECRET_KEY = 'a secret key of at least 32 characters';

describe('docs/metrics.md', function () {
  this.timeout(20_000);
  const { blocks } = readPage('docs/metrics.md');
  let milepost: TestMilepost;
  let env: Record<string, string>;
  before(async () => {
    milepost = await startMilepost({ env: { SECRET_KEY } });
    const { store, url, key } = milepost;
    const integrations = createIntegrations({
      integrations: store.integrations,
      organizations: store.organizations,
      audit: auditOf(store),
      seal: () => createSeal(SECRET_KEY, 'integrations'),
      clock: Date.now,
      newId: () => crypto.randomUUID(),
    });
    const made = { organization: 'default', name: 'docs', actor: TESTER };
    const { integration, secret } = await integrations.create(made);
    env = {
      MILEPOST_URL: url,
      MILEPOST_API_KEY: key,
      MILEPOST_INTEGRATION: integration.id,
      MILEPOST_SECRET: secret,
    };
  });
  after(() => milepost.close());

  const runBlock = async (language: 'sh' | 'js', part: string): Promise<string> => {
    const block = blocks.find((one) => one.language === language && one.code.includes(part));
    const { code, out, err } = await run(language, block?.code ?? 'exit 1', { env });
    expect(code, err).to.equal(0);
    return out;
  };
  const samplesOf = async (metric: string) => {
    const series = await milepost.store.metrics.series('default', { metric: [metric] }, 10);
    const ids = series.map(({ id }) => id);
    const found = await milepost.store.metrics.samples('default', ids, 0, Date.now() + 60_000);
    return [...found.values()].flat();
  };

  it('has a line that records samples, and answers as it says', async () => {
    const out = await runBlock('sh', '"orders"');
    expectJson(blocks.find(({ language }) => language === 'json')?.code ?? '', out);
    expect(await samplesOf('orders')).to.deep.equal([[Date.parse('2025-01-15T13:30:00Z'), 41]]);
  });

  it('has programs that sign', async () => {
    const before = (await samplesOf('error_rate')).length;
    await runBlock('js', 'createHmac');
    expect(await samplesOf('error_rate')).to.have.length(before + 1);
    const out = await runBlock('sh', 'openssl');
    expect(JSON.parse(out)).to.have.nested.property('data.accepted', 1);
  });

  it('has lines that ask what a change did', async () => {
    const out = await runBlock('sh', '/impact');
    const answer = JSON.parse(out.slice(out.lastIndexOf('{"success"'))) as object;
    expect(answer).to.have.nested.property('data.event.id', 'deploy-42');
    expect(answer).to.have.nested.property('data.window', '2h');
    expect(answer).to.have.nested.property('data.metrics[0].verdict', 'inconclusive');
  });
});
