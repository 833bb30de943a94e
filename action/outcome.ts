/** What came of it, in the log, as annotations and in the job summary. */
import type { EventInput, StoredEvent } from '../backend/model/event.ts';
import type { Origin } from '../plugins/build-event.ts';
import { failsOn, headline, originLines } from '../plugins/report.ts';
import { eventPage } from '../plugins/target.ts';
import { logLine, showJson } from '../plugins/text.ts';
import type { Settings } from './inputs.ts';
import type { Runner } from './runner.ts';

export interface Stored {
  readonly kind: 'recorded' | 'replayed';
  readonly event: StoredEvent;
  /** Of the server. */
  readonly url: string;
}

export type Outcome =
  | Stored
  | { readonly kind: 'dry-run' }
  | { readonly kind: 'configuration' | 'outage'; readonly reasons: readonly string[] };

export interface Prepared {
  readonly event: EventInput & { readonly id: string };
  readonly origins: readonly Origin[];
  readonly timeIsOurs: boolean;
}

export function announce({ event, origins }: Prepared, runner: Runner): void {
  runner.setOutput('event-id', event.id);
  runner.setOutput('event', JSON.stringify(event));
  runner.info(`Milepost: ${headline(origins)}`);
  for (const line of originLines(origins)) runner.info(`  ${line}`);
}

const REPLAY_ADVICE =
  'The output "event" of this step holds the event: record it later with milepost send --replay.';

export function report(
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

export function complain(
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

export function summaryOf(outcome: Outcome, prepared: Prepared | undefined) {
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
