/** The same execution of the same step has the same parts; whatever runs again has others. */
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { ciBySlug } from '../../../plugins/ci/index.ts';

interface Expectation {
  readonly slug: string;
  readonly fixture: string;
  /** What differs when the pipeline, the job or the step runs again. */
  readonly again: readonly Readonly<Record<string, string>>[];
  /** What may differ between two calls in one execution, such as before and after the script. */
  readonly same: Readonly<Record<string, string>>;
  /** Without it nothing tells two executions apart. */
  readonly needs: string;
}

const EXPECTATIONS: readonly Expectation[] = [
  {
    slug: 'gitlab',
    fixture: 'deployment-to-production',
    again: [{ CI_JOB_ID: '9314856742' }],
    same: { CI_JOB_STATUS: 'failed', CI_COMMIT_TITLE: 'another' },
    needs: 'CI_JOB_ID',
  },
  {
    slug: 'jenkins',
    fixture: 'multibranch-primary',
    again: [
      { BUILD_NUMBER: '43', BUILD_URL: 'https://ci.acme.example/job/acme/job/shop/job/main/43/' },
      { STAGE_NAME: 'Deploy to eu' },
    ],
    same: { MILEPOST_STATUS: 'SUCCESS', MILEPOST_PREVIOUS_RESULT: 'SUCCESS' },
    needs: 'BUILD_NUMBER',
  },
  {
    slug: 'circleci',
    fixture: 'push-to-main',
    again: [{ CIRCLE_WORKFLOW_JOB_ID: 'another' }, { CIRCLE_NODE_INDEX: '1' }],
    same: { CIRCLE_USERNAME: 'another' },
    needs: 'CIRCLE_WORKFLOW_JOB_ID',
  },
  {
    slug: 'azure-pipelines',
    fixture: 'deployment-job',
    again: [
      { BUILD_BUILDID: '4712', SYSTEM_PLANID: 'another' },
      { SYSTEM_STAGEATTEMPT: '2' },
      { SYSTEM_JOBATTEMPT: '2' },
      { SYSTEM_JOBID: 'another leg of the matrix' },
      { ENVIRONMENT_RESOURCENAME: 'vm-eu-2' },
    ],
    same: { AGENT_JOBSTATUS: 'Failed' },
    needs: 'SYSTEM_JOBID',
  },
  {
    slug: 'azure-pipelines',
    fixture: 'classic-release',
    again: [{ RELEASE_ATTEMPTNUMBER: '3' }, { RELEASE_RELEASEID: '119' }],
    same: { AGENT_JOBSTATUS: 'Failed' },
    needs: 'SYSTEM_JOBID',
  },
  {
    slug: 'bitbucket',
    fixture: 'deployment-in-the-after-script',
    again: [
      { BITBUCKET_STEP_RUN_NUMBER: '2' },
      { BITBUCKET_STEP_UUID: '{another}' },
      { BITBUCKET_BUILD_NUMBER: '513' },
    ],
    same: { BITBUCKET_EXIT_CODE: '1' },
    needs: 'BITBUCKET_STEP_UUID',
  },
  {
    slug: 'buildkite',
    fixture: 'push-to-main',
    again: [{ BUILDKITE_JOB_ID: 'another' }, { BUILDKITE_RETRY_COUNT: '1' }],
    same: { BUILDKITE_COMMAND_EXIT_STATUS: '1', BUILDKITE_UNBLOCKER: 'another' },
    needs: 'BUILDKITE_JOB_ID',
  },
];

for (const { slug, fixture, again, same, needs } of EXPECTATIONS) {
  describe(`the execution of a job in ${slug} (${fixture})`, () => {
    const url = new URL(`../../fixtures/ci/${slug}/${fixture}/env.json`, import.meta.url);
    const env = JSON.parse(readFileSync(url, 'utf8')) as Record<string, string>;
    const execution = (changes: Readonly<Record<string, string>> = {}) =>
      ciBySlug(slug)?.read({ ...env, ...changes }, {}).execution;

    it('is the same for a retry of the request, and for the end and the middle of the job', () => {
      expect(execution()?.parts).to.not.be.undefined;
      expect(execution(same)).to.deep.equal(execution());
    });

    for (const change of again) {
      it(`is another with another ${Object.keys(change).join(' and ')}`, () => {
        expect(execution(change)?.parts).to.not.deep.equal(execution()?.parts);
      });
    }

    it(`is unknown without ${needs}`, () => {
      expect(execution({ [needs]: '' })).to.equal(undefined);
    });
  });
}
