// https://docs.gitlab.com/ci/variables/predefined_variables/
import type { JsonObject } from '../../backend/model/event.ts';
import { webUrl } from '../text.ts';
import { type CiContext, count, type Derived, derived, facts, firstLine } from './context.ts';
import { defineCi, statusOf, type Variables } from './define-ci.ts';
import { isSha } from './forge.ts';
import { sourceOfRemote } from './git.ts';
import { isProductionTier } from './gitlab-tier.ts';
import { person } from './person.ts';

const VARIABLES = [
  'CI_COMMIT_REF_NAME',
  'CI_COMMIT_SHA',
  'CI_COMMIT_TAG',
  'CI_COMMIT_TAG_MESSAGE',
  'CI_COMMIT_TIMESTAMP',
  'CI_COMMIT_TITLE',
  'CI_DEPLOY_FREEZE',
  'CI_ENVIRONMENT_ACTION',
  'CI_ENVIRONMENT_NAME',
  'CI_ENVIRONMENT_TIER',
  'CI_ENVIRONMENT_URL',
  'CI_JOB_ID',
  'CI_JOB_MANUAL',
  'CI_JOB_NAME',
  'CI_JOB_STAGE',
  'CI_JOB_STARTED_AT',
  'CI_JOB_STATUS',
  'CI_JOB_URL',
  'CI_MERGE_REQUEST_IID',
  'CI_MERGE_REQUEST_PROJECT_URL',
  'CI_MERGE_REQUEST_SOURCE_BRANCH_SHA',
  'CI_MERGE_REQUEST_TITLE',
  'CI_PIPELINE_IID',
  'CI_PIPELINE_NAME',
  'CI_PIPELINE_SCHEDULE_DESCRIPTION',
  'CI_PIPELINE_SOURCE',
  'CI_PIPELINE_URL',
  'CI_PROJECT_ID',
  'CI_PROJECT_PATH',
  'CI_PROJECT_URL',
  'CI_SERVER_HOST',
  'CI_SERVER_URL',
  'GITLAB_USER_LOGIN',
] as const;
type Env = Variables<(typeof VARIABLES)[number]>;

/** GitLab CI, on gitlab.com and self-managed. */
export const gitlab = defineCi({
  slug: 'gitlab',
  name: 'GitLab CI',
  variables: VARIABLES,
  // Not by GITLAB_CI alone: tools that run pipelines locally say "false" there.
  detect: (env) => env['GITLAB_CI'] === 'true' || (!!env['CI_SERVER_HOST'] && !!env['CI_JOB_ID']),
  read: readGitlab,
});

function readGitlab(env: Env): CiContext {
  const { CI_ENVIRONMENT_NAME: environment, CI_JOB_ID: job } = env;
  const source = sourceOf(env);
  return {
    source: derived(source, 'the project'),
    type: typeOf(env),
    subject: derived(environment, 'the environment of the job'),
    version: derived(env.CI_COMMIT_TAG, 'the tag') ?? commitOf(env),
    description: descriptionOf(env),
    status: statusOf(env.CI_JOB_STATUS, 'the status of the job'),
    startedAt: derived(env.CI_JOB_STARTED_AT, 'the start of the job'),
    commitTime: commitTimeOf(env),
    isProduction: isProductionTier(env.CI_ENVIRONMENT_TIER, environment),
    isFrozen: isFrozen(env),
    execution: job
      ? {
          // A retried job has a new id, and so has the job that "Rollback environment" runs.
          prefix: `gl-${job}`,
          parts: [source ?? '', env.CI_PROJECT_ID ?? '', job],
          origin: `job ${job}`,
        }
      : undefined,
    facts: factsOf(env),
  };
}

