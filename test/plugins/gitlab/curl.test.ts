import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import {
  type Behaviour,
  CA_FILE,
  closedPort,
  startServer,
  type TestServer,
} from '../../support/action-http.ts';
import { DEPLOY_JOB, jobFor } from './environment.ts';
import {
  addProgram,
  createWorld,
  find,
  runShell,
  SHELLS,
  type Shell,
  type ShellRun,
  type World,
} from './shell.ts';

const KEY = 'mp_3kQz.secret-key_1';
const RECORDED: Behaviour = {
  status: 201,
  body: JSON.stringify({ success: true, data: { id: 'gl-48211-0a1b2c3d4e5f6071' }, origins: [] }),
};

interface Posted extends ShellRun {
  readonly received: TestServer['received'];
  readonly fields: Readonly<Record<string, string>>;
}

/** Runs the script in an image with curl, against a server that answers as told. */
async function post(
  shell: Shell,
  answers: readonly Behaviour[],
  env: Readonly<Record<string, string>> = {},
  world: World = createWorld('curl'),
): Promise<Posted> {
  const server = await startServer(answers);
  const run = await runShell(shell, world, { env: jobFor({ url: server.url, key: KEY }, env) });
  await server.close();
  const fields = Object.fromEntries(new URLSearchParams(server.received.at(-1)?.body ?? ''));
  return { ...run, received: server.received, fields };
}

for (const shell of SHELLS) {
  describe(`a job of GitLab without Node.js, in ${shell.name}`, () => {
    before(function () {
      if (shell.command === undefined) this.skip();
    });

    it('posts its variables as a form, with the key in the header', async () => {
      const { code, log, received, fields } = await post(shell, [RECORDED]);
      expect(code, log).to.equal(0);
      const [request] = received;
      expect(request).to.include({ method: 'POST', path: '/api/v1/ingest/gitlab' });
      expect(request?.headers).to.include({
        authorization: `Bearer ${KEY}`,
        'content-type': 'application/x-www-form-urlencoded',
      });
      const { 'given.startedAt': startedAt, ...variables } = fields;
      expect(startedAt).to.equal(DEPLOY_JOB['CI_JOB_STARTED_AT']);
      const sent = Object.keys(variables).map((name) => name.replace('env.', ''));
      expect(sent).to.include.members(['CI_JOB_ID', 'CI_ENVIRONMENT_NAME', 'GITLAB_USER_LOGIN']);
      for (const name of sent) expect(fields[`env.${name}`], name).to.equal(DEPLOY_JOB[name]);
      expect(log).to.match(/^Milepost: recorded by \S+ as gl-48211-0a1b2c3d4e5f6071\n$/);
    });

    it('posts hostile values byte for byte, and runs nothing of them', async () => {
      const hostile = `$(touch pwned)\`touch pwned\`'"; touch pwned; # é %s&env.CI_JOB_ID=1\n@/etc/passwd`;
      const world = createWorld('curl');
      const env = {
        CI_COMMIT_REF_NAME: hostile,
        CI_COMMIT_TITLE: `@/etc/hostname`,
        MILEPOST_ENVIRONMENT: hostile,
        MILEPOST_VERSION: '--upload-file',
        MILEPOST_DATA: '{"ticket": "OPS-1"}',
        MILEPOST_SEVERITY: 'none',
      };
      const { fields, log } = await post(shell, [RECORDED], env, world);
      expect(fields, log).to.deep.include({
        'env.CI_COMMIT_REF_NAME': hostile,
        'env.CI_COMMIT_TITLE': '@/etc/hostname',
        'env.CI_JOB_ID': '48211',
        'given.environment': hostile,
        'given.version': '--upload-file',
        'given.data': '{"ticket": "OPS-1"}',
        'given.severity': 'none',
      });
      expect(readdirSync(world.folder)).to.deep.equal([]);
    });

    it('posts that it starts from before_script', async () => {
      const { fields } = await post(shell, [RECORDED], { CI_JOB_STATUS: 'running' });
      expect(fields['given.status']).to.equal('started');
    });

    it('keeps the key off the command line', async () => {
      const world = createWorld();
      addProgram(world, 'curl', `echo "$@" >> arguments; exec ${find('curl')} "$@"`);
      const { log } = await post(shell, [RECORDED], {}, world);
      expect(log).to.include('recorded by');
      const args = readFileSync(`${world.folder}/arguments`, 'utf8');
      expect(args).to.include('env.CI_JOB_ID=48211').and.not.include('secret');
    });

    it('tries again while the server is in trouble', async () => {
      const answers = [{ status: 503 }, RECORDED];
      const { log, received } = await post(shell, answers, { MILEPOST_TIMEOUT: '5' });
      expect(received).to.have.length(2);
      expect(log).to.include('recorded by');
    });

    it('passes and says so where Milepost is down', async () => {
      const down = { url: `http://127.0.0.1:${await closedPort()}`, key: KEY };
      const { code, log } = await runShell(shell, createWorld('curl'), { env: jobFor(down) });
      expect(code, log).to.equal(0);
      expect(log).to.include('not recorded, Milepost did not answer');
      expect(log).to.include('this is not on the timeline');
    });

    it('passes and warns where there is neither', async () => {
      const env = jobFor({ url: 'http://milepost.test', key: KEY });
      const { code, log } = await runShell(shell, createWorld(), { env });
      expect(code, log).to.equal(0);
      expect(log).to.include('neither Node.js 20 nor curl');
    });
  });
}

