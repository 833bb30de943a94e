/** The one place where events are validated: HTTP, MCP and imports all come through `parseEvent`. */
import { z } from 'zod';
import {
  EVENT_LIMITS,
  type ExtensionValue,
  type NewEvent,
  SEVERITIES,
  type Severity,
} from './event.ts';
import { dataProblems, isAtMost, isJsonObject } from './event-data.ts';
import { type EventTime, parseEventTime } from './time.ts';

/** What is wrong with one field, in the caller's words. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly [FieldProblem, ...FieldProblem[]] };

function stringError(issue: { readonly input?: unknown }): string {
  return issue.input === undefined || issue.input === null ? 'is required' : 'must be a string';
}

/** Text of at most `limit` code points, the unit in which JSON Schema's maxLength counts too. */
export function text(limit: number, description: string) {
  return z
    .string({ error: stringError })
    .superRefine((value, context) => {
      const message = textProblem(value, limit);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    })
    .meta({ description, maxLength: limit });
}

function textProblem(value: string, limit: number): string | undefined {
  if (!isAtMost(value, limit)) return `must be at most ${limit} characters`;
  // Databases keep text as UTF-8, which has no form for half a surrogate pair; NUL ends it for some.
  if (!value.isWellFormed()) return 'must be valid Unicode (it has an unpaired surrogate)';
  return value.includes('\0') ? 'must not contain the character NUL' : undefined;
}

/** The same, and not empty. */
export function requiredText(limit: number, description: string) {
  return text(limit, description)
    .refine((value) => value !== '', { error: 'must not be empty' })
    .meta({ description, minLength: 1, maxLength: limit });
}

/** `time` of whatever is sent: reads it, or says what is wrong with it. */
export const eventTime = z
  .string({ error: stringError })
  .meta({
    description:
      'When it happened: ISO 8601 with an offset, RFC 2822 with a numeric zone, or NOW for the receipt time.',
    examples: ['NOW', '2025-01-15T14:30:00Z'],
  })
  .transform((value, context) => {
    const time = parseEventTime(value);
    if (time.kind === 'invalid') context.addIssue({ code: 'custom', message: time.message });
    return time;
  });

const data = z
  .unknown()
  .superRefine((value, context) => {
    if (value === null) return;
    for (const { path, message } of dataProblems(value)) {
      context.addIssue({ code: 'custom', path: [...path], message });
    }
  })
  .meta({
    description: 'Any JSON object, at most 32 levels deep; `description` and `timezone` are known.',
    type: ['object', 'null'],
    additionalProperties: true,
    properties: {
      description: { type: ['string', 'null'], maxLength: EVENT_LIMITS.description },
      timezone: { type: ['string', 'null'], maxLength: EVENT_LIMITS.timezone },
    },
  })
  .optional();

/** The specification's own members have names of this form too. */
const EXTENSION_NAME = /^[a-z0-9]{1,20}$/;

/** The members that the specification names. Empty optional text counts as absent. */
export const eventSchema = z
  .object({
    specversion: z
      .string({ error: stringError })
      .refine((value) => value === '1.0', { error: 'must be 1.0' })
      .meta({ description: 'The CloudEvents version.', const: '1.0' }),
    type: requiredText(EVENT_LIMITS.type, 'The kind of operation, such as deployment or rollback.'),
    source: requiredText(
      EVENT_LIMITS.source,
      'The system that changed: a short name or a URI such as //github.com/acme/shop.',
    ),
    time: eventTime,
    id: requiredText(
      EVENT_LIMITS.id,
      'Identifies the event together with source; a UUID is made when it is absent.',
    ).nullish(),
    subject: text(EVENT_LIMITS.subject, 'The environment, such as production.').nullish(),
    severity: z
      .string({ error: stringError })
      .refine((value) => value === '' || isSeverity(value), {
        error: `must be one of ${SEVERITIES.join(', ')}`,
      })
      .nullish()
      .meta({ description: 'How much is at stake.', enum: [...SEVERITIES, null] }),
    version: text(EVENT_LIMITS.version, 'The release or build that the event is about.').nullish(),
    datacontenttype: text(
      EVENT_LIMITS.datacontenttype,
      'The media type of data; application/json when absent.',
    ).nullish(),
    dataschema: text(
      EVENT_LIMITS.dataschema,
      'A URI of a schema for data, kept as it is.',
    ).nullish(),
    data,
  })
  .meta({
    id: 'Event',
    description: 'A CloudEvent; other members are extension attributes.',
    propertyNames: { pattern: EXTENSION_NAME.source },
    additionalProperties: {
      type: ['string', 'number', 'boolean', 'null'],
      maxLength: EVENT_LIMITS.extensionValue,
    },
  });

