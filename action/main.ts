/** Everything the action does once its inputs are read; callable with plain objects. */
import type { EventInput, JsonObject, StoredEvent } from '../backend/model/event.ts';
import { buildEvent, type Origin } from '../plugins/build-event.ts';
import type { Environment } from '../plugins/ci/context.ts';
import { readGithub } from '../plugins/ci/github.ts';
import { attemptsText, failsOn, headline, originLines } from '../plugins/report.ts';
import type { RetryDependencies } from '../plugins/retry.ts';
import { deliver } from '../plugins/send.ts';
import { eventPage, readTarget, type Target } from '../plugins/target.ts';
import { logLine, showJson } from '../plugins/text.ts';
import { type RunInputs, readSettings, type Settings } from './inputs.ts';
import { renderSummary } from './summary.ts';

/** What the action needs of the runner. */
export interface Runner {
  setSecret(value: string): void;
  setOutput(name: 'event-id' | 'recorded' | 'event', value: string): void;
  info(line: string): void;
  warning(title: string, message: string): void;
  /** An error annotation, and the step fails. */
  fail(title: string, message: string): void;
  writeSummary(html: string): Promise<void>;
}

export interface RunDependencies {
  readonly env: Environment;
  /** The event that started the workflow. */
  readonly payload: JsonObject;
  readonly runner: Runner;
  readonly delivery: RetryDependencies;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
  readonly newId: () => string;
}

interface Stored {
  readonly kind: 'recorded' | 'replayed';
  readonly event: StoredEvent;
  /** Of the server. */
  readonly url: string;
}

type Outcome =
  | Stored
  | { readonly kind: 'dry-run' }
  | { readonly kind: 'configuration' | 'outage'; readonly reasons: readonly string[] };

interface Prepared {
  readonly event: EventInput & { readonly id: string };
  readonly origins: readonly Origin[];
  readonly timeIsOurs: boolean;
}

/** Resolves whatever happens; the step fails only as `fail-on-error` says. */
export async function run(inputs: RunInputs, dependencies: RunDependencies): Promise<void> {
  const { runner, env } = dependencies;
  const key = inputs['api-key'] || env['MILEPOST_API_KEY'] || '';
  if (key !== '') runner.setSecret(key);
  const settings = readSettings(inputs);
  try {
    await perform(inputs, settings, key, dependencies);
  } catch (error) {
    complain(runner, settings, 'outage', 'Milepost: the action failed', logLine(String(error)));
  }
}

async function perform(
  inputs: RunInputs,
  settings: Settings,
  key: string,
  dependencies: RunDependencies,
): Promise<void> {
  const { runner } = dependencies;
  const prepared = prepare(inputs, settings, dependencies);
  const event = 'event' in prepared ? prepared : undefined;
  if (event !== undefined) announce(event, runner);
  const outcome = await record(inputs, settings, prepared, key, dependencies);
  runner.setOutput('recorded', String(outcome.kind === 'recorded' || outcome.kind === 'replayed'));
  report(outcome, settings, event, runner);
  // Last, and on its own: nothing that happened may be undone or repeated because of it.
  await runner
    .writeSummary(renderSummary(summaryOf(outcome, event)))
    .catch((error: unknown) => runner.info(logLine(`The job summary was not written: ${error}`)));
}

/** The event, or what is wrong with what it should be made of. */
function prepare(
  inputs: RunInputs,
  { given, problems }: Settings,
  { env, payload, clock, newId }: RunDependencies,
): Prepared | { readonly problems: readonly string[] } {
  const job = { index: inputs['job-index'], checkRunId: inputs['check-run-id'] };
  const built = buildEvent({
    context: readGithub(env, payload, job),
    given,
    now: clock(),
    newId,
    sourceAdvice: 'set the input source',
  });
  if (built.kind === 'wrong') return { problems: [...problems, ...built.problems] };
  return problems.length > 0 ? { problems } : built;
}

async function record(
  inputs: RunInputs,
  { isDryRun, policy }: Settings,
  prepared: ReturnType<typeof prepare>,
  key: string,
  { env, runner, delivery }: RunDependencies,
): Promise<Outcome> {
  const problems = 'problems' in prepared ? prepared.problems : [];
  if (isDryRun && 'event' in prepared) return { kind: 'dry-run' };
  const url = inputs.url || env['MILEPOST_URL'] || '';
  const read = readTarget(url, key, { url: 'input url', key: 'input api-key' });
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
  const options = { target, timeIsOurs, policy, userAgent: 'milepost-action' };
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

function announce({ event, origins }: Prepared, runner: Runner): void {
  runner.setOutput('event-id', event.id);
  runner.setOutput('event', JSON.stringify(event));
  runner.info(`Milepost: ${headline(origins)}`);
  for (const line of originLines(origins)) runner.info(`  ${line}`);
}

const REPLAY_ADVICE =
  'The output "event" of this step holds the event: record it later with milepost send --replay.';

function report(
  outcome: Outcome,
  settings: Settings,
  prepared: Prepared | undefined,
  runner: Runner,
): void {
  switch (outcome.kind) {
    case 'recorded':
      runner.info(logLine(`Recorded: ${pageOf(outcome)}`));
      break;
    case 'replayed':
      runner.info(logLine(`Recorded already, by an earlier attempt: ${pageOf(outcome)}`));
      break;
    case 'dry-run':
      runner.info('Dry run: nothing was sent. The event:');
      runner.info(showJson(prepared?.event));
      break;
    default: {
      const message = notesOf(outcome.kind, outcome.reasons).join('\n');
      complain(runner, settings, outcome.kind, TITLES[outcome.kind], message);
    }
  }
}

function complain(
  runner: Runner,
  { failOnError }: Settings,
  kind: 'configuration' | 'outage',
  title: string,
  message: string,
): void {
  if (failsOn(failOnError, kind)) runner.fail(title, message);
  else runner.warning(title, message);
}

const TITLES = {
  recorded: 'Recorded on the timeline',
  replayed: 'Recorded on the timeline already',
  'dry-run': 'Dry run: nothing was sent to Milepost',
  configuration: 'Milepost: wrong configuration, nothing was recorded',
  outage: 'Milepost: the event was not recorded',
} as const;

function notesOf(kind: 'configuration' | 'outage', reasons: readonly string[]): string[] {
  const lines = reasons.map(logLine);
  return kind === 'configuration'
    ? [...lines, 'This is wrong configuration, not an outage: it stays until it is changed.']
    : [...lines, 'What this step reports on is not affected.', REPLAY_ADVICE];
}

function summaryOf(outcome: Outcome, prepared: Prepared | undefined) {
  const isFailure = outcome.kind === 'configuration' || outcome.kind === 'outage';
  const stored = outcome.kind === 'recorded' || outcome.kind === 'replayed' ? outcome : undefined;
  return {
    title: TITLES[outcome.kind],
    origins: (prepared?.origins ?? []).map((one) => asStored(one, stored)),
    notes: isFailure ? notesOf(outcome.kind, outcome.reasons) : [],
    link: stored && pageOf(stored),
  };
}

/** An earlier attempt has said when it was. */
function asStored(one: Origin, stored: Stored | undefined): Origin {
  if (stored?.kind !== 'replayed' || one.field !== 'time') return one;
  return { ...one, value: stored.event.time, origin: 'an earlier attempt' };
}

function pageOf({ url, event }: Stored): string {
  return eventPage(url, event.id, event.source);
}
