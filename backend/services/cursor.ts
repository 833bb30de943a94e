import { createHash } from 'node:crypto';
import { invalidField } from '../errors.ts';
import { EXCLUDED_FIELDS, type Order, type PagePosition } from '../model/query.ts';
import type { FilterRequest } from './range.ts';

/** Where the next page starts, and the range that the first page resolved (ms). */
export interface Cursor extends PagePosition {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

const VERSION = 1;
const DIGEST_LENGTH = 12;

/** A cursor only fits the query that it came from: organization, filter and order. */
export function queryFingerprint(
  organization: string,
  request: FilterRequest,
  order: Order,
): string {
  const { type, source, subject, severity, version, id, search, from, to, timezone } = request;
  const fields = [type, source, subject, severity, version, id];
  const excluded = EXCLUDED_FIELDS.map((field) => request[`not.${field}`]);
  // Only where something is excluded: the cursors of all other queries are older than that.
  const exclusion = excluded.some((values) => values !== undefined) ? excluded : [];
  return fingerprintOf(organization, order, ...fields, search, from, to, timezone, ...exclusion);
}

/** The same for the same parts, in their order. */
export function fingerprintOf(...parts: readonly unknown[]): string {
  return digest(JSON.stringify(parts.map((one) => one ?? null)));
}

export function encodeCursor(cursor: Cursor, fingerprint: string): string {
  const { time, receipt, from = null, to = null } = cursor;
  const payload = JSON.stringify([VERSION, time, receipt, from, to, fingerprint]);
  return Buffer.from(digest(payload) + payload).toString('base64url');
}

/** Rejects with VALIDATION_ERROR what is damaged, and what belongs to another query. */
export function decodeCursor(text: string, fingerprint: string): Cursor {
  const bytes = Buffer.from(text, 'base64url');
  const decoded = bytes.toString();
  const payload = decoded.slice(DIGEST_LENGTH);
  // Decoding skips what it does not know; only what encodes to the same again is whole.
  const isWhole = bytes.toString('base64url') === text;
  if (!isWhole || digest(payload) !== decoded.slice(0, DIGEST_LENGTH)) {
    throw damaged();
  }
  const { version, belongsTo, ...cursor } = readPayload(payload);
  if (version !== VERSION || belongsTo !== fingerprint) {
    throw invalidField('cursor', 'belongs to another query, repeat the filters of its first page');
  }
  return cursor;
}

/** The digest finds damage and not malice: whoever makes a cursor up gets the same error. */
function readPayload(payload: string) {
  const [version, time, receipt, from, to, belongsTo] = parseArray(payload);
  const isWhole = Number.isSafeInteger(time) && typeof receipt === 'string';
  if (!isWhole || !isMoment(from) || !isMoment(to)) throw damaged();
  return {
    version,
    time: Number(time),
    receipt,
    from: from ?? undefined,
    to: to ?? undefined,
    belongsTo,
  };
}

function parseArray(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function isMoment(value: unknown): value is number | null {
  return value === null || Number.isSafeInteger(value);
}

function damaged(): Error {
  return invalidField('cursor', 'is damaged, use page.nextCursor as it was given');
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, DIGEST_LENGTH);
}
