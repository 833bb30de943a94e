import { expect } from 'chai';
import { GITLAB_CLAIMS, useTrustWorld } from '../../support/trust.ts';
import { jobFor } from './environment.ts';
import { createWorld, runShell, SHELLS } from './shell.ts';

describe('a job of GitLab with an id token and no key', () => {
  const shell = SHELLS.find(({ command }) => command !== undefined);
  const world = useTrustWorld({ issuer: { claims: GITLAB_CLAIMS } });

  const run = async (program: 'node' | 'curl', job: string, claims = {}) => {
    if (shell === undefined) throw new Error('no shell');
    const { milepost, token } = world();
    const env = { CI_JOB_ID: job, MILEPOST_ID_TOKEN: await token(claims) };
    const { log } = await runShell(shell, createWorld(program), {
      env: jobFor({ url: milepost.url, key: '' }, env),
    });
    expect(log).not.to.include(env.MILEPOST_ID_TOKEN.split('.')[2]);
    return log;
  };

  before(() => world().trust({ provider: 'gitlab', name: 'acme/backend/shop' }));

  for (const [program, job] of [
    ['node', '701'],
    ['curl', '702'],
  ] as const) {
    it(`is let in where its project is trusted, with ${program}`, async () => {
      expect(await run(program, job)).to.match(/recorded/i);
      const [event] = await world().milepost.events();
      expect(event?.id).to.match(new RegExp(`^gl-${job}-`));
    });

    it(`hears why it is not, with ${program}`, async () => {
      const log = await run(program, '703', { project_path: 'acme/other', project_id: '9' });
      expect(log).to.include('wrong configuration').and.match(/trust/);
    });
  }
});
