/**
 * The door for assistants: Streamable HTTP without sessions, so that any node serves any request.
 * It knows HTTP and who calls; what is answered stands behind `answer`.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Express } from 'express';
import { notFound } from '../errors.ts';
import { authorizeBearer } from '../http/auth.ts';
import { readText } from '../http/body.ts';
import type { Challenge } from '../http/challenge.ts';
import { mountRest } from '../http/methods.ts';
import { CORS_HEADERS, sendJson } from '../http/respond.ts';
import type { Principal } from '../model/key.ts';
import type { Authenticator } from '../services/authenticator.ts';
import { checkOrigin } from './origin.ts';

/** One POST, by a known caller. */
export interface McpExchange {
  readonly principal: Principal;
  /** The body: JSON, not yet known to be JSON-RPC. */
  readonly message: unknown;
  /** Headers as the SDKs want them, no body; its signal is aborted when the client has gone. */
  readonly request: Request;
  /** Whether the client named the stream; all others get plain JSON: curl, and the forgetful. */
  readonly acceptsStream: boolean;
  readonly requestId: string;
}

export interface McpDoor {
  readonly keys: Pick<Authenticator, 'authenticate'>;
  /** What a refusal says about how to get in. */
  readonly challenge: Challenge;
  /** How people reach this server; known once it listens. */
  readonly baseUrl: () => string;
  /** Origins of other sites whose pages may call; `*` for all. */
  readonly allowedOrigins: readonly string[];
  readonly answer: (exchange: McpExchange) => Promise<Response>;
}

const PATH = '/api/mcp/mcp';
const BODY_BYTES = 1024 * 1024;
const PARSE_ERROR = -32_700;
/** The headers that the protocol gives a meaning to; no other, and no cookie, goes any further. */
const HEADERS = ['content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];

/** Mounts the endpoint. A trailing slash is the same path; a redirect would lose the key. */
export function mcpEndpoint(door: McpDoor): (app: Express) => void {
  return (app) => {
    app.post(PATH, (req, res) => receive(door, req, res));
    mountRest(app, PATH, ['POST'], ['POST', 'GET', 'DELETE']);
    app.all('/api/mcp', () => {
      throw notFound(`path: the MCP endpoint is ${door.baseUrl()}${PATH}`);
    });
  };
}

/** Rejects with what the caller may not do; what it says wrong is answered in JSON-RPC. */
async function receive(door: McpDoor, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { keys, challenge, baseUrl, allowedOrigins, answer } = door;
  checkOrigin(req, { baseUrl: baseUrl(), allowedOrigins });
  const principal = await authorizeBearer(req, keys, 'READ_ONLY').catch((error: unknown) => {
    throw challenge(req, error);
  });
  const message = parseMessage(await readText(req, BODY_BYTES));
  if (message === undefined) return sendParseError(res);
  // Also when the client goes early: what is still under way on its behalf is then aborted.
  const gone = new AbortController();
  res.on('close', () => gone.abort());
  const response = await answer({
    principal,
    message,
    request: toRequest(req, gone.signal),
    acceptsStream: req.headers.accept?.includes('text/event-stream') ?? false,
    requestId: String(res.getHeader('X-Request-Id')),
  });
  await send(response, res);
}

function parseMessage(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sendParseError(res: ServerResponse): void {
  const error = { code: PARSE_ERROR, message: 'Parse error: the body is not valid JSON' };
  sendJson(res, 400, JSON.stringify({ jsonrpc: '2.0', error, id: null }));
}

/** The SDKs insist on an `Accept` that names both forms; which of them is sent, `answer` decides. */
function toRequest(req: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers({ accept: 'application/json, text/event-stream' });
  for (const name of HEADERS) {
    const value = req.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  return new Request(`http://milepost${PATH}`, { method: 'POST', headers, signal });
}

async function send(response: Response, res: ServerResponse): Promise<void> {
  const type = response.headers.get('content-type');
  res.writeHead(response.status, {
    ...CORS_HEADERS,
    ...(type !== null && { 'Content-Type': type }),
    'Cache-Control': response.headers.get('cache-control') ?? 'no-store',
    'X-Accel-Buffering': 'no',
    'X-Content-Type-Options': 'nosniff',
  });
  if (response.body === null) {
    res.end();
    return;
  }
  try {
    await pipeline(Readable.fromWeb(response.body as ReadableStream), res);
  } catch (error) {
    if (!res.destroyed) throw error;
  }
}
