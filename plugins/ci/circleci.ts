// https://circleci.com/docs/reference/variables/
import type { JsonObject } from '../../backend/model/event.ts';
import { webUrl } from '../text.ts';
import { type CiContext, count, type Derived, derived, type Execution, facts } from './context.ts';
import { defineCi, type Variables } from './define-ci.ts';
import { forgeLinks } from './forge.ts';
import { sourceOfRemote } from './git.ts';
import { person } from './person.ts';

const VARIABLES = [
  'CIRCLE_BRANCH',
  'CIRCLE_BUILD_NUM',
  'CIRCLE_BUILD_URL',
  'CIRCLE_JOB',
  'CIRCLE_NODE_INDEX',
  'CIRCLE_PROJECT_ID',
  'CIRCLE_PROJECT_REPONAME',
  'CIRCLE_PROJECT_USERNAME',
  'CIRCLE_PULL_REQUEST',
  'CIRCLE_REPOSITORY_URL',
  'CIRCLE_SHA1',
  'CIRCLE_TAG',
  'CIRCLE_USERNAME',
  'CIRCLE_WORKFLOW_ID',
  'CIRCLE_WORKFLOW_JOB_ID',
] as const;
type Env = Variables<(typeof VARIABLES)[number]>;

/** CircleCI; it tells a job neither its environment nor how it ended. */
export const circleci = defineCi({
  slug: 'circleci',
  name: 'CircleCI',
  variables: VARIABLES,
  detect: (env) => env['CIRCLECI'] === 'true',
  read: readCircleci,
});

function readCircleci(env: Env): CiContext {
  return {
    source: sourceOf(env),
    type: env.CIRCLE_TAG
      ? { value: 'release', origin: 'pipeline of a tag' }
      : { value: 'deployment', origin: 'default' },
    version: derived(env.CIRCLE_TAG, 'the tag') ?? derived(env.CIRCLE_SHA1, 'the commit'),
    execution: executionOf(env),
    facts: factsOf(env),
  };
}

function sourceOf(env: Env): Derived | undefined {
  const { CIRCLE_PROJECT_ID: project } = env;
  return (
    derived(sourceOfRemote(remoteOf(env)), 'the repository') ??
    derived(project && `//app.circleci.com/projects/${project}`, 'the id of the project')
  );
}

/** Projects of the GitHub App have no CIRCLE_REPOSITORY_URL; the address of a job may name the forge. */
function remoteOf(env: Env): string | undefined {
  const { CIRCLE_PROJECT_USERNAME: owner, CIRCLE_PROJECT_REPONAME: name } = env;
  if (env.CIRCLE_REPOSITORY_URL !== undefined) return env.CIRCLE_REPOSITORY_URL;
  const [, forge] = /^https:\/\/circleci\.com\/(gh|bb)\//.exec(env.CIRCLE_BUILD_URL ?? '') ?? [];
  if (forge === undefined || owner === undefined || name === undefined) return undefined;
  return `https://${forge === 'gh' ? 'github.com' : 'bitbucket.org'}/${owner}/${name}`;
}

/** A job that is run again has a new id; without one (a run on a laptop) nothing tells them apart. */
function executionOf(env: Env): Execution | undefined {
  const { CIRCLE_BUILD_NUM: build, CIRCLE_WORKFLOW_JOB_ID: job } = env;
  if (build === undefined || job === undefined) return undefined;
  return {
    prefix: `cc-${build}`,
    parts: [env.CIRCLE_WORKFLOW_ID ?? '', job, build, env.CIRCLE_NODE_INDEX ?? ''],
    origin: `job ${build} (${env.CIRCLE_JOB ?? '?'})`,
  };
}

function factsOf(env: Env): JsonObject {
  const { CIRCLE_BUILD_URL: url, CIRCLE_WORKFLOW_ID: run } = env;
  const pullRequestUrl = webUrl(env.CIRCLE_PULL_REQUEST);
  // A server of one's own has these pages elsewhere.
  const isCloud = /^https:\/\/(app\.)?circleci\.com\//.test(url ?? '');
  return facts({
    provider: 'circleci',
    job: env.CIRCLE_JOB,
    runNumber: count(env.CIRCLE_BUILD_NUM),
    actor: person(env.CIRCLE_USERNAME),
    sha: env.CIRCLE_SHA1,
    ref: env.CIRCLE_TAG ?? env.CIRCLE_BRANCH,
    pullRequest: count(pullRequestUrl?.split('/').at(-1)),
    pullRequestUrl,
    runUrl:
      isCloud && run
        ? webUrl(`https://app.circleci.com/pipelines/workflows/${encodeURIComponent(run)}`)
        : undefined,
    jobUrl: webUrl(url),
    ...forgeLinks(remoteOf(env), env.CIRCLE_SHA1),
  });
}
