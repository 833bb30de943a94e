/** What the author of a pipeline wrote, checked. Problems are told in the author's own words. */
import type { JsonObject, Severity } from '../backend/model/event.ts';
import { parseEventTime } from '../backend/model/time.ts';
import { type CiContext, type Derived, STATUSES, type Status } from './ci/context.ts';
import { readStatus } from './ci/status.ts';
import { autoSeverity, readChoice, SEVERITY_CHOICES } from './severity.ts';
import { oneLine } from './text.ts';

/** What the author wrote. The origin names the place, such as `input environment`. */
export interface Given {
  readonly type?: Derived | undefined;
  readonly source?: Derived | undefined;
  readonly subject?: Derived | undefined;
  readonly version?: Derived | undefined;
  readonly severity?: Derived | undefined;
  readonly description?: Derived | undefined;
  readonly time?: Derived | undefined;
  readonly id?: Derived | undefined;
  /** How the job ended, in the words of any CI. */
  readonly status?: Derived | undefined;
  /** ISO 8601 with an offset, or ms since the Unix epoch in digits. */
  readonly startedAt?: Derived | undefined;
  /** Its members win over everything that is derived. */
  readonly data?: JsonObject | undefined;
}

/** What an author may write as text, in every plugin and at every door; `environment` is the subject. */
export const GIVEN_NAMES = [
  'type',
  'source',
  'environment',
  'subject',
  'version',
  'severity',
  'description',
  'status',
  'startedAt',
  'time',
  'id',
] as const;
export type GivenName = (typeof GIVEN_NAMES)[number];

/** `text`: what was written under a name, and where. */
export function givenBy(text: (name: GivenName) => Derived | undefined): Given {
  return {
    type: text('type'),
    source: text('source'),
    subject: text('environment') ?? text('subject'),
    version: text('version'),
    severity: text('severity'),
    description: text('description'),
    status: text('status'),
    startedAt: text('startedAt'),
    time: text('time'),
    id: text('id'),
  };
}

export const NAMES = ['type', 'source', 'subject', 'version'] as const;
export type Name = (typeof NAMES)[number];
export type Names = Readonly<Record<Name, Derived | undefined>> & { readonly type: Derived };

export function clean(given: Derived | undefined): Derived | undefined {
  if (given === undefined) return undefined;
  const value = oneLine(given.value);
  return value === '' ? undefined : { ...given, value };
}

export interface Read<Value> {
  readonly value: Value;
  readonly problem?: string;
}

export function readStatusOf(
  given: Derived | undefined,
  derived: Derived | undefined,
): Read<Status | undefined> & { readonly origin?: string } {
  const { value: word, origin = '' } = given ?? derived ?? {};
  if (word === undefined) return { value: undefined };
  const value = readStatus(word);
  // A CI has words for what goes on, which are no end; an author wants to hear of mistakes.
  return value === undefined && given !== undefined
    ? { value, problem: `${origin}: must be one of ${STATUSES.join(', ')}` }
    : { value, origin };
}

export function readSeverity(
  context: CiContext,
  given: Given,
  { type, subject }: Names,
  status: Status | undefined,
): Read<(Derived & { readonly value: Severity }) | undefined> {
  const wanted = clean(given.severity);
  // Outside a pipeline nothing says what is at stake.
  if (wanted === undefined && context.execution === undefined) return { value: undefined };
  const choice = readChoice(wanted?.value ?? 'auto');
  if (choice === undefined) {
    const problem = `${wanted?.origin}: must be one of ${SEVERITY_CHOICES.join(', ')}`;
    return { value: undefined, problem };
  }
  if (choice === 'none') return { value: undefined };
  if (choice !== 'auto') return { value: { value: choice, origin: wanted?.origin ?? '' } };
  const isTheirs = clean(given.subject) === undefined;
  const value = autoSeverity({
    type: type.value,
    status,
    subject: subject?.value,
    isProduction: isTheirs ? context.isProduction : undefined,
    isFrozen: context.isFrozen ?? false,
  });
  return { value };
}

/** ms since the Unix epoch. What a CI says wrongly is left out; an author wants to hear of it. */
export function readStart(
  given: Derived | undefined,
  derived: Derived | undefined,
): Read<number | undefined> {
  const text = (given ?? derived)?.value.trim() ?? '';
  if (text === '') return { value: undefined };
  if (/^\d{1,15}$/.test(text)) return { value: Number(text) };
  const time = parseEventTime(text);
  if (time.kind === 'at') return { value: time.ms };
  if (given === undefined) return { value: undefined };
  return { value: undefined, problem: `${given.origin}: must be ISO 8601 with an offset, or ms` };
}

export function readTime(given: Derived | undefined, now: number): Read<string> {
  const time = parseEventTime(given?.value.trim() ?? 'NOW');
  if (time.kind === 'invalid') return { value: '', problem: `${given?.origin}: ${time.message}` };
  return { value: new Date(time.kind === 'now' ? now : time.ms).toISOString() };
}
