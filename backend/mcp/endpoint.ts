/** The door for assistants: Streamable HTTP without sessions, so that any node serves any request. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Express } from 'express';
import { notFound } from '../errors.ts';
import { authorizeBearer } from '../http/auth.ts';
import { readText } from '../http/body.ts';
import type { Challenge } from '../http/challenge.ts';
import { mountRest } from '../http/methods.ts';
import { CORS_HEADERS, sendJson } from '../http/respond.ts';
import type { Log } from '../log.ts';
import type { Authenticator } from '../services/authenticator.ts';
import { contextInstructions } from './business-context.ts';
import { checkHost } from './host.ts';
import { createMcpServer } from './server.ts';
import { toolsFor } from './table.ts';
import { callTool, type ToolServices } from './tool.ts';

export interface McpDependencies extends ToolServices {
  readonly keys: Pick<Authenticator, 'authenticate'>;
  /** What a refusal says about how to get in. */
  readonly challenge: Challenge;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
  readonly log: Log;
  readonly version: string;
  /** How people reach this server; known once it listens. */
  readonly baseUrl: () => string;
}

const PATH = '/api/mcp/mcp';
const BODY_BYTES = 1024 * 1024;
const PARSE_ERROR = -32_700;

/** Mounts the endpoint. A trailing slash is the same path; a redirect would lose the key. */
export function mcpEndpoint(dependencies: McpDependencies): (app: Express) => void {
  return (app) => {
    app.post(PATH, (req, res) => answer(dependencies, req, res));
    mountRest(app, PATH, ['POST'], ['POST', 'GET', 'DELETE']);
    app.all('/api/mcp', () => {
      throw notFound(`path: the MCP endpoint is ${dependencies.baseUrl()}${PATH}`);
    });
  };
}

/** Rejects with what the caller may not do; what it says wrong is answered in JSON-RPC. */
async function answer(
  dependencies: McpDependencies,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const { query, businessContext, metrics, impact, causes, delivery } = dependencies;
  const { keys, clock, log, version, baseUrl } = dependencies;
  checkHost(req, baseUrl());
  const principal = await authorizeBearer(req, keys, 'READ_ONLY').catch((error: unknown) => {
    throw dependencies.challenge(req, error);
  });
  const message = parseMessage(await readText(req, BODY_BYTES));
  if (message === undefined) return sendParseError(res);
  const requestId = String(res.getHeader('X-Request-Id'));
  const { organization } = principal;
  const mcp = createMcpServer({
    tools: toolsFor(principal.scope),
    version,
    websiteUrl: baseUrl(),
    // Only who begins a conversation is told.
    background: isInitialize(message)
      ? contextInstructions(await businessContext.get(organization))
      : '',
    call: (tool, args, signal) => {
      const services = { query, businessContext, metrics, impact, causes, delivery };
      const context = { principal, ...services, now: clock(), consoleUrl: baseUrl(), signal };
      return callTool(tool, context, args, { log, requestId });
    },
  });
  mcp.server.onerror = (error) => log.debug({ err: error, requestId }, 'MCP');
  // Also when the client goes early: what is still under way on its behalf is then aborted.
  res.on('close', () => {
    mcp.close().catch((error: unknown) => log.warn({ err: error, requestId }, 'MCP'));
  });
  await converse(mcp, req, message, res);
}

function parseMessage(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isInitialize(message: unknown): boolean {
  const messages: readonly unknown[] = [message].flat();
  return messages.some((one) => (one as { method?: unknown } | null)?.method === 'initialize');
}

function sendParseError(res: ServerResponse): void {
  const error = { code: PARSE_ERROR, message: 'Parse error: the body is not valid JSON' };
  sendJson(res, 400, JSON.stringify({ jsonrpc: '2.0', error, id: null }));
}

/** One request, one server, one transport: a transport without sessions cannot be used twice. */
async function converse(
  mcp: McpServer,
  req: IncomingMessage,
  message: unknown,
  res: ServerResponse,
): Promise<void> {
  const enableJsonResponse = !acceptsStream(req);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse });
  await mcp.connect(transport);
  const response = await transport.handleRequest(toRequest(req), { parsedBody: message });
  await send(response, res);
}

/** Clients that name no stream get plain JSON: curl, and clients that forget half of the header. */
function acceptsStream(req: IncomingMessage): boolean {
  return req.headers.accept?.includes('text/event-stream') ?? false;
}

/** What the transport needs to know of a request. It insists on an `Accept` that names both forms. */
function toRequest(req: IncomingMessage): Request {
  const headers = new Headers({ accept: 'application/json, text/event-stream' });
  for (const name of ['content-type', 'mcp-protocol-version']) {
    const value = req.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  return new Request(`http://milepost${PATH}`, { method: 'POST', headers });
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
