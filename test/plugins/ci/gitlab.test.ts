import { expect } from 'chai';
import { gitlab } from '../../../plugins/ci/gitlab.ts';

const JOB = {
  GITLAB_CI: 'true',
  CI_SERVER_HOST: 'gitlab.example.com',
  CI_SERVER_URL: 'https://gitlab.example.com:8443/git',
  CI_PROJECT_PATH: 'acme/platform/shop',
  CI_PROJECT_URL: 'https://gitlab.example.com:8443/git/acme/platform/shop',
  CI_PROJECT_ID: '17',
  CI_JOB_ID: '9001',
  CI_JOB_STATUS: 'running',
  CI_JOB_STARTED_AT: '2026-03-10T14:25:30Z',
  CI_COMMIT_SHA: 'c0ffee254729296a45a3885639ac7e10f9d54979',
};
const read = (more: Record<string, string> = {}) => gitlab.read({ ...JOB, ...more }, {});

describe('gitlab', () => {
  it('tells what happens to an environment from a deployment to it', () => {
    const type = (action: string) =>
      read({ CI_ENVIRONMENT_NAME: 'review/1', CI_ENVIRONMENT_ACTION: action }).type;
    expect(type('stop')).to.deep.equal({ value: 'teardown', origin: 'environment action stop' });
    expect(type('prepare')?.value).to.equal('environment-prepare');
    expect(type('verify')?.value).to.equal('environment-verify');
    expect(type('access')?.value).to.equal('environment-access');
    expect(type('start')).to.deep.equal({
      value: 'deployment',
      origin: 'job with an environment',
    });
    expect(type('')?.value).to.equal('deployment');
  });

  it('takes a tag for a release, unless the job deploys it', () => {
    expect(read({ CI_COMMIT_TAG: 'v1' }).type?.value).to.equal('release');
    const deployed = read({ CI_COMMIT_TAG: 'v1', CI_ENVIRONMENT_NAME: 'production' });
    expect(deployed.type?.value).to.equal('deployment');
    expect(deployed.version).to.deep.equal({ value: 'v1', origin: 'the tag' });
  });

  it('passes on how the job ended, and nothing while it runs', () => {
    const status = (word: string) => read({ CI_JOB_STATUS: word }).status?.value;
    expect(status('success')).to.equal('success');
    expect(status('failed')).to.equal('failed');
    expect(status('canceled')).to.equal('canceled');
    expect(status('timedout')).to.equal('timedout');
    expect(status('running')).to.equal(undefined);
    expect(status('')).to.equal(undefined);
    expect(read().facts['status']).to.equal('running');
    expect(read().startedAt?.value).to.equal('2026-03-10T14:25:30Z');
  });

  it('believes the tier, and guesses from the name as GitLab does where there is none', () => {
    const isProduction = (CI_ENVIRONMENT_NAME: string, CI_ENVIRONMENT_TIER = '') =>
      read({ CI_ENVIRONMENT_NAME, CI_ENVIRONMENT_TIER }).isProduction;
    expect(isProduction('customer-portal', 'production')).to.equal(true);
    expect(isProduction('production', 'other')).to.equal(false);
    for (const name of ['production', 'Production', 'prod', 'PROD-eu', 'prd', 'live', 'gprd/aws']) {
      expect(isProduction(name), name).to.equal(true);
    }
    for (const name of [
      'preprod',
      'pre-production',
      'nonprod',
      'prod-test',
      'live-demo',
      'staging',
      'stg',
      'qa',
      'review/production-fix',
      'dev',
      'customer-portal',
    ]) {
      expect(isProduction(name), name).to.equal(false);
    }
    expect(read().isProduction).to.equal(undefined);
  });

  it('knows a deploy freeze', () => {
    expect(read({ CI_DEPLOY_FREEZE: 'true' }).isFrozen).to.equal(true);
    expect(read({ CI_DEPLOY_FREEZE: 'true' }).facts['deployFreeze']).to.equal(true);
    for (const none of ['', 'false']) {
      expect(read({ CI_DEPLOY_FREEZE: none }).isFrozen).to.equal(false);
    }
  });

  it('numbers a merge request as people do', () => {
    const { facts } = read({ CI_MERGE_REQUEST_ID: '99001', CI_MERGE_REQUEST_IID: '7' });
    expect(facts['mergeRequest']).to.equal(7);
    expect(facts['mergeRequestUrl']).to.equal(`${JOB.CI_PROJECT_URL}/-/merge_requests/7`);
  });

  it('finds the source without the address of the project, with port and path', () => {
    const source = (env: Record<string, string>) => gitlab.read(env, {}).source?.value;
    const { CI_PROJECT_URL: _, ...job } = JOB;
    expect(source(JOB)).to.equal('//gitlab.example.com:8443/git/acme/platform/shop');
    expect(source(job)).to.equal('//gitlab.example.com:8443/git/acme/platform/shop');
    expect(source({ ...job, CI_SERVER_URL: '' })).to.equal(
      '//gitlab.example.com/acme/platform/shop',
    );
    expect(source({ CI_SERVER_HOST: 'gitlab.example.com' })).to.equal(undefined);
    expect(source({ CI_PROJECT_PATH: 'acme/shop' })).to.equal(undefined);
  });
});
