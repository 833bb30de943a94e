import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import { closedPort, startServer } from '../../support/action-http.ts';
import { startMilepost, type TestMilepost } from '../../support/milepost.ts';
import { jobFor } from './environment.ts';
import { addProgram, createWorld, type RunOptions, runShell, SHELLS, type Shell } from './shell.ts';
import { recordScript } from './template.ts';

const HOSTILE = `$(touch pwned)\`touch pwned\`'"; touch pwned; #\\ %s \u001b[31m\rsection_end:0:step_script`;

for (const shell of SHELLS) {
  describe(`a job of GitLab with Node.js, in ${shell.name}`, () => {
    let milepost: TestMilepost;
    before(async function () {
      if (shell.command === undefined) return this.skip();
      milepost = await startMilepost();
    });
    after(() => milepost?.close());

    const world = createWorld('node');
    const run = (options: RunOptions) => runShell(shell, world, options);

    it('records how it ended, and leaves nothing behind', async () => {
      const { code, log } = await run({ env: jobFor(milepost) });
      expect(code, log).to.equal(0);
      const [event] = await milepost.events();
      expect(event).to.deep.include({
        type: 'deployment',
        source: '//gitlab.acme.example:8443/platform/shop',
        subject: 'production',
        version: '9f2c4b7a1d3e5f60718293a4b5c6d7e8f9012345',
      });
      expect(event?.id).to.match(/^gl-48211-/);
      expect(log).to.include(`Recorded: ${milepost.url}/timeline?event=${event?.id}`);
      expect(log).not.to.include('"specversion"');
      expect(readdirSync(world.folder)).to.deep.equal([]);
    });

    it('records it once, however often the runner repeats it, and a retry of the job anew', async () => {
      const env = jobFor(milepost, { CI_JOB_ID: '48212' });
      await run({ env });
      expect((await run({ env })).log).to.include('Recorded already:');
      await run({ env: { ...env, CI_JOB_ID: '48213' } });
      const ids = (await milepost.events()).map(({ id }) => id.split('-')[1]);
      expect(ids.filter((id) => id === '48212')).to.have.length(1);
      expect(ids.filter((id) => id === '48213')).to.have.length(1);
    });

    it('takes every input, and gives the shell nothing of it to run', async () => {
      const env = jobFor(milepost, {
        CI_JOB_ID: '48214',
        CI_COMMIT_REF_NAME: HOSTILE,
        CI_COMMIT_TITLE: HOSTILE,
        MILEPOST_ENVIRONMENT: `eu ${HOSTILE}`,
        MILEPOST_TYPE: 'db-migration',
        MILEPOST_VERSION: '--dry-run',
        MILEPOST_SOURCE: '//acme/orders',
        MILEPOST_SEVERITY: 'MAJOR',
        MILEPOST_DESCRIPTION: HOSTILE,
        MILEPOST_DATA: JSON.stringify({ ticket: `OPS-1 ${HOSTILE}` }),
      });
      const { log } = await run({ env });
      const [event] = await milepost.events();
      expect(event).to.deep.include({
        type: 'db-migration',
        source: '//acme/orders',
        version: '--dry-run',
        severity: 'MAJOR',
      });
      expect(event?.subject).to.match(/^eu \$\(touch pwned\)/);
      expect(event?.data).to.deep.include({ ticket: `OPS-1 ${HOSTILE}` });
      expect(readdirSync(world.folder)).to.deep.equal([]);
      expect(log).not.to.match(/(?!\n)\p{Cc}/u);
    });

    it('does not change the shell that it runs in', async () => {
      const { code, log } = await run({
        env: jobFor(milepost, { CI_JOB_ID: '48215' }),
        before: 'set -u; url=mine; IFS=:; state=$-; echo begin',
        after: 'test "$-" = "$state"; test "$url$IFS" = mine:; set +u; echo "$code absent end"',
      });
      expect(code, log).to.equal(0);
      expect(log).to.match(/begin\n[\s\S]*\n absent end\n$/);
    });

    it('hides the key and itself where the job is traced', async () => {
      const env = jobFor(milepost, { CI_JOB_ID: '48216' });
      const { log } = await run({ env, before: 'set -x' });
      expect(log).to.include('Recorded:').and.not.include(milepost.key);
      expect(log.length).to.be.below(5000);
    });

    it('passes and says so where Milepost is down, with the event to record it later', async () => {
      const down = { url: `http://127.0.0.1:${await closedPort()}`, key: milepost.key };
      const { code, log } = await run({ env: jobFor(down), after: 'echo and on it goes' });
      expect(code, log).to.equal(0);
      expect(log).to.include('not recorded').and.include('the connection was refused');
      expect(log).to.include('Milepost: this is not on the timeline');
      expect(log).to.match(/\nand on it goes\n$/);
      const event = JSON.parse(log.split('\n').find((line) => line.startsWith('{')) ?? '');
      expect(event).to.include({ type: 'deployment', subject: 'production' });
    });

    it('passes and says that the key is wrong', async () => {
      const { code, log } = await run({ env: jobFor({ ...milepost, key: 'mp_wrong' }) });
      expect(code, log).to.equal(0);
      expect(log).to.include('wrong configuration').and.include('the API key was refused');
      expect(log).not.to.include('mp_wrong');
    });

    it('passes and says what is missing', async () => {
      const { code, log } = await run({ env: jobFor({ url: '', key: '' }) });
      expect(code, log).to.equal(0);
      expect(log)
        .to.include('MILEPOST_URL: is missing')
        .and.include('MILEPOST_API_KEY: is missing');
      expect(log).to.include('on protected branches and tags only');
    });

    it('prints the event in a dry run', async () => {
      const env = jobFor({ url: '', key: '' }, { MILEPOST_DRY_RUN: 'dry-run is true' });
      const { log } = await run({ env });
      expect(log).to.include('"specversion":"1.0"').and.include('Dry run: nothing was sent.');
      expect(log).not.to.include('protected branches');
    });

    it('does not run a program that somebody changed on its way', async () => {
      const received = await sendChanged(shell);
      expect(received.log).to.include('does not fit its checksum');
      expect(received.code).to.equal(0);
      expect(received.requests).to.equal(0);
    });
  });
}

