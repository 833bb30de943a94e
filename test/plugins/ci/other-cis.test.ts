/** What the fixtures of CircleCI, Azure Pipelines, Bitbucket and Buildkite do not show. */
import { expect } from 'chai';
import { azurePipelines } from '../../../plugins/ci/azure-pipelines.ts';
import { bitbucket } from '../../../plugins/ci/bitbucket.ts';
import { buildkite } from '../../../plugins/ci/buildkite.ts';
import { circleci } from '../../../plugins/ci/circleci.ts';

describe('circleci', () => {
  it('finds the repository in the address of a job where nothing else names it', () => {
    const source = (url: string) =>
      circleci.read(
        {
          CIRCLE_BUILD_URL: url,
          CIRCLE_PROJECT_USERNAME: 'acme',
          CIRCLE_PROJECT_REPONAME: 'shop',
          CIRCLE_PROJECT_ID: '0c6f3a90',
        },
        {},
      ).source?.value;
    expect(source('https://circleci.com/gh/acme/shop/7')).to.equal('//github.com/acme/shop');
    expect(source('https://circleci.com/bb/acme/shop/7')).to.equal('//bitbucket.org/acme/shop');
    expect(source('https://ci.acme.example/gh/acme/shop/7')).to.equal(
      '//app.circleci.com/projects/0c6f3a90',
    );
  });
});

describe('azurePipelines', () => {
  it('passes on the status of the job', () => {
    const status = (word: string) =>
      azurePipelines.read({ AGENT_JOBSTATUS: word }, {}).status?.value;
    for (const word of ['Succeeded', 'SucceededWithIssues', 'Failed', 'Canceled']) {
      expect(status(word)).to.equal(word);
    }
    expect(status('Unknown')).to.equal(undefined);
  });

  it('takes the stage of a classic release for its environment, and no stage of a pipeline', () => {
    const release = { RELEASE_RELEASEID: '1', RELEASE_ENVIRONMENTNAME: 'Production' };
    const { type, subject } = azurePipelines.read(release, {});
    expect(type?.value).to.equal('deployment');
    expect(subject?.value).to.equal('Production');
    const pipeline = azurePipelines.read({ SYSTEM_STAGENAME: 'Production' }, {});
    expect(pipeline.subject).to.equal(undefined);
    expect(pipeline.facts['stage']).to.equal('Production');
  });
});

describe('bitbucket', () => {
  const status = (code: string) => bitbucket.read({ BITBUCKET_EXIT_CODE: code }, {}).status;

  it('reads the exit code that an after-script is given', () => {
    expect(status('0')).to.deep.equal({ value: 'success', origin: 'exit code 0 of the step' });
    expect(status('1')?.value).to.equal('failure');
    expect(status('')).to.equal(undefined);
    expect(status('$(id)')).to.equal(undefined);
  });
});

describe('buildkite', () => {
  const status = (env: Record<string, string>) => buildkite.read(env, {}).status?.value;

  it('reads what its hooks are told', () => {
    expect(status({})).to.equal(undefined);
    expect(status({ BUILDKITE_COMMAND_EXIT_STATUS: '0' })).to.equal('success');
    expect(status({ BUILDKITE_COMMAND_EXIT_STATUS: '-1' })).to.equal('failure');
    const cancelled = { BUILDKITE_JOB_CANCELLED: 'true', BUILDKITE_COMMAND_EXIT_STATUS: '0' };
    expect(status(cancelled)).to.equal('cancelled');
  });

  it('takes no HEAD for a commit', () => {
    expect(buildkite.read({ BUILDKITE_COMMIT: 'HEAD' }, {}).version).to.equal(undefined);
  });
});