/** The project's own address is right for ports and for installations under a path too. */
function sourceOf(env: Env): string | undefined {
  const { CI_PROJECT_PATH: path, CI_SERVER_HOST: host } = env;
  const server = env.CI_SERVER_URL ?? (host && `https://${host}`);
  const built = server && path ? `${server.replace(/\/$/, '')}/${path}` : undefined;
  return sourceOfRemote(env.CI_PROJECT_URL) ?? sourceOfRemote(built);
}

/** https://docs.gitlab.com/ci/yaml/#environmentaction */
function typeOf(env: Env): Derived {
  const { CI_ENVIRONMENT_ACTION: action, CI_ENVIRONMENT_NAME: environment } = env;
  const origin = `environment action ${action}`;
  if (action === 'stop') return { value: 'teardown', origin };
  if (action === 'prepare' || action === 'verify' || action === 'access') {
    return { value: `environment-${action}`, origin };
  }
  if (environment) return { value: 'deployment', origin: 'job with an environment' };
  if (env.CI_COMMIT_TAG) return { value: 'release', origin: 'pipeline of a tag' };
  return { value: 'deployment', origin: 'default' };
}

/** In a pipeline of merged results, CI_COMMIT_SHA is a merge that nobody finds again. */
function commitOf(env: Env): Derived | undefined {
  const { CI_MERGE_REQUEST_IID: number, CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: head } = env;
  return derived(head, `head commit of !${number}`) ?? derived(env.CI_COMMIT_SHA, 'the commit');
}

/** In a pipeline of merged results it is that of the merge, which is now. */
function commitTimeOf(env: Env): Derived | undefined {
  if (env.CI_MERGE_REQUEST_SOURCE_BRANCH_SHA) return undefined;
  return derived(env.CI_COMMIT_TIMESTAMP, 'the commit');
}

function descriptionOf(env: Env): Derived | undefined {
  return (
    derived(env.CI_MERGE_REQUEST_TITLE, `title of !${env.CI_MERGE_REQUEST_IID}`) ??
    derived(firstLine(env.CI_COMMIT_TAG_MESSAGE), 'the message of the tag') ??
    derived(env.CI_COMMIT_TITLE, 'the commit message')
  );
}

function isFrozen({ CI_DEPLOY_FREEZE: freeze }: Env): boolean {
  return freeze !== undefined && freeze !== 'false';
}

function factsOf(env: Env): JsonObject {
  const { CI_PROJECT_URL: project, CI_MERGE_REQUEST_IID: number } = env;
  const target = env.CI_MERGE_REQUEST_PROJECT_URL ?? project;
  const sha = commitOf(env)?.value;
  return facts({
    provider: 'gitlab',
    event: env.CI_PIPELINE_SOURCE,
    workflow: env.CI_PIPELINE_NAME,
    schedule: env.CI_PIPELINE_SCHEDULE_DESCRIPTION,
    job: env.CI_JOB_NAME,
    stage: env.CI_JOB_STAGE,
    status: env.CI_JOB_STATUS,
    runNumber: count(env.CI_PIPELINE_IID),
    // Of a manual job, who pressed play, and not who pushed.
    actor: person(env.GITLAB_USER_LOGIN),
    manual: env.CI_JOB_MANUAL === 'true' ? true : undefined,
    sha,
    ref: env.CI_COMMIT_REF_NAME,
    tier: env.CI_ENVIRONMENT_TIER,
    deployFreeze: isFrozen(env) ? true : undefined,
    // The number that people see; CI_MERGE_REQUEST_ID counts over the whole instance.
    mergeRequest: count(number),
    mergeRequestUrl:
      target && count(number) ? webUrl(`${target}/-/merge_requests/${number}`) : undefined,
    runUrl: webUrl(env.CI_PIPELINE_URL),
    jobUrl: webUrl(env.CI_JOB_URL),
    repositoryUrl: webUrl(project),
    commitUrl: project && isSha(sha) ? webUrl(`${project}/-/commit/${sha}`) : undefined,
    environmentUrl: webUrl(env.CI_ENVIRONMENT_URL),
  });
}