async function sendChanged(shell: Shell) {
  const server = await startServer([{ status: 201 }]);
  const script = recordScript().replace(/(printf '%s' 'H4sI.{40})./, '$1_');
  const env = jobFor({ url: server.url, key: 'mp_key' });
  const { code, log } = await runShell(shell, createWorld('node', 'curl'), { env, script });
  await server.close();
  return { code, log, requests: server.received.length };
}

describe('the job that a component adds', () => {
  const [shell] = SHELLS;
  const world = createWorld('node');
  let milepost: TestMilepost;
  before(async () => {
    milepost = await startMilepost();
  });
  after(() => milepost.close());

  const outage = async () => ({ url: `http://127.0.0.1:${await closedPort()}`, key: 'mp_key' });
  const wrongKey = async () => ({ url: milepost.url, key: 'mp_wrong' });
  const cases = [
    { policy: 'never', outage: 0, configuration: 0 },
    { policy: 'config', outage: 0, configuration: 2 },
    { policy: 'always', outage: 1, configuration: 2 },
  ];
  for (const { policy, ...expected } of cases) {
    it(`ends as fail-on-error ${policy} says`, async function () {
      if (shell?.command === undefined) return this.skip();
      const more = { MILEPOST_FORM: 'job', CI_JOB_STATUS: 'running' };
      const env = { ...more, MILEPOST_FAIL_ON_ERROR: policy };
      const down = await runShell(shell, world, { env: jobFor(await outage(), env) });
      const wrong = await runShell(shell, world, { env: jobFor(await wrongKey(), env) });
      const found = { outage: down.code, configuration: wrong.code };
      expect(found, down.log + wrong.log).to.deep.equal(expected);
    });
  }

  it('uses the id token of the job where there is no key', async function () {
    if (shell?.command === undefined) return this.skip();
    const server = await startServer([{ status: 401 }]);
    const env = { MILEPOST_ID_TOKEN: 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln' };
    await runShell(shell, world, { env: jobFor({ url: server.url, key: '' }, env) });
    await server.close();
    const sent = server.received.map(({ headers }) => headers.authorization);
    expect(new Set(sent)).to.deep.equal(new Set([`Bearer ${env.MILEPOST_ID_TOKEN}`]));
  });

  it('records a point in time where nobody gives a status', async function () {
    if (shell?.command === undefined) return this.skip();
    const env = { MILEPOST_FORM: 'job', CI_JOB_STATUS: 'running', MILEPOST_STATUS: 'none' };
    const { code, log } = await runShell(shell, world, { env: jobFor(milepost, env) });
    expect(code, log).to.equal(0);
    expect((await milepost.events())[0]?.type).to.equal('deployment');
  });
});

describe('a Node.js that cannot run the program', () => {
  for (const [what, code] of [
    ['is older than 20', 'exit 90'],
    ['does not know its options', 'exit 9'],
    ['lacks a library', 'exit 127'],
    ['is killed', 'kill -9 $$'],
  ] as const) {
    it(`and ${what} leaves it to curl`, async function () {
      const [shell] = SHELLS;
      if (shell?.command === undefined) return this.skip();
      const server = await startServer([{ status: 201, body: '{}' }]);
      const world = createWorld('curl');
      addProgram(world, 'node', code);
      const run = await runShell(shell, world, {
        env: jobFor({ url: server.url, key: 'mp_key' }),
      });
      await server.close();
      expect(run.code, run.log).to.equal(0);
      expect(server.received.map(({ path }) => path)).to.deep.equal(['/api/v1/ingest/gitlab']);
    });
  }
});
