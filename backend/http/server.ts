import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ERROR_STATUS, type ErrorCode, unavailable } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { discardRest } from './body.ts';
import { handleIngest, type IngestDoor, isIngest } from './ingest.ts';
import { requestIdOf, sendError, toCallerError } from './respond.ts';

export interface HttpServerDependencies {
  readonly app: (req: IncomingMessage, res: ServerResponse) => void;
  readonly ingestDoor: IngestDoor;
  readonly metrics: Metrics;
  readonly log: Log;
}

export interface HttpServer {
  readonly server: Server;
  /** Refuses new requests with 503, lets those in flight finish; resolves when all have. */
  drain(): Promise<void>;
}

/** Longer than a load balancer keeps an idle line, so that it is never cut from this side. */
const KEEP_ALIVE_MS = 65_000;
const HEADERS_MS = 20_000;

export function createHttpServer(dependencies: HttpServerDependencies): HttpServer {
  const { app, ingestDoor, metrics, log } = dependencies;
  let isDraining = false;
  const inFlight = new Set<ServerResponse>();

  const answerIngest = async (req: IncomingMessage, res: ServerResponse, requestId: string) => {
    // Not setHeader: with the names in one place, Node writes them in one go.
    const headers = { 'X-Request-Id': requestId };
    try {
      await handleIngest(ingestDoor, req, res, headers);
    } catch (error) {
      sendError(res, toCallerError(error, requestId, log), headers);
      discardRest(req);
    }
  };

  const server = createServer({ keepAlive: true }, (req, res) => {
    const requestId = requestIdOf(req);
    const isFast = isIngest(req);
    const done = metrics.startRequest();
    inFlight.add(res);
    res.on('close', () => {
      inFlight.delete(res);
      const route = isFast ? 'POST /api/v1/events' : routeOf(req);
      done(route, res.statusCode);
      log.debug({ requestId, method: req.method, route, status: res.statusCode }, 'request');
    });
    if (isDraining) {
      res.shouldKeepAlive = false;
      const error = unavailable('the server is shutting down, try again', undefined, 5);
      return sendError(res, error, { 'X-Request-Id': requestId });
    }
    if (isFast) return void answerIngest(req, res, requestId);
    res.setHeader('X-Request-Id', requestId);
    app(req, res);
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = HEADERS_MS;
  // Bodies have a limit of their own, which lets a long import go on as long as it moves.
  server.requestTimeout = 0;
  server.on('clientError', answerClientError);

  return {
    server,
    drain: () => {
      isDraining = true;
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        // A line on which an answer is still due is closed behind that answer.
        for (const res of inFlight) if (!res.headersSent) res.setHeader('Connection', 'close');
        // Browsers keep lines open on which they have not asked anything yet; those never end.
        const endUnused = (): void => {
          if (inFlight.size === 0) server.closeAllConnections();
        };
        for (const res of inFlight) res.once('close', endUnused);
        endUnused();
      });
    },
  };
}

/** The route's pattern where Express found one: paths themselves would be labels without end. */
function routeOf(req: IncomingMessage & { route?: { path?: unknown } }): string {
  const path = req.route?.path;
  return typeof path === 'string' ? `${req.method} ${path}` : 'other';
}

/** Bytes that are no HTTP never become a request; the socket itself has to answer. */
function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [code, message]: [ErrorCode, string] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['PAYLOAD_TOO_LARGE', 'headers: are larger than 16 KiB']
      : ['VALIDATION_ERROR', 'request: is not valid HTTP'];
  const body = JSON.stringify({ success: false, error: message, code });
  socket.end(
    `HTTP/1.1 ${ERROR_STATUS[code]} ${code === 'PAYLOAD_TOO_LARGE' ? 'Payload Too Large' : 'Bad Request'}\r\n` +
      'Content-Type: application/json; charset=utf-8\r\n' +
      `X-Request-Id: ${crypto.randomUUID()}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
