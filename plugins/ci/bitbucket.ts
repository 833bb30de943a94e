// https://support.atlassian.com/bitbucket-cloud/docs/variables-and-secrets/
import type { JsonObject } from '../../backend/model/event.ts';
import { webUrl } from '../text.ts';
import { type CiContext, count, type Derived, derived, type Execution, facts } from './context.ts';
import { defineCi, statusOfExitCode, type Variables } from './define-ci.ts';
import { isSha } from './forge.ts';
import { sourceOfRemote } from './git.ts';

const VARIABLES = [
  'BITBUCKET_BRANCH',
  'BITBUCKET_BUILD_NUMBER',
  'BITBUCKET_COMMIT',
  'BITBUCKET_DEPLOYMENT_ENVIRONMENT',
  'BITBUCKET_EXIT_CODE',
  'BITBUCKET_PIPELINE_UUID',
  'BITBUCKET_PR_DESTINATION_BRANCH',
  'BITBUCKET_PR_ID',
  'BITBUCKET_REPO_FULL_NAME',
  'BITBUCKET_REPO_UUID',
  'BITBUCKET_STEP_RUN_NUMBER',
  'BITBUCKET_STEP_TRIGGERER_UUID',
  'BITBUCKET_STEP_UUID',
  'BITBUCKET_TAG',
] as const;
type Env = Variables<(typeof VARIABLES)[number]>;

/** Bitbucket Pipelines, of Bitbucket Cloud. */
export const bitbucket = defineCi({
  slug: 'bitbucket',
  name: 'Bitbucket Pipelines',
  variables: VARIABLES,
  detect: (env) => !!env['BITBUCKET_BUILD_NUMBER'],
  read: readBitbucket,
});

function readBitbucket(env: Env): CiContext {
  return {
    source: derived(sourceOf(env), 'the repository'),
    type: typeOf(env),
    subject: derived(env.BITBUCKET_DEPLOYMENT_ENVIRONMENT, 'the deployment of the step'),
    version: derived(env.BITBUCKET_TAG, 'the tag') ?? derived(env.BITBUCKET_COMMIT, 'the commit'),
    // There in the after-script only, where the step has ended.
    status: statusOfExitCode(env.BITBUCKET_EXIT_CODE, 'the step'),
    execution: executionOf(env),
    facts: factsOf(env),
  };
}

function sourceOf({ BITBUCKET_REPO_FULL_NAME: name }: Env): string | undefined {
  return sourceOfRemote(name && `https://bitbucket.org/${name}`);
}

function typeOf(env: Env): Derived {
  if (env.BITBUCKET_DEPLOYMENT_ENVIRONMENT) {
    return { value: 'deployment', origin: 'step with a deployment' };
  }
  if (env.BITBUCKET_TAG) return { value: 'release', origin: 'pipeline of a tag' };
  return { value: 'deployment', origin: 'default' };
}

/** A pipeline that is run again has a new number, a step that is run again another run number. */
function executionOf(env: Env): Execution | undefined {
  const { BITBUCKET_BUILD_NUMBER: build, BITBUCKET_STEP_UUID: step } = env;
  if (build === undefined || step === undefined) return undefined;
  const run = env.BITBUCKET_STEP_RUN_NUMBER ?? '1';
  return {
    prefix: `bb-${build}-${run}`,
    parts: [env.BITBUCKET_REPO_UUID ?? '', env.BITBUCKET_PIPELINE_UUID ?? '', build, step, run],
    origin: `pipeline ${build}, run ${run} of the step`,
  };
}

function factsOf(env: Env): JsonObject {
  const { BITBUCKET_BUILD_NUMBER: build, BITBUCKET_COMMIT: sha, BITBUCKET_PR_ID: number } = env;
  const source = sourceOf(env);
  const link = (rest: string) => source && webUrl(`https:${source}${rest}`);
  const run = build && `/pipelines/results/${encodeURIComponent(build)}`;
  const step = env.BITBUCKET_STEP_UUID;
  return facts({
    provider: 'bitbucket',
    runNumber: count(build),
    attempt: count(env.BITBUCKET_STEP_RUN_NUMBER),
    exitCode: count(env.BITBUCKET_EXIT_CODE),
    // Bitbucket tells a step who started it by an id only.
    actorId: env.BITBUCKET_STEP_TRIGGERER_UUID,
    sha,
    ref: env.BITBUCKET_TAG ?? env.BITBUCKET_BRANCH,
    pullRequest: count(number),
    pullRequestUrl: count(number) === undefined ? undefined : link(`/pull-requests/${number}`),
    pullRequestTarget: env.BITBUCKET_PR_DESTINATION_BRANCH,
    runUrl: run && link(run),
    jobUrl: run && step && link(`${run}/steps/${encodeURIComponent(step)}`),
    repositoryUrl: link(''),
    commitUrl: isSha(sha) ? link(`/commits/${sha}`) : undefined,
  });
}
