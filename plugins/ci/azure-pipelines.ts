// https://learn.microsoft.com/azure/devops/pipelines/build/variables
// https://learn.microsoft.com/azure/devops/pipelines/release/variables
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
import { defineCi, statusOf, type Variables } from './define-ci.ts';
import { forgeLinks } from './forge.ts';
import { sourceOfRemote } from './git.ts';
import { person } from './person.ts';

const VARIABLES = [
  'AGENT_JOBSTATUS',
  'BUILD_BUILDID',
  'BUILD_BUILDNUMBER',
  'BUILD_DEFINITIONNAME',
  'BUILD_REASON',
  'BUILD_REPOSITORY_URI',
  'BUILD_REQUESTEDFOR',
  'BUILD_SOURCEBRANCH',
  'BUILD_SOURCEVERSION',
  'BUILD_SOURCEVERSIONMESSAGE',
  'ENVIRONMENT_NAME',
  'ENVIRONMENT_RESOURCENAME',
  'RELEASE_ATTEMPTNUMBER',
  'RELEASE_DEFINITIONNAME',
  'RELEASE_DEPLOYMENTID',
  'RELEASE_DEPLOYMENT_REQUESTEDFOR',
  'RELEASE_ENVIRONMENTNAME',
  'RELEASE_RELEASEDESCRIPTION',
  'RELEASE_RELEASEID',
  'RELEASE_RELEASENAME',
  'RELEASE_RELEASEWEBURL',
  'SYSTEM_COLLECTIONURI',
  'SYSTEM_JOBATTEMPT',
  'SYSTEM_JOBDISPLAYNAME',
  'SYSTEM_JOBID',
  'SYSTEM_PHASEATTEMPT',
  'SYSTEM_PLANID',
  'SYSTEM_PULLREQUEST_PULLREQUESTID',
  'SYSTEM_PULLREQUEST_PULLREQUESTNUMBER',
  'SYSTEM_PULLREQUEST_SOURCECOMMITID',
  'SYSTEM_STAGEATTEMPT',
  'SYSTEM_STAGENAME',
  'SYSTEM_TEAMFOUNDATIONCOLLECTIONURI',
  'SYSTEM_TEAMPROJECT',
] as const;
type Env = Variables<(typeof VARIABLES)[number]>;

/** Azure Pipelines, of Azure DevOps Services and Server: YAML pipelines and classic releases. */
export const azurePipelines = defineCi({
  slug: 'azure-pipelines',
  name: 'Azure Pipelines',
  variables: VARIABLES,
  detect: (env) => env['TF_BUILD']?.toLowerCase() === 'true',
  read: readAzure,
});

function readAzure(env: Env): CiContext {
  return {
    source: sourceOf(env),
    type: typeOf(env),
    subject:
      derived(env.ENVIRONMENT_NAME, 'the environment of the job') ??
      derived(env.RELEASE_ENVIRONMENTNAME, 'the stage of the release'),
    version: versionOf(env),
    description: descriptionOf(env),
    status: statusOf(env.AGENT_JOBSTATUS, 'the status of the job'),
    execution: executionOf(env),
    facts: facts({ provider: 'azure-pipelines', ...work(env), ...change(env), ...links(env) }),
  };
}

function sourceOf(env: Env): Derived | undefined {
  return (
    derived(sourceOfRemote(env.BUILD_REPOSITORY_URI), 'the repository') ??
    derived(sourceOfRemote(projectUrl(env)), 'the project')
  );
}

function projectUrl(env: Env): string | undefined {
  const { SYSTEM_TEAMPROJECT: project } = env;
  // Classic releases have the older name.
  const collection = env.SYSTEM_COLLECTIONURI ?? env.SYSTEM_TEAMFOUNDATIONCOLLECTIONURI;
  if (collection === undefined || project === undefined) return undefined;
  return `${collection.replace(/\/$/, '')}/${encodeURIComponent(project)}`;
}

function typeOf(env: Env): Derived {
  if (env.ENVIRONMENT_NAME) return { value: 'deployment', origin: 'deployment job' };
  if (env.RELEASE_RELEASEID) return { value: 'deployment', origin: 'classic release' };
  if (tagOf(env)) return { value: 'release', origin: 'run of a tag' };
  return { value: 'deployment', origin: 'default' };
}

function tagOf({ BUILD_SOURCEBRANCH: ref }: Env): string | undefined {
  return ref?.startsWith('refs/tags/') ? ref.slice('refs/tags/'.length) : undefined;
}

