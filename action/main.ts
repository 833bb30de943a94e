/** Everything the action does once its inputs are read; callable with plain objects. */
import type { JsonObject } from '../backend/model/event.ts';
import { buildWithPast } from '../plugins/build-event.ts';
import type { Environment } from '../plugins/ci/context.ts';
import { readGithub } from '../plugins/ci/github.ts';
import type { Given } from '../plugins/given.ts';
import { pastFrom } from '../plugins/history.ts';
import { attemptsText } from '../plugins/report.ts';
import type { RetryDependencies } from '../plugins/retry.ts';
import { deliver } from '../plugins/send.ts';
import { type ReadTarget, readTarget, type Target } from '../plugins/target.ts';
import { logLine, showJson } from '../plugins/text.ts';
import type { Git } from '../plugins/working-copy.ts';
import { type Identity, identify } from './identity.ts';
import { type RunInputs, readSettings, type Settings } from './inputs.ts';
import { announce, complain, type Outcome, type Prepared, report, summaryOf } from './outcome.ts';
import type { Runner } from './runner.ts';
import { renderSummary } from './summary.ts';

/** Of a job's events, which one. `startedAt`: ms since the Unix epoch, as text. */
export type Moment =
  | { readonly kind: 'point' | 'start' }
  | { readonly kind: 'end'; readonly startedAt: string };

export interface RunDependencies {
  readonly env: Environment;
  /** The event that started the workflow. */
  readonly payload: JsonObject;
  readonly runner: Runner;
  readonly delivery: RetryDependencies;
  readonly git: Git;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
  readonly newId: () => string;
}

const USER_AGENT = 'milepost-action';

/** Resolves whatever happens, and says what did; the step fails only as `fail-on-error` says. */
export async function run(
  inputs: RunInputs,
  moment: Moment,
  dependencies: RunDependencies,
): Promise<Outcome['kind']> {
  const { runner } = dependencies;
  const settings = readSettings(inputs);
  try {
    return await perform({ inputs, settings, moment }, dependencies);
  } catch (error) {
    complain(runner, settings, 'outage', 'Milepost: the action failed', logLine(String(error)));
    return 'outage';
  }
}

interface Task {
  readonly inputs: RunInputs;
  readonly settings: Settings;
  readonly moment: Moment;
}

async function perform(task: Task, dependencies: RunDependencies): Promise<Outcome['kind']> {
  const { inputs, settings, moment } = task;
  const { runner, env } = dependencies;
  const identity = await identify(inputs, dependencies);
  const url = inputs.url || env['MILEPOST_URL'] || '';
  const read = readTarget(url, identity.key, { url: 'input url', key: 'input api-key' });
  const target = read.kind === 'target' ? read.target : undefined;
  const prepared = await prepare(task, identity, target, dependencies);
  const event = 'event' in prepared ? prepared : undefined;
  if (event !== undefined) announce(event, runner);
  const outcome = await record(settings, prepared, read, dependencies);
  runner.setOutput('recorded', String(outcome.kind === 'recorded' || outcome.kind === 'replayed'));
  report(outcome, settings, event, runner);
  if (outcome.kind === 'outage' && moment.kind === 'end') {
    // No step follows that could read an output.
    runner.info(`The event, for milepost send --replay: ${showJson(event?.event)}`);
  }
  // Last, and on its own: nothing that happened may be undone or repeated because of it.
  await runner
    .writeSummary(renderSummary(summaryOf(outcome, event)))
    .catch((error: unknown) => runner.info(logLine(`The job summary was not written: ${error}`)));
  return outcome.kind;
}

/** The event, or what is wrong with what it should be made of. */
async function prepare(
  { inputs, settings: { given, problems }, moment }: Task,
  { environment }: Identity,
  target: Target | undefined,
  { env, payload, clock, newId, delivery, git }: RunDependencies,
): Promise<Prepared | { readonly problems: readonly string[] }> {
  const job = {
    index: inputs['job-index'],
    checkRunId: inputs['check-run-id'],
    status: inputs['job-status'],
    environment,
  };
  const options = {
    context: readGithub(env, payload, job),
    given: { ...given, ...ofMoment(moment) },
    now: clock(),
    newId,
    sourceAdvice: 'set the input source',
    isPaired: moment.kind !== 'point',
  };
  const asked = { userAgent: USER_AGENT, transport: delivery.transport, git };
  const built = await buildWithPast(options, pastFrom(target, asked));
  if (built.kind === 'wrong') return { problems: [...problems, ...built.problems] };
  return problems.length > 0 ? { problems } : built;
}

function ofMoment(moment: Moment): Given {
  switch (moment.kind) {
    case 'point':
      return {};
    case 'start':
      return { status: { value: 'started', origin: 'the start of the job' } };
    case 'end':
      return { startedAt: { value: moment.startedAt, origin: 'the start of the step' } };
  }
}

async function record(
  { isDryRun, policy }: Settings,
  prepared: Prepared | { readonly problems: readonly string[] },
  read: ReadTarget,
  { runner, delivery }: RunDependencies,
): Promise<Outcome> {
  const problems = 'problems' in prepared ? prepared.problems : [];
  if (isDryRun && 'event' in prepared) return { kind: 'dry-run' };
  if (read.kind === 'wrong' || 'problems' in prepared) {
    const reasons = [...(read.kind === 'wrong' ? read.problems : []), ...problems];
    return { kind: 'configuration', reasons };
  }
  const onRetry = (reason: string, waitMs: number) =>
    runner.info(logLine(`Not yet: ${reason}. Next attempt in ${Math.ceil(waitMs / 1000)} s.`));
  return send(prepared, read.target, policy, { ...delivery, onRetry });
}

async function send(
  { event, timeIsOurs }: Prepared,
  target: Target,
  policy: Settings['policy'],
  dependencies: RetryDependencies,
): Promise<Outcome> {
  const options = { target, timeIsOurs, policy, userAgent: USER_AGENT };
  const delivery = await deliver(event, options, dependencies);
  switch (delivery.kind) {
    case 'recorded':
    case 'replayed':
      return { kind: delivery.kind, event: delivery.event, url: target.url };
    case 'rejected':
      return { kind: 'configuration', reasons: [delivery.reason] };
    case 'unavailable':
      return {
        kind: 'outage',
        reasons: [`${delivery.reason}, ${attemptsText(delivery.attempts)}`],
      };
  }
}
