// https://www.jenkins.io/doc/book/pipeline/jenkinsfile/#using-environment-variables
import { webUrl } from '../text.ts';
import { type Ci, type CiContext, count, derived, type Environment, facts } from './context.ts';
import { sourceOfRemote } from './git.ts';

/** Jenkins; it knows no environments, so `subject` is for the caller to say. */
export const jenkins: Ci = {
  name: 'Jenkins',
  // JENKINS_URL is there only where an administrator has set it.
  detect: (env) => !!env['JENKINS_URL'] || (!!env['BUILD_TAG'] && !!env['JOB_NAME']),
  read: readJenkins,
};

export function readJenkins(env: Environment): CiContext {
  const { BUILD_NUMBER: build, JOB_NAME: job } = env;
  return {
    // GIT_URL is there after a checkout only.
    source:
      derived(sourceOfRemote(env['GIT_URL']), 'GIT_URL') ?? derived(sourceOfJob(env), 'the job'),
    type: env['TAG_NAME']
      ? { value: 'release', origin: 'build of a tag' }
      : { value: 'deployment', origin: 'default' },
    version: derived(env['TAG_NAME'], 'the tag') ?? derived(env['GIT_COMMIT'], 'GIT_COMMIT'),
    description: derived(env['CHANGE_TITLE'], 'the change request'),
    execution:
      build && job
        ? {
            prefix: `jk-${build}`,
            parts: [
              env['BUILD_URL'] || env['BUILD_TAG'] || '',
              job,
              build,
              env['STAGE_NAME'] ?? '',
            ],
            origin: `build ${build} of ${job}`,
          }
        : undefined,
    facts: facts({
      provider: 'jenkins',
      job,
      stage: env['STAGE_NAME'],
      runNumber: count(build),
      sha: env['GIT_COMMIT'],
      ref: env['TAG_NAME'] || env['BRANCH_NAME'] || env['GIT_BRANCH'],
      runUrl: webUrl(env['RUN_DISPLAY_URL'] || env['BUILD_URL']),
      pullRequest: env['CHANGE_ID'],
      pullRequestUrl: webUrl(env['CHANGE_URL']),
    }),
  };
}

function sourceOfJob(env: Environment): string | undefined {
  const url = webUrl(env['JOB_URL']);
  if (url !== undefined) return url.replace(/^https?:/i, '').replace(/\/+$/, '');
  return env['JOB_NAME'];
}
