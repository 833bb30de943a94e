// https://www.jenkins.io/doc/book/pipeline/jenkinsfile/#using-environment-variables
// https://github.com/jenkinsci/branch-api-plugin, https://github.com/jenkinsci/git-plugin
import type { JsonObject } from '../../backend/model/event.ts';
import { webUrl } from '../text.ts';
import { type CiContext, count, type Derived, derived, type Execution, facts } from './context.ts';
import { defineCi, statusOf, type Variables } from './define-ci.ts';
import { forgeLinks } from './forge.ts';
import { sourceOfRemote } from './git.ts';
import { person } from './person.ts';

const VARIABLES = [
  'BRANCH_IS_PRIMARY',
  'BRANCH_NAME',
  'BUILD_NUMBER',
  'BUILD_TAG',
  'BUILD_URL',
  'BUILD_USER_ID',
  'CHANGE_AUTHOR',
  'CHANGE_BRANCH',
  'CHANGE_ID',
  'CHANGE_TARGET',
  'CHANGE_TITLE',
  'CHANGE_URL',
  'GIT_BRANCH',
  'GIT_COMMIT',
  'GIT_URL',
  'GIT_URL_1',
  'JOB_NAME',
  'JOB_URL',
  // What no variable of Jenkins tells: the shared library says it.
  'MILEPOST_CAUSE_USER',
  'MILEPOST_PREVIOUS_RESULT',
  'MILEPOST_STARTED_AT',
  'MILEPOST_STATUS',
  'RUN_DISPLAY_URL',
  'STAGE_NAME',
  'TAG_NAME',
] as const;
type Env = Variables<(typeof VARIABLES)[number]>;

/** Jenkins; it knows no environments, so `subject` is for the caller to say. */
export const jenkins = defineCi({
  slug: 'jenkins',
  name: 'Jenkins',
  variables: VARIABLES,
  // JENKINS_URL is there only where an administrator has set it.
  detect: (env) => !!env['JENKINS_URL'] || (!!env['BUILD_TAG'] && !!env['JOB_NAME']),
  read: readJenkins,
});

function readJenkins(env: Env): CiContext {
  return {
    source: sourceOf(env),
    type: env.TAG_NAME
      ? { value: 'release', origin: 'build of a tag' }
      : { value: 'deployment', origin: 'default' },
    version: derived(env.TAG_NAME, 'the tag') ?? derived(env.GIT_COMMIT, 'the commit'),
    description: derived(env.CHANGE_TITLE, `title of change ${env.CHANGE_ID ?? '?'}`),
    status: statusOf(env.MILEPOST_STATUS, 'the result of the build'),
    startedAt: derived(env.MILEPOST_STARTED_AT, 'the start of the build'),
    execution: executionOf(env),
    facts: factsOf(env),
  };
}

/** GIT_URL is there after a checkout only; GIT_URL_1 where the job has several remotes. */
function sourceOf(env: Env): Derived | undefined {
  return (
    derived(sourceOfRemote(remoteOf(env)), 'the remote of the checkout') ??
    derived(sourceOfRemote(projectUrl(env)), 'the address of the job') ??
    derived(projectName(env), 'the name of the job')
  );
}

function remoteOf(env: Env): string | undefined {
  return env.GIT_URL ?? env.GIT_URL_1;
}

/** A multibranch project has a job for each branch, and is one system. */
function projectUrl({ JOB_URL: url, BRANCH_NAME: branch }: Env): string | undefined {
  return branch === undefined ? url : url?.replace(/\/job\/[^/]+\/?$/, '');
}

/** In the name of a job the slashes of a branch are `%2F`, so the last part is the branch. */
function projectName({ JOB_NAME: name, BRANCH_NAME: branch }: Env): string | undefined {
  return branch === undefined ? name : name?.replace(/\/[^/]+$/, '');
}

function executionOf(env: Env): Execution | undefined {
  const { BUILD_NUMBER: build, JOB_NAME: job } = env;
  if (build === undefined || job === undefined) return undefined;
  return {
    prefix: `jk-${build}`,
    parts: [env.BUILD_URL ?? env.BUILD_TAG ?? '', job, build, env.STAGE_NAME ?? ''],
    origin: `build ${build} of ${decoded(job)}`,
  };
}

function factsOf(env: Env): JsonObject {
  const { GIT_COMMIT: sha, CHANGE_ID: change } = env;
  return facts({
    provider: 'jenkins',
    job: env.JOB_NAME && decoded(env.JOB_NAME),
    stage: env.STAGE_NAME,
    status: env.MILEPOST_STATUS,
    previousResult: env.MILEPOST_PREVIOUS_RESULT,
    runNumber: count(env.BUILD_NUMBER),
    actor: person(env.MILEPOST_CAUSE_USER, env.BUILD_USER_ID),
    sha,
    // The BRANCH_NAME of a change is `PR-7`, and GIT_BRANCH begins with the name of the remote.
    ref:
      env.TAG_NAME ??
      env.CHANGE_BRANCH ??
      env.BRANCH_NAME ??
      env.GIT_BRANCH?.replace(/^origin\//, ''),
    primaryBranch: env.BRANCH_IS_PRIMARY === 'true' ? true : undefined,
    pullRequest: count(change) ?? change,
    pullRequestUrl: webUrl(env.CHANGE_URL),
    pullRequestTarget: env.CHANGE_TARGET,
    pullRequestAuthor: person(env.CHANGE_AUTHOR),
    runUrl: webUrl(env.RUN_DISPLAY_URL ?? env.BUILD_URL),
    ...forgeLinks(remoteOf(env), sha),
  });
}

/** `acme/shop/feature/pay` of `acme/shop/feature%2Fpay`. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
