/** Without a key: the bundle asks GitHub for a token, and Milepost trusts the repository. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { NODE_BINARIES } from '../support/action-node.ts';
import { runStep, type Step, type StepResult } from '../support/runner.ts';
import { startTrustWorld, type TrustWorld } from '../support/trust.ts';

const CASE = new URL('../fixtures/ci/github/push-to-main/', import.meta.url);
const BUNDLE = fileURLToPath(new URL('../../action/dist/index.mjs', import.meta.url));
const read = (name: string) => JSON.parse(readFileSync(new URL(name, CASE), 'utf8')) as object;

const warningOf = ({ annotations }: StepResult) =>
  annotations.find(({ level }) => level === 'warning');

describe('the action without a key', () => {
  let world: TrustWorld;
  beforeEach(async () => {
    world = await startTrustWorld();
  });
  afterEach(() => world.close());

  function step(over: Partial<Step> = {}, node = process.execPath): Promise<StepResult> {
    return runStep({
      node,
      main: BUNDLE,
      event: read('event.json'),
      contexts: { 'job.status': 'success' },
      ...over,
      env: {
        ...(read('env.json') as Record<string, string>),
        ACTIONS_ID_TOKEN_REQUEST_URL: world.issuer.requestUrl,
        ACTIONS_ID_TOKEN_REQUEST_TOKEN: world.issuer.requestToken,
        ...over.env,
      },
      inputs: { url: world.milepost.url, ...over.inputs },
    });
  }

  for (const { name, path } of NODE_BINARIES) {
    it(`is let in by the token of its job, on ${name}`, async function () {
      if (path === undefined) return this.skip();
      await world.trust();
      const result = await step({}, path);
      expect(result.outputs['recorded'], result.log).to.equal('true');
      const [event] = await world.milepost.events();
      expect(event).to.have.property('source', '//github.com/acme/shop');
      expect(result.masks.some((mask) => mask.split('.').length === 3)).to.equal(true);
      expect(result.log).to.not.match(/eyJ/);
    });
  }

  it('learns the environment of the job, and asks for no token where it needs none', async () => {
    await world.close();
    world = await startTrustWorld({
      issuer: { claims: { repository: 'acme/shop', repository_id: '1', environment: 'eu-prod' } },
    });
    const inputs = { 'api-key': world.milepost.key };
    const result = await step({ inputs });
    expect(result.log).to.contain('subject = eu-prod (the environment of the job');
    expect(await world.milepost.events()).to.have.nested.property('[0].severity', 'MINOR');
    const asked = world.issuer.requests.length;
    await step({ inputs: { ...inputs, environment: 'staging' } });
    expect(world.issuer.requests).to.have.length(asked);
  });

  it('says how to be trusted, and passes', async () => {
    const result = await step();
    expect(result.conclusion).to.equal('success');
    expect(warningOf(result)?.title).to.contain('wrong configuration');
    expect(warningOf(result)?.message).to.match(/the id token was refused: .*trusted/);
  });

  it('says that a key is missing when GitHub issues no token', async () => {
    const result = await step({ env: { ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'wrong' } });
    expect(result.conclusion).to.equal('success');
    expect(result.log).to.contain('GitHub issued no id token');
    expect(warningOf(result)?.message).to.contain('input api-key: is missing');
  });
});
