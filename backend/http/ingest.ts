/**
 * The fast lane: POST /api/v1/events without a middleware chain, which costs more than writing the
 * event durably does. Authentication, validation, service and errors are those of every other door.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { invalidField, MilepostError } from '../errors.ts';
import { toStoredEvent } from '../model/event.ts';
import type { Principal } from '../model/key.ts';
import { noParameters } from '../model/query-schema.ts';
import type { Gate } from '../services/authenticator.ts';
import type { Ingest, Ingested, IngestItem } from '../services/ingest.ts';
import { authorize } from './auth.ts';
import { decoded, readLines, readText, tooLarge, toText } from './body.ts';
import { BATCH_TYPE, fromBinaryMode, readContentMode } from './content.ts';
import { parseJson } from './json.ts';
import { locationOf } from './location.ts';
import { parseParameters } from './parameters.ts';
import type { RateLimit } from './rate-limit.ts';
import { type RawHeaders, sendJson } from './respond.ts';
import { queryOf } from './route.ts';

const BATCH_LIMIT = 1000;
/** Lines that are stored at a time; what is held of an import in memory. */
const CHUNK_LINES = 500;
/** Results that are listed for an import: its answer must not grow with it. */
const LISTED_RESULTS = 10_000;
const STALL_MS = 60_000;

export interface IngestDoor {
  readonly ingest: Ingest;
  readonly gate: Gate;
  readonly rateLimit: RateLimit;
  readonly eventMaxBytes: number;
  readonly batchMaxBytes: number;
}

/** Whether a request is for the fast lane. */
export function isIngest(req: IncomingMessage): boolean {
  if (req.method !== 'POST') return false;
  const path = req.url?.split('?', 1)[0];
  return path === '/api/v1/events' || path === '/api/v1/events/';
}

/** Answers one request; rejects with what `toCallerError` understands. */
export async function handleIngest(
  door: IngestDoor,
  req: IncomingMessage,
  res: ServerResponse,
  headers: RawHeaders = [],
): Promise<void> {
  const principal = await authorize(req, door.gate, 'READ_WRITE');
  // There are none: they would be ignored, and whoever sent them would not learn it.
  if (req.url?.includes('?')) parseParameters(noParameters, queryOf(req));
  const mode = readContentMode(req.headers);
  switch (mode) {
    case 'structured':
    case 'binary':
      await door.rateLimit.take(principal.keyId, 1);
      return sendOne(res, await ingestOne(door, principal, mode, req), headers);
    case 'batch':
      return sendMany(res, await ingestBatch(door, principal, req), headers);
    case 'ndjson':
      return sendMany(res, await ingestLines(door, principal, req), headers);
  }
}

async function ingestOne(
  door: IngestDoor,
  { organization }: Principal,
  mode: 'structured' | 'binary',
  req: IncomingMessage,
): Promise<Exclude<Ingested, { kind: 'rejected' }>> {
  const text = await readText(req, door.eventMaxBytes);
  if (mode === 'binary') {
    const data = text === '' ? undefined : parseJson(text);
    return door.ingest.one(organization, fromBinaryMode(req.headers, data));
  }
  const event = parseJson(text);
  if (Array.isArray(event)) {
    throw invalidField('body', `is an array, send several events as ${BATCH_TYPE}`);
  }
  return door.ingest.one(organization, event);
}

/** 201 or 200 with the stored event; `members` stand beside `data`. */
export function sendOne(
  res: ServerResponse,
  { kind, event }: Exclude<Ingested, { kind: 'rejected' }>,
  headers: RawHeaders,
  members?: object,
): void {
  const rest = members === undefined ? '' : `,${JSON.stringify(members).slice(1, -1)}`;
  const body = `{"success":true,"data":${JSON.stringify(toStoredEvent(event))}${rest}}`;
  const own = [...headers, 'Location', locationOf(event)];
  if (kind === 'created') sendJson(res, 201, body, own);
  else sendJson(res, 200, body, [...own, 'Idempotency-Replayed', 'true']);
}

interface BatchReport {
  created: number;
  replayed: number;
  rejected: number;
  readonly results: ItemResult[];
  /** Results that were left out because they are too many. */
  omitted: number;
}

type ItemResult =
  | { readonly index: number; readonly status: 200 | 201; readonly id: string }
  | {
      readonly index: number;
      readonly status: number;
      readonly error: string;
      readonly code: string;
    };

