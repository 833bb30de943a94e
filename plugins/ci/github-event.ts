// https://docs.github.com/en/webhooks/webhook-events-and-payloads
import type { JsonObject, JsonValue } from '../../backend/model/event.ts';
import { webUrl } from '../text.ts';
import { type Derived, derived, type Environment, firstLine, type Status } from './context.ts';
import { numberAt, textAt, valueAt } from './payload.ts';

/** What the event that started the workflow says about what is being rolled out. */
export interface GithubEvent {
  readonly type: Derived;
  readonly subject: Derived | undefined;
  readonly version: Derived | undefined;
  readonly description: Derived | undefined;
  /** Set where the event itself tells of a status, known to us or not; the job's own counts else. */
  readonly status: { readonly known: Derived | undefined } | undefined;
  readonly isProduction: boolean | undefined;
  /** The commit that is rolled out, which is not always `GITHUB_SHA`. */
  readonly sha: string | undefined;
  readonly ref: string | undefined;
  readonly commitTime: Derived | undefined;
  readonly facts: Readonly<Record<string, JsonValue | undefined>>;
}

type Said = { readonly [Member in keyof GithubEvent]?: GithubEvent[Member] | undefined };
type Reader = (payload: JsonObject, env: Environment) => Said;

/** The events that say more than their name, and what they say. */
const READERS: Readonly<Record<string, Reader>> = {
  push: readPush,
  pull_request: readPullRequest,
  pull_request_target: readPullRequest,
  release: readRelease,
  deployment: readDeployment,
  deployment_status: readDeployment,
  workflow_run: readWorkflowRun,
  registry_package: readPackage,
  package: readPackage,
};

/** Every event without a reader of its own is a deployment of the tag or commit that runs. */
export function readGithubEvent(name: string, env: Environment, payload: JsonObject): GithubEvent {
  const said = Object.hasOwn(READERS, name) ? READERS[name]?.(payload, env) : undefined;
  const sha = said?.sha ?? env['GITHUB_SHA'];
  const fallback =
    said?.sha === undefined ? derived(sha, 'GITHUB_SHA') : derived(sha, 'the deployed commit');
  return {
    type: said?.type ?? { value: 'deployment', origin: `${name || 'unknown'} event` },
    subject: said?.subject,
    version: said?.version ?? tagOf(env) ?? fallback,
    description: said?.description,
    status: said?.status,
    isProduction: said?.isProduction,
    sha,
    ref: said?.ref ?? env['GITHUB_REF_NAME'],
    commitTime: said?.commitTime,
    facts: said?.facts ?? {},
  };
}

function tagOf(env: Environment): Derived | undefined {
  return env['GITHUB_REF_TYPE'] === 'tag' ? derived(env['GITHUB_REF_NAME'], 'the tag') : undefined;
}

function readPush(payload: JsonObject, env: Environment): Said {
  const isTag = env['GITHUB_REF_TYPE'] === 'tag';
  return {
    type: isTag ? { value: 'release', origin: 'push of a tag' } : undefined,
    description: derived(firstLine(textAt(payload, 'head_commit', 'message')), 'the head commit'),
    commitTime: derived(textAt(payload, 'head_commit', 'timestamp'), 'the head commit'),
    facts: {
      compareUrl: webUrl(textAt(payload, 'compare')),
      forced: valueAt(payload, 'forced') === true ? true : undefined,
    },
  };
}

function readPullRequest(payload: JsonObject): Said {
  const isMerged = valueAt(payload, 'pull_request', 'merged') === true;
  const number = numberAt(payload, 'pull_request', 'number');
  const name = `pull request ${number ?? '?'}`;
  // GITHUB_SHA would be a merge that GitHub made for the test, or the base: nobody finds it again.
  const sha = isMerged
    ? textAt(payload, 'pull_request', 'merge_commit_sha')
    : textAt(payload, 'pull_request', 'head', 'sha');
  return {
    version: derived(sha, `${isMerged ? 'merge' : 'head'} commit of ${name}`),
    description: derived(textAt(payload, 'pull_request', 'title'), `title of ${name}`),
    sha,
    ref: isMerged
      ? textAt(payload, 'pull_request', 'base', 'ref')
      : textAt(payload, 'pull_request', 'head', 'ref'),
    // The commit that is rolled out is made by the merge.
    commitTime: derived(textAt(payload, 'pull_request', 'merged_at'), `merge of ${name}`),
    facts: {
      pullRequest: number,
      pullRequestUrl: webUrl(textAt(payload, 'pull_request', 'html_url')),
    },
  };
}

