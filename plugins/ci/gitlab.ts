// https://docs.gitlab.com/ci/variables/predefined_variables/
import type { JsonObject } from '../../backend/model/event.ts';
import { webUrl } from '../text.ts';
import {
  type Ci,
  type CiContext,
  count,
  type Derived,
  derived,
  type Environment,
  facts,
} from './context.ts';

/** GitLab CI, on gitlab.com and self-managed. */
export const gitlab: Ci = {
  name: 'GitLab CI',
  // Not by GITLAB_CI alone: tools that run pipelines locally say "false" there.
  detect: (env) => env['GITLAB_CI'] === 'true' || (!!env['CI_SERVER_HOST'] && !!env['CI_JOB_ID']),
  read: readGitlab,
};

export function readGitlab(env: Environment): CiContext {
  const environment = env['CI_ENVIRONMENT_NAME'];
  return {
    source: derived(sourceOf(env), 'the project'),
    type: typeOf(env),
    subject: derived(environment, 'the environment of the job'),
    version:
      derived(env['CI_COMMIT_TAG'], 'the tag') ?? derived(env['CI_COMMIT_SHA'], 'CI_COMMIT_SHA'),
    description:
      derived(env['CI_MERGE_REQUEST_TITLE'], 'the merge request') ??
      derived(env['CI_COMMIT_TITLE'], 'the commit'),
    execution: env['CI_JOB_ID']
      ? {
          // A retried job has a new id, and so has the job that "Rollback environment" runs.
          prefix: `gl-${env['CI_JOB_ID']}`,
          parts: [sourceOf(env) ?? '', env['CI_PROJECT_ID'] ?? '', env['CI_JOB_ID']],
          origin: `job ${env['CI_JOB_ID']}`,
        }
      : undefined,
    facts: factsOf(env),
  };
}

/** From the project's address, which is right for installations under a path too. */
function sourceOf(env: Environment): string | undefined {
  const url = webUrl(env['CI_PROJECT_URL']);
  if (url !== undefined) return url.replace(/^https?:/i, '').replace(/\/+$/, '');
  const { CI_SERVER_HOST: host, CI_PROJECT_PATH: path } = env;
  return host && path ? `//${host}/${path}` : undefined;
}

function typeOf(env: Environment): Derived {
  if (env['CI_ENVIRONMENT_ACTION'] === 'stop') {
    return { value: 'environment-stop', origin: 'environment action stop' };
  }
  if (env['CI_ENVIRONMENT_NAME']) return { value: 'deployment', origin: 'job with an environment' };
  if (env['CI_COMMIT_TAG']) return { value: 'release', origin: 'pipeline of a tag' };
  return { value: 'deployment', origin: 'default' };
}

function factsOf(env: Environment): JsonObject {
  const { CI_PROJECT_URL: project, CI_COMMIT_SHA: sha } = env;
  return facts({
    provider: 'gitlab',
    event: env['CI_PIPELINE_SOURCE'],
    job: env['CI_JOB_NAME'],
    stage: env['CI_JOB_STAGE'],
    status: env['CI_JOB_STATUS'],
    runNumber: count(env['CI_PIPELINE_IID']),
    actor: env['GITLAB_USER_LOGIN'],
    sha,
    ref: env['CI_COMMIT_REF_NAME'],
    tier: env['CI_ENVIRONMENT_TIER'],
    // The number that people see; CI_MERGE_REQUEST_ID counts over the whole instance.
    mergeRequest: count(env['CI_MERGE_REQUEST_IID']),
    runUrl: webUrl(env['CI_PIPELINE_URL']),
    jobUrl: webUrl(env['CI_JOB_URL']),
    repositoryUrl: webUrl(project),
    commitUrl: project && sha ? webUrl(`${project}/-/commit/${sha}`) : undefined,
    environmentUrl: webUrl(env['CI_ENVIRONMENT_URL']),
    deployFreeze: env['CI_DEPLOY_FREEZE'] ? true : undefined,
  });
}
