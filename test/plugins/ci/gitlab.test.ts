import { expect } from 'chai';
import { readGitlab } from '../../../plugins/ci/gitlab.ts';

const JOB = {
  GITLAB_CI: 'true',
  CI_SERVER_HOST: 'gitlab.example.com',
  CI_PROJECT_PATH: 'acme/platform/shop',
  CI_PROJECT_URL: 'https://gitlab.example.com:8443/git/acme/platform/shop',
  CI_PROJECT_ID: '17',
  CI_JOB_ID: '9001',
  CI_JOB_NAME: 'deploy',
  CI_JOB_STAGE: 'deploy',
  CI_JOB_STATUS: 'running',
  CI_JOB_URL: 'https://gitlab.example.com:8443/git/acme/platform/shop/-/jobs/9001',
  CI_PIPELINE_IID: '42',
  CI_PIPELINE_SOURCE: 'push',
  CI_PIPELINE_URL: 'https://gitlab.example.com:8443/git/acme/platform/shop/-/pipelines/8',
  CI_COMMIT_SHA: 'c0ffee254729296a45a3885639ac7e10f9d54979',
  CI_COMMIT_REF_NAME: 'main',
  CI_COMMIT_TITLE: 'Charge the card once',
  GITLAB_USER_LOGIN: 'tanuki',
};

describe('readGitlab', () => {
  it('reads a job with an environment', () => {
    const context = readGitlab({
      ...JOB,
      CI_ENVIRONMENT_NAME: 'production/eu',
      CI_ENVIRONMENT_TIER: 'production',
      CI_ENVIRONMENT_URL: 'https://shop.example.com',
    });
    expect(JSON.parse(JSON.stringify(context))).to.deep.equal({
      source: {
        value: '//gitlab.example.com:8443/git/acme/platform/shop',
        origin: 'the project',
      },
      type: { value: 'deployment', origin: 'job with an environment' },
      subject: { value: 'production/eu', origin: 'the environment of the job' },
      version: { value: 'c0ffee254729296a45a3885639ac7e10f9d54979', origin: 'CI_COMMIT_SHA' },
      description: { value: 'Charge the card once', origin: 'the commit' },
      execution: {
        prefix: 'gl-9001',
        parts: ['//gitlab.example.com:8443/git/acme/platform/shop', '17', '9001'],
        origin: 'job 9001',
      },
      facts: {
        provider: 'gitlab',
        event: 'push',
        job: 'deploy',
        stage: 'deploy',
        status: 'running',
        runNumber: 42,
        actor: 'tanuki',
        sha: 'c0ffee254729296a45a3885639ac7e10f9d54979',
        ref: 'main',
        tier: 'production',
        runUrl: 'https://gitlab.example.com:8443/git/acme/platform/shop/-/pipelines/8',
        jobUrl: 'https://gitlab.example.com:8443/git/acme/platform/shop/-/jobs/9001',
        repositoryUrl: 'https://gitlab.example.com:8443/git/acme/platform/shop',
        commitUrl:
          'https://gitlab.example.com:8443/git/acme/platform/shop/-/commit/c0ffee254729296a45a3885639ac7e10f9d54979',
        environmentUrl: 'https://shop.example.com/',
      },
    });
  });

  it('takes the pipeline of a tag for a release of that tag', () => {
    const { type, version } = readGitlab({ ...JOB, CI_COMMIT_TAG: 'v1.4.0' });
    expect(type?.value).to.equal('release');
    expect(version?.value).to.equal('v1.4.0');
  });

  it('tells the end of an environment from a deployment', () => {
    const job = { ...JOB, CI_ENVIRONMENT_NAME: 'review/1', CI_ENVIRONMENT_ACTION: 'stop' };
    expect(readGitlab(job).type?.value).to.equal('environment-stop');
  });

  it('numbers a merge request as people do', () => {
    const job = { ...JOB, CI_MERGE_REQUEST_ID: '99001', CI_MERGE_REQUEST_IID: '7' };
    expect(readGitlab(job).facts['mergeRequest']).to.equal(7);
  });

  it('gives a retried job another execution', () => {
    expect(readGitlab({ ...JOB, CI_JOB_ID: '9002' }).execution).to.not.deep.equal(
      readGitlab(JOB).execution,
    );
  });

  it('finds the source without the address of the project', () => {
    const { CI_PROJECT_URL: _, ...job } = JOB;
    expect(readGitlab(job).source?.value).to.equal('//gitlab.example.com/acme/platform/shop');
    expect(readGitlab({}).source).to.equal(undefined);
  });
});
