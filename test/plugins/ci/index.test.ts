import { expect } from 'chai';
import { CIS, ciBySlug, detectCi } from '../../../plugins/ci/index.ts';

describe('detectCi', () => {
  const slug = (env: Record<string, string>) => detectCi(env)?.slug;

  it('finds each CI by what only it sets', () => {
    expect(slug({ GITHUB_ACTIONS: 'true', CI: 'true' })).to.equal('github');
    expect(slug({ GITLAB_CI: 'true', CI: 'true' })).to.equal('gitlab');
    expect(slug({ GITLAB_CI: 'false', CI_SERVER_HOST: 'h', CI_JOB_ID: '1' })).to.equal('gitlab');
    expect(slug({ CIRCLECI: 'true', CI: 'true' })).to.equal('circleci');
    expect(slug({ TF_BUILD: 'True' })).to.equal('azure-pipelines');
    expect(slug({ BITBUCKET_BUILD_NUMBER: '7', CI: 'true' })).to.equal('bitbucket');
    expect(slug({ BUILDKITE: 'true', CI: 'true' })).to.equal('buildkite');
    expect(slug({ JENKINS_URL: 'https://ci.example.com/' })).to.equal('jenkins');
    expect(slug({ BUILD_TAG: 'jenkins-shop-1', JOB_NAME: 'shop' })).to.equal('jenkins');
  });

  it('prefers the pipeline to the Jenkins agent that runs inside of it', () => {
    const jenkins = { JENKINS_URL: 'https://ci.example.com/', JOB_NAME: 'shop', BUILD_TAG: 'x' };
    for (const [variable, value, found] of [
      ['GITHUB_ACTIONS', 'true', 'github'],
      ['GITLAB_CI', 'true', 'gitlab'],
      ['CIRCLECI', 'true', 'circleci'],
      ['TF_BUILD', 'True', 'azure-pipelines'],
      ['BITBUCKET_BUILD_NUMBER', '7', 'bitbucket'],
      ['BUILDKITE', 'true', 'buildkite'],
    ] as const) {
      expect(slug({ ...jenkins, [variable]: value })).to.equal(found);
    }
  });

  it('is not misled by what one CI sets of another', () => {
    // GitHub's runners and the actions of Azure set variables of Azure's agent.
    const github = {
      GITHUB_ACTIONS: 'true',
      AZURE_HTTP_USER_AGENT: 'x',
      AGENT_TOOLSDIRECTORY: '/x',
    };
    expect(slug(github)).to.equal('github');
    expect(slug({ ...github, ACT: 'true' })).to.equal('github');
    // Azure builds a repository of GitHub or Bitbucket.
    expect(slug({ TF_BUILD: 'True', BUILD_REPOSITORY_PROVIDER: 'GitHub' })).to.equal(
      'azure-pipelines',
    );
    // Buildkite is told of a deployment on GitHub, Jenkins of a pull request in Bitbucket.
    expect(slug({ BUILDKITE: 'true', BUILDKITE_GITHUB_EVENT: 'deployment' })).to.equal('buildkite');
    expect(
      slug({ JOB_NAME: 'shop', BUILD_TAG: 'x', BITBUCKET_PULL_REQUEST_ID: '7', BUILD_ID: '1' }),
    ).to.equal('jenkins');
    // A job of GitLab that uses a shared variable of another name's beginning.
    expect(slug({ GITLAB_CI: 'true', BUILD_TAG: '1.4.0', JOB_NAME: 'x' })).to.equal('gitlab');
  });

  it('finds none on somebody’s machine', () => {
    const off = { CIRCLECI: 'false', BUILDKITE: '', TF_BUILD: '', BITBUCKET_BUILD_NUMBER: '' };
    expect(slug({ HOME: '/home/me', CI: 'true', ...off })).to.equal(undefined);
  });
});

describe('ciBySlug', () => {
  it('knows each of them by its own slug', () => {
    expect(CIS.map(({ slug }) => slug).sort()).to.deep.equal([
      'azure-pipelines',
      'bitbucket',
      'buildkite',
      'circleci',
      'github',
      'gitlab',
      'jenkins',
    ]);
    for (const ci of CIS) expect(ciBySlug(ci.slug)).to.equal(ci);
  });

  it('knows no other', () => {
    for (const slug of ['', 'Jenkins', 'constructor', '__proto__', 'travis']) {
      expect(ciBySlug(slug)).to.equal(undefined);
    }
  });
});
