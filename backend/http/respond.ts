/** The envelope of every answer, and the way of every error to its caller. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { MilepostError } from '../errors.ts';
import type { Log } from '../log.ts';

/** Names and values in turn, as `rawHeaders` has them: Node sends these without copying. */
export type RawHeaders = readonly string[];

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** Bearer keys are no ambient authority, so any origin may call; cookies are never looked at here. */
export const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'Idempotency-Replayed, Location, Mcp-Session-Id, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id',
};

const JSON_HEADERS: RawHeaders = Object.entries({
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  ...CORS_HEADERS,
}).flat();

/** The caller's own id where it is harmless, so that a trace goes through; else a new one. */
export function requestIdOf(req: IncomingMessage): string {
  const given = req.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

/** Sends JSON that is text already. A header object made of others costs more: docs/performance.md. */
export function sendJson(
  res: ServerResponse,
  status: number,
  body: string,
  headers: RawHeaders = [],
): void {
  const length = String(Buffer.byteLength(body));
  res.writeHead(status, [...JSON_HEADERS, ...headers, 'Content-Length', length]);
  res.end(body);
}

/** `{"success": true, "data": …}`, with whatever a list adds. */
export function sendData(
  res: ServerResponse,
  status: number,
  data: unknown,
  members: object = {},
): void {
  sendJson(res, status, JSON.stringify({ success: true, data, ...members }));
}

/** `{"success": false, "error", "code"}`, and `details` where several fields are wrong. */
export function errorBody(error: MilepostError): object {
  const { message, code, details } = error;
  return {
    success: false,
    error: message,
    code,
    ...(details.length > 0 ? { details } : {}),
  };
}

/** What a caller may know of an error. Anything but a `MilepostError` is logged and hidden. */
export function toCallerError(error: unknown, requestId: string, log: Log): MilepostError {
  if (error instanceof MilepostError) {
    if (error.status >= 500) log.error({ err: error.cause ?? error, requestId }, error.message);
    return error;
  }
  log.error({ err: error, requestId }, 'a request failed');
  return new MilepostError(
    'INTERNAL_ERROR',
    `internal error, the server's log holds its cause under ${requestId}`,
  );
}

export function sendError(
  res: ServerResponse,
  error: MilepostError,
  headers: RawHeaders = [],
): void {
  if (res.headersSent) {
    // The answer is under way; ending it abruptly tells the reader that it is not whole.
    res.destroy();
    return;
  }
  const own = Object.entries(error.headers).flat();
  sendJson(res, error.status, JSON.stringify(errorBody(error)), [...headers, ...own]);
}
