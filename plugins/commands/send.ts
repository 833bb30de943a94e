/** `milepost send`: makes an event, or takes what was kept, and delivers it. */
import type { StoredEvent } from '../../backend/model/event.ts';
import { attemptsText, type FailurePolicy, failsOn, POLICIES } from '../report.ts';
import type { RetryPolicy } from '../retry.ts';
import { deliver } from '../send.ts';
import { eventPage, type Target } from '../target.ts';
import { logLine, showJson } from '../text.ts';
import { policyOf, targetOf } from './connection.ts';
import { EXIT } from './exit.ts';
import { parseOptions, UsageError } from './options.ts';
import { fillOutbox, type Outbox } from './outbox.ts';
import { SEND_HELP, SEND_OPTIONS } from './send-options.ts';
import type { World } from './world.ts';

type Failure = 'configuration' | 'outage';

/** Resolves with the exit code. Throws a `UsageError`. */
export async function sendCommand(args: readonly string[], world: World): Promise<number> {
  const values = parseOptions(SEND_OPTIONS, args);
  if (values.help) {
    world.out(SEND_HELP);
    return EXIT.ok;
  }
  const failOn = readFailOn(values['fail-on-error']);
  const policy = policyOf(values.timeout);
  const isDryRun = values['dry-run'];
  const read = targetOf(values.url, world.env);
  const outbox = await fillOutbox(values, world, read.kind === 'target' ? read.target : undefined);
  for (const line of outbox.lines) world.err(`${line}\n`);
  const missing = read.kind === 'wrong' && !isDryRun ? read.problems : [];
  const problems = [...outbox.problems, ...missing];
  if (problems.length > 0) {
    keep(outbox.events, world);
    world.err('milepost: wrong configuration, nothing was recorded\n');
    for (const problem of problems) world.err(`  ${logLine(problem)}\n`);
    return exitCode('configuration', failOn);
  }
  if (isDryRun || read.kind === 'wrong') {
    keep(outbox.events, world);
    world.err('Dry run: nothing was sent.\n');
    return EXIT.ok;
  }
  return exitCode(await sendAll(outbox, read.target, policy, world), failOn);
}

/** What went wrong; a refused event does not keep the next one back, an outage does. */
async function sendAll(
  { events, timeIsOurs }: Outbox,
  target: Target,
  policy: RetryPolicy,
  world: World,
): Promise<Failure | undefined> {
  const options = { target, timeIsOurs, policy, userAgent: 'milepost-cli' };
  const onRetry = (reason: string, waitMs: number) =>
    world.err(`Not yet: ${logLine(reason)}. Next attempt in ${Math.ceil(waitMs / 1000)} s.\n`);
  let failure: Failure | undefined;
  for (const [index, event] of events.entries()) {
    const delivery = await deliver(event, options, { ...world.delivery, onRetry });
    switch (delivery.kind) {
      case 'recorded':
      case 'replayed':
        keep([delivery.event], world);
        world.err(`${recordedText(delivery.kind, delivery.event, target)}\n`);
        break;
      case 'rejected':
        keep([event], world);
        world.err(`milepost: wrong configuration, not recorded: ${logLine(delivery.reason)}\n`);
        failure = 'configuration';
        break;
      case 'unavailable':
        keep(events.slice(index), world);
        world.err(
          `milepost: not recorded: ${logLine(delivery.reason)}, ${attemptsText(delivery.attempts)}\n`,
        );
        world.err('Keep what stdout says, to record it later: milepost send --replay <file>\n');
        return 'outage';
    }
  }
  return failure;
}

function recordedText(
  kind: 'recorded' | 'replayed',
  { id, source }: StoredEvent,
  { url }: Target,
): string {
  const page = eventPage(url, id, source);
  return logLine(kind === 'recorded' ? `Recorded: ${page}` : `Recorded already: ${page}`);
}

/** On stdout, where a script finds it. */
function keep(events: readonly object[], { out }: World): void {
  for (const event of events) out(`${showJson(event)}\n`);
}

function exitCode(failure: Failure | undefined, failOn: FailurePolicy): number {
  return failure !== undefined && failsOn(failOn, failure) ? EXIT[failure] : EXIT.ok;
}

function readFailOn(text: string | undefined): FailurePolicy {
  const policy = POLICIES.find((one) => one === (text || 'config'));
  if (policy === undefined) {
    throw new UsageError(`--fail-on-error must be one of ${POLICIES.join(', ')}`);
  }
  return policy;
}
