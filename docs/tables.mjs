// @ts-check
/** Tables that are made from the backend's own schemas, limits, errors and settings. */
import { z } from 'zod';
import { SETTINGS } from '../backend/config.ts';
import { ERROR_STATUS } from '../backend/errors.ts';
import { EVENT_LIMITS } from '../backend/model/event.ts';
import {
  exportParameters,
  facetsParameters,
  listParameters,
  stateParameters,
  streamParameters,
  summaryParameters,
} from '../backend/model/query-schema.ts';
import { eventSchema } from '../backend/model/schema.ts';

/**
 * @typedef {{
 *   description?: string, const?: string, enum?: readonly (string | null)[], maxLength?: number,
 *   default?: string, anyOf?: readonly Property[], properties?: Record<string, Property>,
 * }} Property
 */

/** When each error comes and what its caller does then; a code without a line here is refused. */
const ERROR_ADVICE = {
  VALIDATION_ERROR: 'A field, a parameter or the JSON is invalid: fix what `error` names.',
  UNAUTHORIZED:
    'The key is missing, mistyped, unknown, revoked or expired, or the [id token](oidc.md) is no good; `error` says which.',
  FORBIDDEN: 'The key is `READ_ONLY`: use one with the scope `READ_WRITE`.',
  NOT_FOUND: 'There is no such path or event.',
  METHOD_NOT_ALLOWED: 'The header `Allow` names the methods of this path.',
  CONFLICT: 'Another event has this `source` and `id`: a new event needs a new id.',
  PAYLOAD_TOO_LARGE: 'Send less, or raise the limit: `error` names it.',
  UNSUPPORTED_MEDIA_TYPE: 'Use a content type of the table above.',
  RATE_LIMITED: 'Try again after `Retry-After` seconds.',
  INTERNAL_ERROR: 'A bug: the log of the server holds its cause under the id that `error` names.',
  UNAVAILABLE:
    'The store or the issuer of an id token does not answer, or the server is stopping: try again.',
};

/** Aligned as the formatter aligns it. @param {readonly (readonly string[])[]} rows */
export function table(rows) {
  const [titles = []] = rows;
  const widths = titles.map((_, column) =>
    Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) => row.map((text, column) => text.padEnd(widths[column] ?? 0)));
  lines.splice(
    1,
    0,
    widths.map((width) => '-'.repeat(width)),
  );
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** Markdown in a table cell. @param {string} text */
export function cell(text) {
  return text.replace(/[|<>]/g, (character) => `\\${character}`);
}

export function eventFields() {
  const schema = propertiesOf(eventSchema);
  const rows = Object.entries(schema.properties).flatMap(([name, property]) => {
    const inner = Object.entries(property.properties ?? {});
    return [
      fieldRow(name, property, schema.required.includes(name)),
      ...inner.map(([key, value]) => fieldRow(`${name}.${key}`, value, false)),
    ];
  });
  return table([['field', 'required', 'limit', 'meaning'], ...rows]);
}

const DATA_MEMBERS = {
  'data.description': 'What people read on the timeline.',
  'data.timezone': 'The zone that the sender thinks in; kept as it is.',
};

/** @param {string} name @param {Property} property @param {boolean} isRequired */
function fieldRow(name, property, isRequired) {
  const { description, maxLength } = { ...property.anyOf?.[0], ...property };
  const own = /** @type {Record<string, string>} */ (DATA_MEMBERS)[name];
  return [
    `\`${name}\``,
    isRequired ? 'yes' : '',
    limitOf(property, maxLength),
    cell(own ?? description ?? ''),
  ];
}

/** @param {Property} property @param {number | undefined} maxLength */
function limitOf(property, maxLength) {
  if (property.const !== undefined) return `\`${property.const}\``;
  const values = property.enum?.filter((value) => value !== null);
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(', ');
  if (property.properties !== undefined) return `${EVENT_LIMITS.dataDepth} levels`;
  return maxLength === undefined ? '' : `${maxLength.toLocaleString('en-US')} characters`;
}

export function errors() {
  const rows = Object.entries(ERROR_STATUS).map(([code, status]) => {
    const advice = /** @type {Record<string, string>} */ (ERROR_ADVICE)[code];
    if (advice === undefined) throw new Error(`docs/tables.mjs says nothing about ${code}`);
    return [String(status), `\`${code}\``, advice];
  });
  return table([['status', '`code`', 'when, and what to do'], ...rows]);
}

const QUERIES = {
  list: listParameters,
  summary: summaryParameters,
  facets: facetsParameters,
  stream: streamParameters,
  export: exportParameters,
  state: stateParameters,
};

/** Which parameter is understood where. */
export function queryParameters() {
  const schemas = Object.entries(QUERIES).map(
    ([name, schema]) => /** @type {const} */ ([name, propertiesOf(schema).properties]),
  );
  const names = new Set(schemas.flatMap(([, properties]) => Object.keys(properties)));
  const rows = [...names].map((name) => {
    const [, properties] = schemas.find(([, known]) => name in known) ?? [];
    const marks = schemas.map(([, known]) => (name in known ? '✓' : ''));
    return [`\`${name}\``, cell(properties?.[name]?.description ?? ''), ...marks];
  });
  return table([['parameter', 'meaning', ...Object.keys(QUERIES)], ...rows]);
}

export function settings() {
  const rows = Object.entries(SETTINGS).map(([name, schema]) => {
    const { description = '' } = schema.meta() ?? {};
    const fallback = schema.safeParse(undefined).data;
    const values = valuesOf(schema);
    return [
      `\`${name}\``,
      cell(values === undefined ? description : `${description} One of ${values.join(', ')}.`),
      fallback === undefined ? '' : `\`${fallback}\``,
    ];
  });
  return table([['variable', 'meaning', 'default'], ...rows]);
}

/** @param {import('zod').ZodType} schema */
function valuesOf(schema) {
  const { enum: values } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return values;
}

/**
 * @param {import('zod').ZodType} schema
 * @returns {{ properties: Record<string, Property>, required: readonly string[] }}
 */
function propertiesOf(schema) {
  const made = z.toJSONSchema(z.object({ schema }), {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
  });
  // A schema with a name is put beside the others, and referred to.
  const [named] = Object.values(made.$defs ?? {});
  const found = /** @type {{ properties: Record<string, Property>, required?: string[] }} */ (
    named ?? made.properties?.['schema']
  );
  return { properties: found.properties, required: found.required ?? [] };
}