describe('what a job of GitLab without Node.js says', () => {
  const [shell] = SHELLS;
  const said = async (
    answers: readonly Behaviour[],
    env: Readonly<Record<string, string>> = {},
  ) => {
    if (shell === undefined) throw new Error('no shell');
    const { code, log } = await post(shell, answers, { MILEPOST_FAIL_ON_ERROR: 'config', ...env });
    return { code, log };
  };
  before(function () {
    if (shell?.command === undefined) this.skip();
  });

  const cases: readonly [string, Behaviour, string][] = [
    ['a wrong key', { status: 401, body: 'no such key' }, 'the API key was refused: no such key'],
    [
      'a read-only key',
      { status: 403, body: 'READ_ONLY' },
      'the API key may not do this: READ_ONLY',
    ],
    ['a wrong address', { status: 404 }, 'or older than this component'],
    ['a redirect', { status: 302, headers: { location: '/login' } }, 'redirects'],
    ['a refused event', { status: 422, body: 'bad severity' }, 'refused it (422): bad severity'],
  ];
  for (const [what, answer, words] of cases) {
    it(`names ${what} as wrong configuration`, async () => {
      const { code, log } = await said([answer]);
      expect(log).to.include('wrong configuration').and.include(words);
      expect(code).to.equal(2);
    });
  }

  it('shows nothing of a hostile answer that moves the cursor, and no key', async () => {
    const body = `\u001b[2Jyour key is ${KEY}, ${KEY}\r\nsection_end:0:x\u0007${'x'.repeat(5000)}`;
    const { log } = await said([{ status: 400, body }]);
    expect(log).to.include('your key is ***, ***').and.not.include(KEY);
    const rest = log.replaceAll('\u001b[33m', '').replaceAll('\u001b[0m', '');
    expect(rest).not.to.match(/(?!\n)\p{Cc}/u);
    expect(log.length).to.be.below(1000);
  });

  it('names what is missing, and asks nobody', async () => {
    const { code, log } = await said([RECORDED], {
      MILEPOST_URL: 'milepost',
      MILEPOST_API_KEY: '',
    });
    expect(log).to.include('MILEPOST_URL: must be an address');
    expect(log).to.include('MILEPOST_API_KEY: is missing');
    expect(log).to.include('on protected branches and tags only');
    expect(code).to.equal(2);
  });

  it('does not take a key that would write a header of its own', async () => {
    const { log } = await said([RECORDED], { MILEPOST_API_KEY: 'x"\nheader = "X-Evil: 1' });
    expect(log).to.include('holds characters that no API key has');
  });

  it('prints what it would send in a dry run', async () => {
    const env = { MILEPOST_DRY_RUN: 'dry-run is true', MILEPOST_API_KEY: '', MILEPOST_URL: '' };
    const { code, log } = await said([RECORDED], env);
    expect(log).to.include('env.CI_JOB_ID=48211\n').and.include('nothing was sent');
    expect(code).to.equal(0);
  });

  it('uses the id token where there is no key', async () => {
    const token = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln';
    if (shell === undefined) throw new Error('no shell');
    const env = { MILEPOST_API_KEY: '', MILEPOST_ID_TOKEN: token };
    const { received } = await post(shell, [RECORDED], env);
    expect(received[0]?.headers.authorization).to.equal(`Bearer ${token}`);
  });

  it('trusts the authority that signed GitLab’s certificate, and no other', async () => {
    if (shell === undefined) throw new Error('no shell');
    const server = await startServer([RECORDED], { tls: true });
    const job = jobFor({ url: server.url, key: KEY }, { MILEPOST_TIMEOUT: '3' });
    const world = createWorld('curl');
    const without = await runShell(shell, world, { env: job });
    const env = { ...job, CI_SERVER_TLS_CA_FILE: fileURLToPath(CA_FILE) };
    const within = await runShell(shell, world, { env });
    await server.close();
    expect(without.log).to.include('certificate');
    expect(without.code).to.equal(0);
    expect(within.log).to.include('recorded by');
    expect(server.received).to.have.length(1);
  });
});