function readRelease(payload: JsonObject): Said {
  const action = textAt(payload, 'action');
  const isGone = action === 'deleted' || action === 'unpublished';
  return {
    type: {
      value: isGone ? `release-${action}` : 'release',
      origin: `release ${action ?? 'event'}`,
    },
    version: derived(textAt(payload, 'release', 'tag_name'), 'the release tag'),
    description: derived(textAt(payload, 'release', 'name'), 'the release name'),
    facts: {
      releaseUrl: webUrl(textAt(payload, 'release', 'html_url')),
      prerelease: valueAt(payload, 'release', 'prerelease') === true ? true : undefined,
    },
  };
}

function readDeployment(payload: JsonObject): Said {
  const state = textAt(payload, 'deployment_status', 'state');
  const name = state === undefined ? 'deployment event' : `deployment status ${state}`;
  const environment =
    textAt(payload, 'deployment_status', 'environment') ??
    textAt(payload, 'deployment', 'environment');
  const task = textAt(payload, 'deployment', 'task');
  const kind = task === 'rollback' ? 'rollback' : 'deployment';
  return {
    type: {
      value: `${kind}${isEnd(state) ? '' : `-${state?.replaceAll('_', '-')}`}`,
      origin: kind === 'rollback' ? `${name}, task rollback` : name,
    },
    subject: derived(environment, name),
    status: state === undefined ? undefined : { known: derived(statusOf(state), name) },
    isProduction: valueAt(payload, 'deployment', 'production_environment') === true || undefined,
    description: derived(
      textAt(payload, 'deployment_status', 'description') ??
        textAt(payload, 'deployment', 'description'),
      name,
    ),
    sha: textAt(payload, 'deployment', 'sha'),
    ref: textAt(payload, 'deployment', 'ref'),
    facts: {
      deployment: numberAt(payload, 'deployment', 'id'),
      task: task === 'deploy' ? undefined : task,
      state,
      environmentUrl: webUrl(textAt(payload, 'deployment_status', 'environment_url')),
      logUrl: webUrl(
        textAt(payload, 'deployment_status', 'log_url') ??
          textAt(payload, 'deployment_status', 'target_url'),
      ),
    },
  };
}

/** https://docs.github.com/en/rest/deployments/statuses: those that say how far it came. */
const STATES: Readonly<Record<string, Status>> = {
  in_progress: 'started',
  success: 'success',
  failure: 'failure',
  error: 'failure',
};

function statusOf(state: string): Status | undefined {
  return Object.hasOwn(STATES, state) ? STATES[state] : undefined;
}

/** What is queued, or waits, or is inactive by now is no deployment: it would count as what runs. */
function isEnd(state: string | undefined): boolean {
  return state === undefined || statusOf(state) !== undefined;
}

function readWorkflowRun(payload: JsonObject): Said {
  // GITHUB_SHA is the newest commit of the default branch here, whatever the other run built.
  const sha = textAt(payload, 'workflow_run', 'head_sha');
  return {
    version: derived(sha, 'head commit of the workflow run'),
    description: derived(textAt(payload, 'workflow_run', 'display_title'), 'the workflow run'),
    sha,
    ref: textAt(payload, 'workflow_run', 'head_branch'),
    commitTime: derived(
      textAt(payload, 'workflow_run', 'head_commit', 'timestamp'),
      'head commit of the workflow run',
    ),
    facts: {
      conclusion: textAt(payload, 'workflow_run', 'conclusion'),
      triggeredBy: textAt(payload, 'workflow_run', 'name'),
      triggeredByUrl: webUrl(textAt(payload, 'workflow_run', 'html_url')),
    },
  };
}

function readPackage(payload: JsonObject): Said {
  const member =
    valueAt(payload, 'registry_package') === undefined ? 'package' : 'registry_package';
  const version = ['package_version', 'container_metadata', 'tag', 'name'];
  return {
    type: { value: 'release', origin: 'package published' },
    version: derived(
      textAt(payload, member, ...version) ?? textAt(payload, member, 'package_version', 'version'),
      'the package version',
    ),
    description: derived(textAt(payload, member, 'name'), 'the package name'),
    facts: { packageUrl: webUrl(textAt(payload, member, 'html_url')) },
  };
}
