/** What every path answers beside its own methods: OPTIONS, the preflight of browsers, and 405. */
import type { Express } from 'express';
import { MilepostError } from '../errors.ts';
import { CORS_HEADERS } from './respond.ts';

const ALLOWED_HEADERS = [
  'Accept',
  'Authorization',
  'Content-Encoding',
  'Content-Type',
  'Last-Event-ID',
  'Mcp-Method',
  'Mcp-Name',
  'Mcp-Protocol-Version',
  'Mcp-Session-Id',
  'X-Request-Id',
];
/** An attribute in CloudEvents binary mode; which there are is the sender's choice. */
const ATTRIBUTE_HEADER = /^ce-[a-z0-9]{1,20}$/;

/**
 * Closes a path behind its routes. `readable` methods are those that a browser may read the answer
 * of; it hides an answer to any other, and so why it was refused.
 */
export function mountRest(
  app: Express,
  path: string,
  methods: readonly string[],
  readable: readonly string[] = methods,
): void {
  const allow = allowOf(methods);
  mountPreflight(app, path, methods, readable);
  app.all(path, ({ method }) => {
    throw methodNotAllowed(method, allow);
  });
}

/** What a browser asks before it lets a page of another site ask. */
export function mountPreflight(
  app: Express,
  path: string,
  methods: readonly string[],
  readable: readonly string[] = methods,
): void {
  app.options(path, (req, res) => {
    res.writeHead(204, {
      ...CORS_HEADERS,
      'Access-Control-Allow-Headers': allowedHeaders(req.headers['access-control-request-headers']),
      'Access-Control-Allow-Methods': [...readable, 'OPTIONS'].join(', '),
      'Access-Control-Max-Age': '86400',
      Allow: allowOf(methods),
    });
    res.end();
  });
}

export function allowOf(methods: readonly string[]): string {
  return [...methods, 'OPTIONS'].join(', ');
}

export function methodNotAllowed(method: string, allow: string): MilepostError {
  return new MilepostError(
    'METHOD_NOT_ALLOWED',
    `method: ${method} is not allowed here, use ${allow}`,
    { headers: { Allow: allow } },
  );
}

function allowedHeaders(requested = ''): string {
  const names = requested.split(',').map((name) => name.trim().toLowerCase());
  return [...ALLOWED_HEADERS, ...names.filter((name) => ATTRIBUTE_HEADER.test(name))].join(', ');
}