const MEMBERS: ReadonlySet<string> = new Set(Object.keys(eventSchema.shape));

/** An event as validation leaves it: times are read, absent values are null. */
export type ParsedEvent = Omit<NewEvent, 'organization' | 'createdAt' | 'id' | 'time'> & {
  readonly id: string | null;
  readonly time: Exclude<EventTime, { kind: 'invalid' }>;
};

/** Validates one event of unknown origin; the input is the result of `JSON.parse`. Never throws. */
export function parseEvent(input: unknown): Parsed<ParsedEvent> {
  if (!isJsonObject(input)) {
    return failed([{ field: 'event', message: 'must be a JSON object' }]);
  }
  const known = eventSchema.safeParse(input);
  const extensions = readExtensions(input);
  const problems = [
    ...(known.success ? [] : known.error.issues.map(toProblem)),
    ...extensions.problems,
  ];
  const [first, ...rest] = problems;
  if (first !== undefined) return failed([first, ...rest]);
  if (!known.success || known.data.time.kind === 'invalid') return failed([UNREADABLE]);
  return { ok: true, value: toParsedEvent(known.data, known.data.time, extensions.values) };
}

const UNREADABLE: FieldProblem = { field: 'event', message: 'cannot be read' };

function toParsedEvent(
  event: z.output<typeof eventSchema>,
  time: ParsedEvent['time'],
  extensions: Readonly<Record<string, ExtensionValue>>,
): ParsedEvent {
  return {
    id: event.id ?? null,
    type: event.type,
    source: event.source,
    time,
    timeIsNow: time.kind === 'now',
    subject: event.subject || null,
    severity: isSeverity(event.severity) ? event.severity : null,
    version: event.version || null,
    datacontenttype: event.datacontenttype || 'application/json',
    dataschema: event.dataschema || null,
    data: isJsonObject(event.data) ? event.data : null,
    extensions,
  };
}

/** CloudEvents extension attributes: the members that the specification does not name. */
function readExtensions(input: Readonly<Record<string, unknown>>) {
  const values: Record<string, ExtensionValue> = {};
  const problems: FieldProblem[] = [];
  let count = 0;
  for (const [name, value] of Object.entries(input)) {
    if (MEMBERS.has(name) || value === null) continue;
    const message = extensionProblem(name, value);
    if (message !== undefined) problems.push({ field: name, message });
    else values[name] = value as ExtensionValue;
    count += 1;
  }
  if (count > EVENT_LIMITS.extensions) {
    problems.push({
      field: 'extensions',
      message: `must be at most ${EVENT_LIMITS.extensions}, put the rest into data`,
    });
  }
  return { values, problems };
}

function extensionProblem(name: string, value: unknown): string | undefined {
  if (name === 'data_base64') return 'is not supported, send data as a JSON object';
  if (!EXTENSION_NAME.test(name)) {
    return 'unknown member, extension attributes have 1 to 20 characters a-z and 0-9; put the rest into data';
  }
  switch (typeof value) {
    case 'string':
      return textProblem(value, EVENT_LIMITS.extensionValue);
    case 'number':
      return Number.isFinite(value) ? undefined : 'is a number that is too large for JSON';
    case 'boolean':
      return undefined;
    default:
      return 'must be a string, a number or a boolean; put objects and arrays into data';
  }
}

function isSeverity(value: unknown): value is Severity {
  return (SEVERITIES as readonly unknown[]).includes(value);
}

function toProblem(issue: z.core.$ZodIssue): FieldProblem {
  return { field: issue.path.join('.') || 'event', message: issue.message };
}

function failed(problems: readonly [FieldProblem, ...FieldProblem[]]): Parsed<never> {
  return { ok: false, problems };
}