async function ingestBatch(door: IngestDoor, principal: Principal, req: IncomingMessage) {
  const text = await readText(req, door.batchMaxBytes);
  const events = parseJson(text);
  if (!Array.isArray(events)) throw invalidField('body', 'must be an array of events');
  if (events.length === 0 || events.length > BATCH_LIMIT) {
    throw invalidField('body', `must hold 1 to ${BATCH_LIMIT} events, this holds ${events.length}`);
  }
  await door.rateLimit.take(principal.keyId, events.length);
  // No event of a body that is small enough as a whole can be too large.
  const limit = text.length * 3 > door.eventMaxBytes ? door.eventMaxBytes : undefined;
  const items = events.map((value: unknown) => sized(value, limit));
  const report = emptyReport();
  const ingested = await door.ingest.many(principal.organization, items);
  for (const [index, one] of ingested.entries()) record(report, toResult(index, one), true);
  return report;
}

function sized(value: unknown, limit: number | undefined): IngestItem {
  if (limit !== undefined && jsonBytes(value) > limit) {
    return { kind: 'rejected', error: tooLarge(limit) };
  }
  return { kind: 'input', value };
}

function jsonBytes(value: unknown): number {
  try {
    return Buffer.byteLength(JSON.stringify(value));
  } catch (error) {
    // Nested so deeply that writing it exhausts the stack; reading it did not.
    if (error instanceof RangeError) return Number.POSITIVE_INFINITY;
    throw error;
  }
}

/** Stores while it reads: memory holds one chunk, whatever the length of the import. */
async function ingestLines(door: IngestDoor, principal: Principal, req: IncomingMessage) {
  const report = emptyReport();
  let chunk: { readonly index: number; readonly item: IngestItem }[] = [];
  const store = async (): Promise<void> => {
    await door.rateLimit.take(principal.keyId, chunk.length);
    const items = chunk.map((one) => one.item);
    const ingested = await door.ingest.many(principal.organization, items);
    for (const [place, one] of ingested.entries()) {
      const result = toResult(chunk[place]?.index ?? place, one);
      record(report, result, result.status !== 201);
    }
    chunk = [];
  };
  const stalled = setTimeout(() => req.destroy(), STALL_MS);
  try {
    let index = 0;
    for await (const line of readLines(decoded(req), door.eventMaxBytes)) {
      stalled.refresh();
      const item = readLine(line, door.eventMaxBytes);
      if (item !== undefined) chunk.push({ index, item });
      index += 1;
      if (chunk.length === CHUNK_LINES) await store();
    }
    if (chunk.length > 0) await store();
  } catch (error) {
    throw afterPart(error, report);
  } finally {
    clearTimeout(stalled);
  }
  if (report.created + report.replayed + report.rejected === 0) {
    throw invalidField('body', 'is empty, send one event a line');
  }
  return report;
}

function readLine(line: Buffer | null, limit: number): IngestItem | undefined {
  if (line === null) return { kind: 'rejected', error: tooLarge(limit) };
  try {
    const text = toText(line).trim();
    return text === '' ? undefined : { kind: 'input', value: parseJson(text) };
  } catch (error) {
    if (error instanceof MilepostError) return { kind: 'rejected', error };
    throw error;
  }
}

/** What was stored stays stored; the sender learns how much that was. */
function afterPart(error: unknown, { created, replayed }: BatchReport): unknown {
  if (!(error instanceof MilepostError) || created + replayed === 0) return error;
  return new MilepostError(
    error.code,
    `${error.message} (${created + replayed} events before it are stored; send all again, those with an id are recognised)`,
    { cause: error.cause, headers: error.headers },
  );
}

function emptyReport(): BatchReport {
  return { created: 0, replayed: 0, rejected: 0, results: [], omitted: 0 };
}

function record(report: BatchReport, result: ItemResult, isListed: boolean): void {
  if (result.status === 201) report.created += 1;
  else if (result.status === 200) report.replayed += 1;
  else report.rejected += 1;
  if (!isListed) return;
  if (report.results.length < LISTED_RESULTS) report.results.push(result);
  else report.omitted += 1;
}

function toResult(index: number, ingested: Ingested): ItemResult {
  switch (ingested.kind) {
    case 'created':
      return { index, status: 201, id: ingested.event.id };
    case 'replayed':
      return { index, status: 200, id: ingested.event.id };
    case 'rejected': {
      const { status, message, code } = ingested.error;
      return { index, status, error: message, code };
    }
  }
}

function sendMany(res: ServerResponse, report: BatchReport, headers: RawHeaders): void {
  const { omitted, ...counts } = report;
  const data = { ...counts, ...(omitted > 0 ? { omitted } : {}) };
  if (report.rejected === 0) {
    sendJson(res, 201, JSON.stringify({ success: true, data }), headers);
  } else if (report.created + report.replayed > 0) {
    sendJson(res, 207, JSON.stringify({ success: true, data }), headers);
  } else {
    const error = 'body: every event was rejected, see data.results';
    const body = { success: false, error, code: 'VALIDATION_ERROR', data };
    sendJson(res, 400, JSON.stringify(body), headers);
  }
}
