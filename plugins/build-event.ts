/** From what the pipeline says and what its author wrote to one event, with the origin of each value. */
import {
  EVENT_LIMITS,
  type EventInput,
  type JsonObject,
  type JsonValue,
  SEVERITIES,
  type Severity,
} from '../backend/model/event.ts';
import { parseEventTime } from '../backend/model/time.ts';
import type { CiContext, Derived } from './ci/context.ts';
import { executionId } from './event-id.ts';
import { cut, cutName, oneLine, prose } from './text.ts';

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
  /** Its members win over everything that is derived. */
  readonly data?: JsonObject | undefined;
}

/** One value of the event and where it comes from, for people. */
export interface Origin {
  readonly field: string;
  readonly value: string;
  readonly origin: string;
}

export type Built =
  | {
      readonly kind: 'built';
      readonly event: EventInput & { readonly id: string };
      readonly origins: readonly Origin[];
      /** Nobody wrote the time: a repeated step has another one and is still the same event. */
      readonly timeIsOurs: boolean;
    }
  | { readonly kind: 'wrong'; readonly problems: readonly string[] };

export interface BuildOptions {
  readonly context: CiContext;
  readonly given: Given;
  /** ms since the Unix epoch, read once: every attempt to send says the same. */
  readonly now: number;
  /** For events outside a pipeline. */
  readonly newId: () => string;
  /** What to tell an author who has to give a source, such as `give --source`. */
  readonly sourceAdvice: string;
}

const NAMES = ['type', 'source', 'subject', 'version'] as const;
type Name = (typeof NAMES)[number];
type Names = Readonly<Record<Name, Derived | undefined>>;

export function buildEvent({ context, given, now, newId, sourceAdvice }: BuildOptions): Built {
  const names: Names = {
    type: clean(given.type) ?? clean(context.type) ?? { value: 'deployment', origin: 'default' },
    source: clean(given.source) ?? clean(context.source),
    subject: clean(given.subject) ?? clean(context.subject),
    version: clean(given.version) ?? clean(context.version),
  };
  const severity = readSeverity(given.severity);
  const time = readTime(given.time, now);
  const problems = [
    ...(names.source === undefined
      ? [`source: nothing here says what changed; ${sourceAdvice}`]
      : []),
    ...(severity.problem === undefined ? [] : [severity.problem]),
    ...(time.problem === undefined ? [] : [time.problem]),
  ];
  if (problems.length > 0) return { kind: 'wrong', problems };

  const id = readId(given.id, context, names, newId);
  const description = given.description ?? context.description;
  const event = {
    specversion: '1.0',
    type: nameOf(names, 'type') ?? '',
    source: nameOf(names, 'source') ?? '',
    id: cutName(id.value, EVENT_LIMITS.id),
    time: time.value,
    ...present('subject', nameOf(names, 'subject')),
    ...present('severity', severity.value),
    ...present('version', nameOf(names, 'version')),
    ...present('data', readData(context.facts, names, description, given.data)),
  } as const;
  const shown = {
    ...names,
    severity: severity.value && given.severity && { ...given.severity, value: severity.value },
    description: clean(describedBy(given.data, description)),
    time: { value: time.value, origin: given.time?.origin ?? 'now' },
    id,
  };
  return { kind: 'built', event, origins: toOrigins(shown), timeIsOurs: given.time === undefined };
}

function clean(given: Derived | undefined): Derived | undefined {
  if (given === undefined) return undefined;
  const value = oneLine(given.value);
  return value === '' ? undefined : { ...given, value };
}

function nameOf(names: Names, name: Name): string | undefined {
  const value = names[name]?.value;
  return value === undefined ? undefined : cutName(value, EVENT_LIMITS[name]);
}

function present<Field extends string, Value>(
  field: Field,
  value: Value | undefined,
): { readonly [Key in Field]?: Value } {
  return (value === undefined ? {} : { [field]: value }) as { readonly [Key in Field]?: Value };
}

interface Read<Value> {
  readonly value: Value;
  readonly problem?: string;
}

function readSeverity(given: Derived | undefined): Read<Severity | undefined> {
  if (given === undefined || given.value.trim() === '') return { value: undefined };
  const value = SEVERITIES.find((one) => one === given.value.trim().toUpperCase());
  return value === undefined
    ? { value, problem: `${given.origin}: must be one of ${SEVERITIES.join(', ')}` }
    : { value };
}

function readTime(given: Derived | undefined, now: number): Read<string> {
  const time = parseEventTime(given?.value.trim() ?? 'NOW');
  if (time.kind === 'invalid') return { value: '', problem: `${given?.origin}: ${time.message}` };
  return { value: new Date(time.kind === 'now' ? now : time.ms).toISOString() };
}

function readId(
  given: Derived | undefined,
  { execution }: CiContext,
  names: Names,
  newId: () => string,
): Derived {
  const id = clean(given);
  if (id !== undefined) return id;
  if (execution === undefined) return { value: newId(), origin: 'made for this event' };
  const identity = {
    type: names.type?.value ?? '',
    source: names.source?.value ?? '',
    subject: names.subject?.value,
    version: names.version?.value,
  };
  return { value: executionId(execution, identity), origin: execution.origin };
}

/** The author's members win; names that had to be cut are kept whole under `uncut`. */
function readData(
  facts: JsonObject,
  names: Names,
  description: Derived | undefined,
  given: JsonObject | undefined,
): JsonObject | undefined {
  const uncut: Record<string, string> = {};
  for (const name of NAMES) {
    const whole = names[name]?.value;
    if (whole !== undefined && whole !== nameOf(names, name)) uncut[name] = whole;
  }
  const data: Record<string, JsonValue> = {
    ...(description === undefined ? {} : { description: description.value }),
    ...(Object.keys(facts).length === 0 ? {} : { ci: facts }),
    ...(Object.keys(uncut).length === 0 ? {} : { uncut }),
    ...given,
  };
  const text = data['description'];
  if (typeof text === 'string') data['description'] = cut(prose(text), EVENT_LIMITS.description);
  return Object.keys(data).length === 0 ? undefined : data;
}

function describedBy(data: JsonObject | undefined, otherwise: Derived | undefined) {
  const value = data !== undefined && Object.hasOwn(data, 'description') ? data['description'] : '';
  return typeof value === 'string' && value !== ''
    ? { value, origin: 'data.description' }
    : otherwise;
}

function toOrigins(shown: Readonly<Record<string, Derived | '' | undefined>>): Origin[] {
  return Object.entries(shown).flatMap(([field, one]) =>
    one === undefined || one === '' ? [] : [{ field, ...one }],
  );
}
