// https://docs.github.com/en/actions/reference/workflows-and-actions/variables
// https://docs.github.com/en/actions/reference/workflows-and-actions/events-that-trigger-workflows
import type { JsonObject } from '../../backend/model/event.ts';
import { webUrl } from '../text.ts';
import {
  type Ci,
  type CiContext,
  count,
  type Derived,
  derived,
  type Environment,
  type Execution,
  facts,
} from './context.ts';
import { cleanFacts } from './define-ci.ts';
import { type GithubEvent, readGithubEvent } from './github-event.ts';
import { textAt } from './payload.ts';

/** What no variable tells: an action gets it through the defaults of its inputs. */
export interface GithubJob {
  /** `strategy.job-index`: the legs of a matrix share everything else. */
  readonly index?: string | undefined;
  /** `job.check_run_id`; empty on some GitHub Enterprise Servers. */
  readonly checkRunId?: string | undefined;
  /** `job.status`: of the steps so far, and behind the last one of the job. */
  readonly status?: string | undefined;
  /** The `environment:` of the job. */
  readonly environment?: Derived | undefined;
}

/** GitHub Actions, on github.com, ghe.com and GitHub Enterprise Server. */
export const github: Ci = {
  slug: 'github',
  name: 'GitHub Actions',
  variables: [
    'GITHUB_ACTION',
    'GITHUB_ACTOR',
    'GITHUB_EVENT_NAME',
    'GITHUB_JOB',
    'GITHUB_REF_NAME',
    'GITHUB_REF_TYPE',
    'GITHUB_REPOSITORY',
    'GITHUB_REPOSITORY_ID',
    'GITHUB_RUN_ATTEMPT',
    'GITHUB_RUN_ID',
    'GITHUB_RUN_NUMBER',
    'GITHUB_SERVER_URL',
    'GITHUB_SHA',
    'GITHUB_TRIGGERING_ACTOR',
    'GITHUB_WORKFLOW',
  ],
  detect: (env) => env['GITHUB_ACTIONS'] === 'true',
  read: readGithub,
};

/** `payload`: the parsed file that `GITHUB_EVENT_PATH` names. */
export function readGithub(
  env: Environment,
  payload: JsonObject,
  job: GithubJob = {},
): CiContext & { readonly type: Derived } {
  const name = env['GITHUB_EVENT_NAME'] ?? '';
  const event = readGithubEvent(name, env, payload);
  const repository = env['GITHUB_REPOSITORY'] || textAt(payload, 'repository', 'full_name');
  const server = (env['GITHUB_SERVER_URL'] || 'https://github.com').replace(/\/+$/, '');
  return {
    source: sourceOf(server, repository),
    type: event.type,
    subject: job.environment ?? event.subject,
    version: event.version,
    description: event.description,
    status: event.status === undefined ? derived(job.status, 'the job') : event.status.known,
    commitTime: event.commitTime,
    isProduction: job.environment === undefined ? event.isProduction : undefined,
    execution: executionOf(env, server, repository, job),
    facts: cleanFacts(
      factsOf(env, event, repository === undefined ? undefined : `${server}/${repository}`, job),
    ),
  };
}

function sourceOf(server: string, repository: string | undefined): Derived | undefined {
  if (repository === undefined || !URL.canParse(server)) return undefined;
  const url = new URL(server);
  return derived(
    `//${url.host}${url.pathname === '/' ? '' : url.pathname}/${repository}`,
    'the repository',
  );
}

function executionOf(
  env: Environment,
  server: string,
  repository: string | undefined,
  job: GithubJob,
): Execution | undefined {
  const run = env['GITHUB_RUN_ID'];
  if (!run) return undefined;
  const attempt = env['GITHUB_RUN_ATTEMPT'] || '1';
  return {
    prefix: `gh-${run}-${attempt}`,
    parts: [
      server,
      // Numbers outlive a rename of the repository.
      env['GITHUB_REPOSITORY_ID'] || repository || '',
      run,
      attempt,
      env['GITHUB_JOB'] ?? '',
      env['GITHUB_ACTION'] ?? '',
      job.index ?? '',
      job.checkRunId ?? '',
    ],
    origin: `run ${run}, attempt ${attempt}, job ${env['GITHUB_JOB'] ?? '?'}`,
  };
}

function factsOf(
  env: Environment,
  event: GithubEvent,
  repositoryUrl: string | undefined,
  job: GithubJob,
): JsonObject {
  const link = (folder: string, name: string | undefined, rest = '') =>
    repositoryUrl && name ? webUrl(`${repositoryUrl}/${folder}/${name}${rest}`) : undefined;
  const run = env['GITHUB_RUN_ID'];
  const attempt = env['GITHUB_RUN_ATTEMPT'] || '1';
  return facts({
    provider: 'github',
    event: env['GITHUB_EVENT_NAME'],
    workflow: env['GITHUB_WORKFLOW'],
    job: env['GITHUB_JOB'],
    runNumber: count(env['GITHUB_RUN_NUMBER']),
    attempt: count(attempt),
    // Who pressed the button of a re-run, which need not be who pushed.
    actor: env['GITHUB_TRIGGERING_ACTOR'] || env['GITHUB_ACTOR'],
    sha: event.sha,
    ref: event.ref,
    runUrl: link('actions/runs', run, `/attempts/${attempt}`),
    jobUrl: job.checkRunId ? link('actions/runs', run, `/job/${job.checkRunId}`) : undefined,
    repositoryUrl: webUrl(repositoryUrl),
    commitUrl: link('commit', event.sha),
    ...event.facts,
  });
}
