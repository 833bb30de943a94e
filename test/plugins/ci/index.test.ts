import { expect } from 'chai';
import { detectCi } from '../../../plugins/ci/index.ts';

describe('detectCi', () => {
  it('finds each CI by what only it sets', () => {
    expect(detectCi({ GITHUB_ACTIONS: 'true', CI: 'true' })?.name).to.equal('GitHub Actions');
    expect(detectCi({ GITLAB_CI: 'true', CI: 'true' })?.name).to.equal('GitLab CI');
    expect(detectCi({ GITLAB_CI: 'false', CI_SERVER_HOST: 'h', CI_JOB_ID: '1' })?.name).to.equal(
      'GitLab CI',
    );
    expect(detectCi({ JENKINS_URL: 'https://ci.example.com/' })?.name).to.equal('Jenkins');
    expect(detectCi({ BUILD_TAG: 'jenkins-shop-1', JOB_NAME: 'shop' })?.name).to.equal('Jenkins');
  });

  it('prefers the pipeline to the Jenkins agent that runs inside of it', () => {
    const jenkins = { JENKINS_URL: 'https://ci.example.com/' };
    expect(detectCi({ ...jenkins, GITLAB_CI: 'true' })?.name).to.equal('GitLab CI');
    expect(detectCi({ ...jenkins, GITHUB_ACTIONS: 'true' })?.name).to.equal('GitHub Actions');
  });

  it('finds none on somebody’s machine', () => {
    expect(detectCi({ HOME: '/home/me', CI: 'true' })).to.equal(undefined);
  });
});
