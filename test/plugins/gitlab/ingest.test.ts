import { expect } from 'chai';
import { startMilepost, type TestMilepost } from '../../support/milepost.ts';
import { jobFor } from './environment.ts';
import { createWorld, runShell, SHELLS, type ShellRun } from './shell.ts';

/** What a job with curl alone records is what one with Node.js does, down to the id. */
describe('a job of GitLab without Node.js, against a real Milepost', () => {
  const shell = SHELLS.find(({ command }) => command !== undefined);
  let milepost: TestMilepost;
  before(async () => {
    milepost = await startMilepost();
  });
  after(() => milepost.close());

  const run = (
    programs: 'node' | 'curl',
    env: Readonly<Record<string, string>> = {},
  ): Promise<ShellRun> => {
    if (shell === undefined) throw new Error('no shell');
    return runShell(shell, createWorld(programs), { env: jobFor(milepost, env) });
  };

  const jobs: readonly [string, Readonly<Record<string, string>>][] = [
    ['a deployment', { CI_JOB_ID: '1' }],
    ['a deployment that failed', { CI_JOB_ID: '2', CI_JOB_STATUS: 'failed' }],
    ['a start', { CI_JOB_ID: '3', CI_JOB_STATUS: 'running' }],
    ['a tag', { CI_JOB_ID: '4', CI_COMMIT_TAG: 'v1.4.0', CI_ENVIRONMENT_NAME: '' }],
    ['the stop of a review app', { CI_JOB_ID: '5', CI_ENVIRONMENT_ACTION: 'stop' }],
    [
      'what the inputs say',
      {
        CI_JOB_ID: '6',
        CI_JOB_STATUS: 'failed',
        MILEPOST_TYPE: 'db-migration',
        MILEPOST_ENVIRONMENT: 'eu "west" $(true)',
        MILEPOST_VERSION: '0142',
        MILEPOST_SEVERITY: 'MAJOR',
        MILEPOST_DESCRIPTION: 'Split price_list – 41 M rows',
        MILEPOST_DATA: '{"rows": 41200000, "note": "a=b&c"}',
      },
    ],
  ];
  for (const [what, env] of jobs) {
    it(`records ${what} as a job with Node.js does`, async () => {
      const first = await run('curl', env);
      expect(first.log).to.include(`Milepost: recorded by ${milepost.url} as gl-`);
      const [event] = await milepost.events();
      const second = await run('node', env);
      expect(second.log).to.include('Recorded already:').and.include(event?.id);
    });
  }

  it('says that the key is wrong', async () => {
    const { log, code } = await run('curl', { MILEPOST_API_KEY: 'mp_wrong' });
    expect(log).to.include('the API key was refused');
    expect(code).to.equal(0);
  });

  it('says that the key may only read', async () => {
    const { log } = await run('curl', { MILEPOST_API_KEY: milepost.readKey });
    expect(log).to.include('the API key may not do this');
  });

  it('says what is wrong with the data', async () => {
    const { log } = await run('curl', { MILEPOST_DATA: '[1]' });
    expect(log).to.include('Milepost refused it (400)').and.include('must be a JSON object');
  });
});