function versionOf(env: Env): Derived | undefined {
  const { SYSTEM_PULLREQUEST_SOURCECOMMITID: head } = env;
  return (
    derived(tagOf(env), 'the tag') ??
    derived(head, `head commit of pull request ${pullRequestOf(env)}`) ??
    derived(env.BUILD_SOURCEVERSION, 'the commit') ??
    derived(env.RELEASE_RELEASENAME, 'the release')
  );
}

/** GitHub numbers its pull requests; Azure Repos has ids only. */
function pullRequestOf(env: Env): string | undefined {
  return env.SYSTEM_PULLREQUEST_PULLREQUESTNUMBER ?? env.SYSTEM_PULLREQUEST_PULLREQUESTID;
}

/** The commit of a pull request is a merge that Azure made, and its message says no more. */
function descriptionOf(env: Env): Derived | undefined {
  const isPullRequest = pullRequestOf(env) !== undefined;
  const message = isPullRequest ? undefined : firstLine(env.BUILD_SOURCEVERSIONMESSAGE);
  return (
    derived(firstLine(env.RELEASE_RELEASEDESCRIPTION), 'the release') ??
    derived(message, 'the commit message')
  );
}

/**
 * The id of a job is the same in every run of a pipeline: the plan tells the runs apart, and the
 * attempts tell a job that somebody ran again.
 */
function executionOf(env: Env): Execution | undefined {
  const { RELEASE_RELEASEID: release, BUILD_BUILDID: build, SYSTEM_JOBID: job } = env;
  const run = release ?? build;
  if (run === undefined || job === undefined) return undefined;
  const attempt = attemptOf(env);
  return {
    prefix: `az-${release === undefined ? '' : 'r'}${run}-${attempt}`,
    parts: [
      env.SYSTEM_COLLECTIONURI ?? '',
      env.SYSTEM_TEAMPROJECT ?? '',
      run,
      env.SYSTEM_PLANID ?? '',
      env.RELEASE_DEPLOYMENTID ?? '',
      env.RELEASE_ATTEMPTNUMBER ?? '',
      env.SYSTEM_STAGEATTEMPT ?? '',
      env.SYSTEM_PHASEATTEMPT ?? '',
      env.SYSTEM_JOBATTEMPT ?? '',
      job,
      env.ENVIRONMENT_RESOURCENAME ?? '',
    ],
    origin: `${release === undefined ? 'run' : 'release'} ${run}, attempt ${attempt}`,
  };
}

function attemptOf(env: Env): string {
  return env.RELEASE_ATTEMPTNUMBER ?? env.SYSTEM_STAGEATTEMPT ?? env.SYSTEM_JOBATTEMPT ?? '1';
}

function work(env: Env) {
  const { SYSTEM_STAGENAME: stage } = env;
  return {
    event: env.BUILD_REASON,
    workflow: env.RELEASE_DEFINITIONNAME ?? env.BUILD_DEFINITIONNAME,
    release: env.RELEASE_RELEASENAME,
    // A pipeline without stages has this one.
    stage: stage === '__default' ? undefined : stage,
    job: env.SYSTEM_JOBDISPLAYNAME,
    resource: env.ENVIRONMENT_RESOURCENAME,
    status: env.AGENT_JOBSTATUS,
    buildNumber: env.BUILD_BUILDNUMBER,
    attempt: count(attemptOf(env)),
    // Azure gives names and addresses of people, and no logins.
    actor: person(env.RELEASE_DEPLOYMENT_REQUESTEDFOR, env.BUILD_REQUESTEDFOR),
  };
}

function change(env: Env) {
  const sha = env.SYSTEM_PULLREQUEST_SOURCECOMMITID ?? env.BUILD_SOURCEVERSION;
  return {
    sha,
    ref: env.BUILD_SOURCEBRANCH?.replace(/^refs\/(heads|tags)\//, ''),
    pullRequest: count(pullRequestOf(env)),
    ...forgeLinks(env.BUILD_REPOSITORY_URI, sha),
  };
}

function links(env: Env) {
  const { BUILD_BUILDID: build, SYSTEM_JOBID: job } = env;
  const project = projectUrl(env);
  const results =
    project && build ? `${project}/_build/results?buildId=${encodeURIComponent(build)}` : undefined;
  return env.RELEASE_RELEASEID === undefined
    ? {
        runUrl: webUrl(results),
        jobUrl:
          results && job ? webUrl(`${results}&view=logs&j=${encodeURIComponent(job)}`) : undefined,
      }
    : { runUrl: webUrl(env.RELEASE_RELEASEWEBURL), buildUrl: webUrl(results) };
}
