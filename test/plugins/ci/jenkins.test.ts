import { expect } from 'chai';
import { readJenkins } from '../../../plugins/ci/jenkins.ts';

const BUILD = {
  JENKINS_URL: 'https://ci.example.com/',
  JOB_NAME: 'acme/shop/main',
  JOB_URL: 'https://ci.example.com/job/acme/job/shop/job/main/',
  BUILD_NUMBER: '42',
  BUILD_URL: 'https://ci.example.com/job/acme/job/shop/job/main/42/',
  BUILD_TAG: 'jenkins-acme-shop-main-42',
  BRANCH_NAME: 'main',
  STAGE_NAME: 'Deploy',
  GIT_URL: 'https://bot:s3cret@git.example.com/acme/shop.git',
  GIT_COMMIT: 'c0ffee254729296a45a3885639ac7e10f9d54979',
};

describe('readJenkins', () => {
  it('reads a build after a checkout', () => {
    const context = readJenkins(BUILD);
    expect(JSON.parse(JSON.stringify(context))).to.deep.equal({
      source: { value: '//git.example.com/acme/shop', origin: 'GIT_URL' },
      type: { value: 'deployment', origin: 'default' },
      version: { value: 'c0ffee254729296a45a3885639ac7e10f9d54979', origin: 'GIT_COMMIT' },
      execution: {
        prefix: 'jk-42',
        parts: [
          'https://ci.example.com/job/acme/job/shop/job/main/42/',
          'acme/shop/main',
          '42',
          'Deploy',
        ],
        origin: 'build 42 of acme/shop/main',
      },
      facts: {
        provider: 'jenkins',
        job: 'acme/shop/main',
        stage: 'Deploy',
        runNumber: 42,
        sha: 'c0ffee254729296a45a3885639ac7e10f9d54979',
        ref: 'main',
        runUrl: 'https://ci.example.com/job/acme/job/shop/job/main/42/',
      },
    });
  });

  it('falls back to the job where nothing was checked out', () => {
    const { GIT_URL: _, GIT_COMMIT: __, ...build } = BUILD;
    const { source, version } = readJenkins(build);
    expect(source?.value).to.equal('//ci.example.com/job/acme/job/shop/job/main');
    expect(version).to.equal(undefined);
    expect(readJenkins({ JOB_NAME: 'shop', BUILD_NUMBER: '1' }).source?.value).to.equal('shop');
  });

  it('takes the build of a tag for a release of that tag', () => {
    const { type, version } = readJenkins({ ...BUILD, TAG_NAME: 'v1.4.0' });
    expect(type?.value).to.equal('release');
    expect(version?.value).to.equal('v1.4.0');
  });
});
