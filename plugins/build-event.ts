/** From what the pipeline says and what its author wrote to one event, with the origin of each value. */
import {
  EVENT_LIMITS,
  type EventInput,
  type JsonObject,
  type JsonValue,
} from '../backend/model/event.ts';
import { parseEventTime } from '../backend/model/time.ts';
import type { CiContext, Derived, Status } from './ci/context.ts';
import { readStatus } from './ci/status.ts';
import { executionId } from './event-id.ts';
import {
  clean,
  type Given,
  NAMES,
  type Name,
  type Names,
  readSeverity,
  readStart,
  readStatusOf,
  readTime,
} from './given.ts';
import { isStateType, typeOf } from './operation.ts';
import type { Past } from './rollback.ts';
import { cut, cutName, prose } from './text.ts';

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
      /** It says what runs in a cell now, so that what ran there before is worth a question. */
      readonly changesCell: boolean;
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
  /** One of the two events of a job: its start or its end. */
  readonly isPaired?: boolean;
  /** What the timeline says of the cell, once it was asked. */
  readonly past?: Past | undefined;
}

export function buildEvent(options: BuildOptions): Built {
  const { context, given, now, newId, sourceAdvice, isPaired = false, past } = options;
  const names: Names = {
    type: clean(given.type) ?? clean(context.type) ?? { value: 'deployment', origin: 'default' },
    source: clean(given.source) ?? clean(context.source),
    subject: clean(given.subject) ?? clean(context.subject),
    version: clean(given.version) ?? clean(context.version),
  };
  const status = readStatusOf(clean(given.status), clean(context.status));
  const operation = operationOf(names, options);
  const severity = readSeverity(context, given, { ...names, type: operation }, status.value);
  const time = readTime(given.time, now);
  const started = readStart(given.startedAt, context.startedAt);
  const problems = [
    ...(names.source === undefined
      ? [`source: nothing here says what changed; ${sourceAdvice}`]
      : []),
    ...[status, severity, time, started].flatMap(({ problem }) => problem ?? []),
  ];
  if (problems.length > 0) return { kind: 'wrong', problems };

  const isDerived = clean(given.type) === undefined;
  const type = typeOf({ type: operation, status: status.value, isDerived, isPaired });
  const shownNames = { ...names, type };
  const id = readId(given.id, context, { names, status: status.value }, newId);
  const description = given.description ?? context.description;
  const derivedData = {
    description: description?.value,
    status: status.value,
    ...timing(status.value, started.value, time.value),
    previousVersion: previousVersion(past),
    commitTime: commitTime(names, context.commitTime ?? past?.commitTime),
    ci: context.facts,
  };
  const event = {
    specversion: '1.0',
    type: nameOf(shownNames, 'type') ?? '',
    source: nameOf(names, 'source') ?? '',
    id: cutName(id.value, EVENT_LIMITS.id),
    time: time.value,
    ...present('subject', nameOf(names, 'subject')),
    ...present('severity', severity.value?.value),
    ...present('version', nameOf(names, 'version')),
    ...present('data', readData(derivedData, shownNames, given.data)),
  } as const;
  const shown = {
    ...shownNames,
    severity: severity.value,
    status: status.value && { value: status.value, origin: status.origin ?? '' },
    description: clean(describedBy(given.data, description)),
    time: { value: time.value, origin: given.time?.origin ?? 'now' },
    id,
  };
  return {
    kind: 'built',
    event,
    origins: toOrigins(shown),
    timeIsOurs: given.time === undefined,
    changesCell: isStateType(names.type.value),
  };
}

/**
 * Whether what an author says makes an event one of a pair: it is the start of a job, or it comes
 * with the start. Then it tells of the job, whatever its type.
 */
export function isPaired(status: string | undefined, startedAt: string | undefined): boolean {
  return readStatus(status ?? '') === 'started' || !!startedAt;
}

/** Asks for the past where it matters, and builds with what it says. */
export async function buildWithPast(
  options: BuildOptions,
  lookBack: (event: EventInput & { readonly id: string }) => Promise<Past>,
): Promise<Built> {
  const built = buildEvent(options);
  if (built.kind === 'wrong' || !built.changesCell) return built;
  return buildEvent({ ...options, past: await lookBack(built.event) });
}

/**
 * What somebody called a deployment stays one, whatever the past says. A tag that goes into an
 * environment is deployed there, not only released.
 */
function operationOf(names: Names, { given, past }: BuildOptions): Derived {
  const { type, subject } = names;
  if (clean(given.type) !== undefined) return type;
  const isPlaced = type.value === 'release' && subject !== undefined;
  const placed = isPlaced
    ? { value: 'deployment', origin: `${type.origin}, to an environment` }
    : type;
  const back = past?.kind === 'known' ? past.rollback : undefined;
  return placed.value === 'deployment' ? (back ?? placed) : placed;
}

function previousVersion(past: Past | undefined): string | undefined {
  return (past?.kind === 'known' ? past.previous?.version : undefined) ?? undefined;
}

/** Of what changes what runs, since lead time ends there; nothing where it cannot be read. */
function commitTime({ type }: Names, said: Derived | undefined): string | undefined {
  const read = parseEventTime(said?.value ?? '');
  if (!isStateType(type?.value ?? '') || read.kind !== 'at') return undefined;
  return new Date(read.ms).toISOString();
}

/** How long it took, where both ends are known. */
function timing(status: Status | undefined, started: number | undefined, time: string) {
  if (status === undefined || status === 'started' || started === undefined) return {};
  const durationMs = Date.parse(time) - started;
  return durationMs < 0 ? {} : { startedAt: new Date(started).toISOString(), durationMs };
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

function readId(
  given: Derived | undefined,
  { execution }: CiContext,
  { names, status }: { readonly names: Names; readonly status: Status | undefined },
  newId: () => string,
): Derived {
  const id = clean(given);
  if (id !== undefined) return id;
  if (execution === undefined) return { value: newId(), origin: 'made for this event' };
  const identity = {
    type: names.type.value,
    source: names.source?.value ?? '',
    subject: names.subject?.value,
    version: names.version?.value,
    status,
  };
  return { value: executionId(execution, identity), origin: execution.origin };
}

/** The author's members win; names that had to be cut are kept whole under `uncut`. */
function readData(
  derived: Readonly<Record<string, JsonValue | undefined>>,
  names: Names,
  given: JsonObject | undefined,
): JsonObject | undefined {
  const uncut: Record<string, string> = {};
  for (const name of NAMES) {
    const whole = names[name]?.value;
    if (whole !== undefined && whole !== nameOf(names, name)) uncut[name] = whole;
  }
  const data: Record<string, JsonValue> = { ...filled({ ...derived, uncut }), ...given };
  const text = data['description'];
  if (typeof text === 'string') data['description'] = cut(prose(text), EVENT_LIMITS.description);
  return Object.keys(data).length === 0 ? undefined : data;
}

/** The members that say something. */
function filled(members: Readonly<Record<string, JsonValue | undefined>>) {
  const said: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(members)) {
    const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
    if (value !== undefined && !isEmpty) said[name] = value;
  }
  return said;
}

function describedBy(data: JsonObject | undefined, otherwise: Derived | undefined) {
  const value = data !== undefined && Object.hasOwn(data, 'description') ? data['description'] : '';
  return typeof value === 'string' && value !== ''
    ? { value, origin: 'data.description' }
    : otherwise;
}

function toOrigins(shown: Readonly<Record<string, Derived | undefined>>): Origin[] {
  return Object.entries(shown).flatMap(([field, one]) =>
    one === undefined ? [] : [{ field, ...one }],
  );
}
