/** What tools can be asked, described once. Schemas are plain: no unions, no null, no patterns. */
import { z } from 'zod';
import { type Problem, validationError } from '../errors.ts';
import { unknownParameter } from '../http/parameters.ts';
import { SEVERITIES } from '../model/event.ts';
import { isAtMost } from '../model/event-data.ts';
import type { FilterRequest } from '../services/range.ts';
import { unescapeText } from './text.ts';

const VALUES_LIMIT = 50;
const TEXT_LIMIT = 500;

/** Text of at most 500 characters, or of at most `limit`. */
export function text(description: string, limit = TEXT_LIMIT) {
  return z
    .string({ error: ({ input }) => (input === undefined ? 'is required' : 'must be a string') })
    .refine((value) => isAtMost(value, limit) && value.isWellFormed(), {
      error: `must be at most ${limit} characters of valid Unicode`,
    })
    .meta({ description });
}

/** A whole number; "25" counts as 25, since models write both. */
export function whole(min: number, max: number, fallback: number, description: string) {
  const error = `must be a whole number from ${min} to ${max}, such as ${fallback}`;
  const number = z.int({ error }).min(min, { error }).max(max, { error });
  return z
    .preprocess(toNumber, number)
    .default(fallback)
    .meta({ description: `${description} Default ${fallback}.` });
}

function toNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : value;
}

export function choice<const Values extends readonly [string, ...string[]]>(
  values: Values,
  description?: string,
) {
  const one = z.enum(values, { error: `must be one of ${values.join(', ')}` });
  return description === undefined ? one : one.meta({ description });
}

/** Alternatives; a bare string counts as a list of one. */
export function texts(description: string) {
  const item = z
    .string({ error: 'must be a list of strings, such as ["production"]' })
    .refine((value) => isAtMost(value, TEXT_LIMIT) && value.isWellFormed(), {
      error: `must hold texts of at most ${TEXT_LIMIT} characters of valid Unicode`,
    });
  return z.preprocess(toList, listOf(item)).optional().meta({ description });
}

function listOf<Item extends z.ZodType>(item: Item) {
  return z
    .array(item, { error: 'must be a list of strings, such as ["production"]' })
    .max(VALUES_LIMIT, { error: `must be at most ${VALUES_LIMIT} values` });
}

/** Some clients send a list as the text of one. */
function toList(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (!value.startsWith('[')) return [value];
  try {
    return JSON.parse(value);
  } catch {
    return [value];
  }
}

function toUpperList(value: unknown): unknown {
  const list = toList(value);
  return Array.isArray(list)
    ? list.map((item) => (typeof item === 'string' ? item.toUpperCase() : item))
    : list;
}

const severity = z
  .preprocess(
    toUpperList,
    listOf(z.enum(SEVERITIES, { error: `must be among ${SEVERITIES.join(', ')}` })),
  )
  .optional();

const TIME_FORMS = '-2h, -7d, now, ISO 8601 with offset, or local next to timezone';

export const timezone = text(
  'Such as Europe/Berlin: of times without offset, and of the answer. Default UTC.',
).optional();

export const range = {
  from: text(
    `Start: ${TIME_FORMS}. Default -24h, or open when to, version or id is given.`,
  ).optional(),
  to: text('End, inclusive. Default open.').optional(),
  timezone,
};

/** For tools that look at the whole timeline unless told otherwise. */
export const openRange = {
  from: text('Start; forms as in query_events. Default open.').optional(),
  to: text('End. Default open.').optional(),
  timezone,
};

/** For tools that look at one moment. */
export const moment = text(`The moment: ${TIME_FORMS}. Default now.`).optional();

export const source = texts('Exact systems; see list_event_sources.');
export const subject = texts('Exact environments; see list_event_subjects.');

export const filters = {
  type: texts('Exact types, any of them; see list_event_types.'),
  source,
  subject,
  severity,
  version: texts('Exact releases or builds.'),
};

export const ids = texts('Exact event ids.');

export const search = text('Part of type, version or source, in any case.').optional();

interface FilterArguments {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly timezone?: string | undefined;
  readonly type?: string[] | undefined;
  readonly source?: string[] | undefined;
  readonly subject?: string[] | undefined;
  readonly severity?: (typeof SEVERITIES)[number][] | undefined;
  readonly version?: string[] | undefined;
  readonly id?: string[] | undefined;
  readonly search?: string | undefined;
}

const DEFAULT_FROM = '-24h';

/** The filter that the services know. Same arguments, same filter: cursors depend on it. */
export function toFilterRequest(args: FilterArguments): FilterRequest {
  const { from, to, timezone, severity, search } = args;
  const isPlaced = to !== undefined || args.version !== undefined || args.id !== undefined;
  return {
    from: from ?? (isPlaced ? undefined : DEFAULT_FROM),
    to,
    timezone,
    severity,
    search,
    type: asMeant(args.type),
    source: asMeant(args.source),
    subject: asMeant(args.subject),
    version: asMeant(args.version),
    id: asMeant(args.id),
  };
}

/** Names in the form of an answer, where hidden characters are spelt out, find their events too. */
export function asMeant(values: readonly string[] | undefined): readonly string[] | undefined {
  return values && [...new Set(values.flatMap((value) => [value, unescapeText(value)]))];
}

/** Reads arguments; null and empty ones count as not given. Rejects with VALIDATION_ERROR. */
export function parseArguments<Schema extends z.ZodObject>(
  schema: Schema,
  args: Readonly<Record<string, unknown>>,
): z.output<Schema> {
  const given = Object.entries(args).filter(([, value]) => !isEmpty(value));
  const parsed = schema.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  const [first, ...rest] = parsed.error.issues.flatMap((issue) => toProblems(schema, issue));
  throw validationError([first ?? { field: 'arguments', message: 'cannot be read' }, ...rest]);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function toProblems(schema: z.ZodObject, issue: z.core.$ZodIssue): Problem[] {
  if (issue.code !== 'unrecognized_keys') {
    return [{ field: String(issue.path[0] ?? 'arguments'), message: issue.message }];
  }
  const known = Object.keys(schema.shape);
  const message = (field: string) =>
    known.length === 0 ? 'unknown, this tool takes no arguments' : unknownParameter(field, known);
  return issue.keys.map((field) => ({ field, message: message(field) }));
}
