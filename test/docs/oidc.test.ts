/** docs/oidc.md: its commands run, its pipelines ask for what is needed, its errors are those that come. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { load } from 'js-yaml';
import { openStore } from '../../backend/store/open.ts';
import { TESTER } from '../support/audit.ts';
import { readPage } from '../support/markdown.ts';
import { run } from '../support/shell.ts';
import { startTrustWorld, type TrustWorld } from '../support/trust.ts';

const { blocks, text } = readPage('docs/oidc.md');
const block = (language: string, part: string): string =>
  blocks.find((one) => one.language === language && one.code.includes(part))?.code ?? '';
const CLI = `node --import=tsx --eval "import('./backend/main.ts').then((main) => main.run(process.argv.slice(1), process.env))" --`;

describe('docs/oidc.md', function () {
  this.timeout(60_000);
  let world: TrustWorld;
  let now = Date.now();
  beforeEach(async () => {
    now = Date.now();
    world = await startTrustWorld({ clock: () => now });
  });
  afterEach(() => world.close());

  it('has commands that trust what they name', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'milepost-'));
    const config = { dataDir: folder, mongodbUri: undefined };
    const first = await openStore(config);
    await first.organizations.insert({ id: 'default', name: 'Default', createdAt: now });
    await first.close();
    const scripts = blocks.filter(({ code }) => code.includes('npx milepost trust add'));
    const commands = scripts.flatMap(({ code }) => code.split('\n'));
    const script = commands.join('\n').replaceAll('npx milepost', CLI);
    const { code, out, err } = await run('sh', script, { env: { DATA_DIR: folder } });
    expect(code, err).to.equal(0);
    const store = await openStore(config);
    const records = await store.trusts.list('default');
    await store.close();
    rmSync(folder, { recursive: true });
    expect(out.trim().split('\n')).to.deep.equal(records.map(({ id }) => id));
    expect(records).to.have.length(commands.length).and.to.have.length(3);
    expect(records[2]).to.include({ issuer: 'https://gitlab.example.com', resourceId: '4711' });
  });

  it('has shell lines that record from a job of GitHub Actions', async () => {
    await world.trust();
    const { issuer, milepost } = world;
    const { code, out, err } = await run('sh', block('sh', 'ACTIONS_ID_TOKEN_REQUEST_URL'), {
      env: {
        MILEPOST_URL: milepost.url,
        ACTIONS_ID_TOKEN_REQUEST_URL: issuer.requestUrl,
        ACTIONS_ID_TOKEN_REQUEST_TOKEN: issuer.requestToken,
      },
    });
    expect(code, err).to.equal(0);
    expect(JSON.parse(out)).to.have.nested.property('data.source', 'shop');
  });

  it('has a curl that records from a job of GitLab', async () => {
    await world.trust();
    const { code, out, err } = await run('sh', block('sh', '$MILEPOST_ID_TOKEN'), {
      env: { MILEPOST_URL: world.milepost.url, MILEPOST_ID_TOKEN: await world.token() },
    });
    expect(code, err).to.equal(0);
    expect(JSON.parse(out)).to.have.nested.property('data.source', 'shop');
  });

  it('has pipelines that ask for a token for the server', () => {
    const github = load(block('yaml', 'uses:')) as {
      permissions: Record<string, string>;
      steps: { with: Record<string, string> }[];
    };
    expect(github.permissions).to.include({ 'id-token': 'write' });
    expect(github.steps[0]?.with).to.have.property('url').and.not.have.property('api-key');
    const { deploy } = load(block('yaml', 'id_tokens')) as {
      deploy: {
        id_tokens: { MILEPOST_ID_TOKEN: { aud: string } };
        variables: { MILEPOST_URL: string };
      };
    };
    expect(deploy.id_tokens.MILEPOST_ID_TOKEN.aud).to.equal(deploy.variables.MILEPOST_URL);
  });

  it('lists every error that comes, in its words', async () => {
    const shown = [...text.matchAll(/^\| `([^`]+)`\s*\| [A-Z`]/gm)].map(
      ([, sentence = '']) => sentence,
    );
    const said = await everyError(world, (ms) => {
      now += ms;
    });
    const forms = shown.map((sentence) =>
      sentence.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')),
    );
    const fits = forms.map((parts) => new RegExp(`^${parts.join('.+')}$`));
    expect(shown.filter((_, index) => !said.some((one) => fits[index]?.test(one)))).to.deep.equal(
      [],
    );
    expect(said.filter((one) => !fits.some((form) => form.test(one)))).to.deep.equal([]);
    expect(shown).to.have.length(14);
  });
});

/** Makes every mistake once. */
async function everyError(world: TrustWorld, wait: (ms: number) => void): Promise<string[]> {
  const { issuer, as, token, trust, trusts, milepost } = world;
  const errors: string[] = [];
  const send = async (bearer: string): Promise<void> => {
    const { body } = await as(bearer).get('/api/v1/whoami');
    errors.push(body.error);
  };
  const say = async (claims?: Record<string, unknown>): Promise<void> => send(await token(claims));

  await say();
  const { id } = await trust({ resourceId: '4711' });
  await trust({ name: 'acme/api', resourceId: '1', environment: 'production' });
  issuer.breakDown(true);
  await say();
  issuer.breakDown(false);
  await say({ repository: 'acme/other', repository_id: '2' });
  await say({ repository_id: '9999' });
  await say({ repository: 'acme/api', repository_id: '1', environment: 'staging' });
  await say({ aud: 'https://elsewhere.example.com' });
  await say({ exp: 1 });
  await say({ nbf: 99_999_999_999 });
  await say({ repository: undefined });
  const [header, payload, signature = ''] = (await token()).split('.');
  await send(`${header}.${payload}.${[...signature].reverse().join('')}`);
  await send(`${header}.bm90IGpzb24.${signature}`);
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  await send(`${none}.${payload}.`);
  await issuer.rotate();
  await say();
  wait(10_000);
  await trusts.revoke('default', id, TESTER);
  await say();
  expect(milepost.url).to.be.a('string');
  return errors;
}
