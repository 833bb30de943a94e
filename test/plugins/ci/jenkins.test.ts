import { expect } from 'chai';
import { jenkins } from '../../../plugins/ci/jenkins.ts';

const BUILD = {
  JENKINS_URL: 'https://ci.example.com/',
  JOB_NAME: 'acme/shop/feature%2Fpay-now',
  JOB_URL: 'https://ci.example.com/job/acme/job/shop/job/feature%252Fpay-now/',
  BUILD_NUMBER: '42',
  BUILD_TAG: 'jenkins-acme-shop-feature%2Fpay-now-42',
  BRANCH_NAME: 'feature/pay-now',
  GIT_URL: 'https://bot:s3cret@git.example.com/acme/shop.git',
  GIT_COMMIT: 'c0ffee254729296a45a3885639ac7e10f9d54979',
};
const read = (more: Record<string, string> = {}) => jenkins.read({ ...BUILD, ...more }, {});

describe('jenkins', () => {
  it('keeps the credentials of a remote to itself', () => {
    expect(read().source?.value).to.equal('//git.example.com/acme/shop');
    expect(JSON.stringify(read())).to.not.contain('s3cret');
  });

  it('names the project where nothing was checked out, whatever the branch', () => {
    const source = (more: Record<string, string>) => read({ GIT_URL: '', ...more }).source;
    expect(source({})).to.deep.equal({
      value: '//ci.example.com/job/acme/job/shop',
      origin: 'the address of the job',
    });
    expect(source({ JOB_URL: '' })).to.deep.equal({
      value: 'acme/shop',
      origin: 'the name of the job',
    });
    // A job of its own is no branch of anything.
    const job = { BRANCH_NAME: '', JOB_NAME: 'acme/deploy' };
    expect(
      source({ ...job, JOB_URL: 'https://ci.example.com/job/acme/job/deploy/' })?.value,
    ).to.equal('//ci.example.com/job/acme/job/deploy');
    expect(source({ ...job, JOB_URL: '' })?.value).to.equal('acme/deploy');
  });

  it('shows the branch in the name of a job as people write it', () => {
    expect(read().facts['job']).to.equal('acme/shop/feature/pay-now');
    expect(read({ JOB_NAME: 'acme/100%' }).facts['job']).to.equal('acme/100%');
  });

  it('says how the build ended where the shared library told it', () => {
    expect(read().status).to.equal(undefined);
    const { status, startedAt, facts } = read({
      MILEPOST_STATUS: 'ABORTED',
      MILEPOST_STARTED_AT: '1773152730000',
      MILEPOST_PREVIOUS_RESULT: 'FAILURE',
    });
    expect(status).to.deep.equal({ value: 'ABORTED', origin: 'the result of the build' });
    expect(startedAt?.value).to.equal('1773152730000');
    expect(facts).to.include({ status: 'ABORTED', previousResult: 'FAILURE' });
    expect(read({ MILEPOST_STATUS: 'null' }).status).to.equal(undefined);
  });

  it('names who started the build by a login, the library’s before a plugin’s', () => {
    const user = { BUILD_USER_ID: 'pat', BUILD_USER_EMAIL: 'pat@acme.example' };
    expect(read(user).facts['actor']).to.equal('pat');
    expect(read({ ...user, MILEPOST_CAUSE_USER: 'jdoe' }).facts['actor']).to.equal('jdoe');
    expect(read({ MILEPOST_CAUSE_USER: 'jane.doe@acme.example' }).facts['actor']).to.equal(
      'jane.doe',
    );
    expect(read().facts).to.not.have.property('actor');
  });

  it('finds the branch behind the name of a remote or a change', () => {
    const ref = (more: Record<string, string>) => read({ BRANCH_NAME: '', ...more }).facts['ref'];
    expect(ref({ GIT_BRANCH: 'origin/feature/x' })).to.equal('feature/x');
    expect(ref({ BRANCH_NAME: 'PR-7', CHANGE_ID: '7', CHANGE_BRANCH: 'pay-now' })).to.equal(
      'pay-now',
    );
    expect(ref({ BRANCH_NAME: 'v1', TAG_NAME: 'v1' })).to.equal('v1');
  });
});
