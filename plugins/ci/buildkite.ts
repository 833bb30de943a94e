// https://buildkite.com/docs/pipelines/configure/environment-variables
import type { JsonObject } from '../../backend/model/event.ts';
import { webUrl } from '../text.ts';
import {
  type CiContext,
  count,
  type Derived,
  derived,
  type Execution,
  facts,
  firstLine,
} from './context.ts';
import { defineCi, statusOfExitCode, type Variables } from './define-ci.ts';
import { forgeLinks, isSha } from './forge.ts';
import { sourceOfRemote } from './git.ts';
import { person } from './person.ts';

const VARIABLES = [
  'BUILDKITE_BRANCH',
  'BUILDKITE_BUILD_CREATOR',
  'BUILDKITE_BUILD_NUMBER',
  'BUILDKITE_BUILD_URL',
  'BUILDKITE_COMMAND_EXIT_STATUS',
  'BUILDKITE_COMMIT',
  'BUILDKITE_GITHUB_DEPLOYMENT_ENVIRONMENT',
  'BUILDKITE_GITHUB_DEPLOYMENT_TASK',
  'BUILDKITE_JOB_CANCELLED',
  'BUILDKITE_JOB_ID',
  'BUILDKITE_LABEL',
  'BUILDKITE_MESSAGE',
  'BUILDKITE_ORGANIZATION_SLUG',
  'BUILDKITE_PIPELINE_SLUG',
  'BUILDKITE_PULL_REQUEST',
  'BUILDKITE_PULL_REQUEST_BASE_BRANCH',
  'BUILDKITE_REPO',
  'BUILDKITE_RETRY_COUNT',
  'BUILDKITE_SOURCE',
  'BUILDKITE_TAG',
  'BUILDKITE_UNBLOCKER',
] as const;
type Env = Variables<(typeof VARIABLES)[number]>;

/** Buildkite; the end of a job is known in its hooks only. */
export const buildkite = defineCi({
  slug: 'buildkite',
  name: 'Buildkite',
  variables: VARIABLES,
  detect: (env) => env['BUILDKITE'] === 'true',
  read: readBuildkite,
});

function readBuildkite(env: Env): CiContext {
  return {
    source: sourceOf(env),
    type: typeOf(env),
    subject: derived(env.BUILDKITE_GITHUB_DEPLOYMENT_ENVIRONMENT, 'the deployment on GitHub'),
    version: derived(env.BUILDKITE_TAG, 'the tag') ?? derived(commitOf(env), 'the commit'),
    description: derived(firstLine(env.BUILDKITE_MESSAGE), 'the message of the build'),
    status:
      env.BUILDKITE_JOB_CANCELLED === 'true'
        ? { value: 'cancelled', origin: 'the job was cancelled' }
        : statusOfExitCode(env.BUILDKITE_COMMAND_EXIT_STATUS, 'the command'),
    execution: executionOf(env),
    facts: factsOf(env),
  };
}

function sourceOf(env: Env): Derived | undefined {
  const { BUILDKITE_ORGANIZATION_SLUG: organization, BUILDKITE_PIPELINE_SLUG: pipeline } = env;
  return (
    derived(sourceOfRemote(env.BUILDKITE_REPO), 'the repository') ??
    derived(
      organization && pipeline && `//buildkite.com/${organization}/${pipeline}`,
      'the pipeline',
    )
  );
}

function typeOf(env: Env): Derived {
  const { BUILDKITE_GITHUB_DEPLOYMENT_TASK: task } = env;
  if (task === 'rollback') return { value: 'rollback', origin: 'deployment on GitHub, rollback' };
  if (env.BUILDKITE_GITHUB_DEPLOYMENT_ENVIRONMENT) {
    return { value: 'deployment', origin: 'deployment on GitHub' };
  }
  if (env.BUILDKITE_TAG) return { value: 'release', origin: 'build of a tag' };
  return { value: 'deployment', origin: 'default' };
}

/** Builds that somebody starts by hand have `HEAD` here until the agent has checked it out. */
function commitOf({ BUILDKITE_COMMIT: commit }: Env): string | undefined {
  return isSha(commit) ? commit : undefined;
}

/** A job that is run again has a new id. */
function executionOf(env: Env): Execution | undefined {
  const { BUILDKITE_BUILD_NUMBER: build, BUILDKITE_JOB_ID: job } = env;
  if (build === undefined || job === undefined) return undefined;
  const retry = env.BUILDKITE_RETRY_COUNT ?? '0';
  return {
    prefix: `bk-${build}-${retry}`,
    parts: [
      env.BUILDKITE_ORGANIZATION_SLUG ?? '',
      env.BUILDKITE_PIPELINE_SLUG ?? '',
      build,
      job,
      retry,
    ],
    origin: `build ${build}, retry ${retry} of the job`,
  };
}

function factsOf(env: Env): JsonObject {
  const { BUILDKITE_BUILD_URL: build, BUILDKITE_JOB_ID: job } = env;
  const sha = commitOf(env);
  return facts({
    provider: 'buildkite',
    event: env.BUILDKITE_SOURCE,
    workflow: env.BUILDKITE_PIPELINE_SLUG,
    job: env.BUILDKITE_LABEL,
    runNumber: count(env.BUILDKITE_BUILD_NUMBER),
    retry: count(env.BUILDKITE_RETRY_COUNT),
    exitStatus: count(env.BUILDKITE_COMMAND_EXIT_STATUS),
    // Who let the deployment through, before who started the build. Names: there are no logins.
    actor: person(env.BUILDKITE_UNBLOCKER, env.BUILDKITE_BUILD_CREATOR),
    sha,
    ref: env.BUILDKITE_TAG ?? env.BUILDKITE_BRANCH,
    // `false` where there is none.
    pullRequest: count(env.BUILDKITE_PULL_REQUEST),
    pullRequestTarget: env.BUILDKITE_PULL_REQUEST_BASE_BRANCH,
    runUrl: webUrl(build),
    jobUrl: build && job ? webUrl(`${build}#${job}`) : undefined,
    ...forgeLinks(env.BUILDKITE_REPO, sha),
  });
}
