import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  ERROR_STATUS,
  type ErrorCode,
  invalidField,
  type MilepostError,
  unavailable,
} from '../errors.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { discardRest } from './body.ts';
import { createInFlight } from './in-flight.ts';
import { handleIngest, type IngestDoor, isIngest } from './ingest.ts';
import { requestIdOf, sendError, toCallerError } from './respond.ts';
import { answerUpgrades } from './upgrades.ts';

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
/** Time for live clients to take their leave when the server stops. */
const UPGRADED_GRACE_MS = 500;

export function createHttpServer(dependencies: HttpServerDependencies): HttpServer {
  const { app, ingestDoor, metrics, log } = dependencies;
  let isDraining = false;
  const inFlight = createInFlight<ServerResponse>();

  const answerIngest = async (req: IncomingMessage, res: ServerResponse, requestId: string) => {
    // Not setHeader: with the names in one place, Node writes them in one go.
    const headers = ['X-Request-Id', requestId];
    try {
      await handleIngest(ingestDoor, req, res, headers);
    } catch (error) {
      sendError(res, toCallerError(error, requestId, log), headers);
      discardRest(req);
    }
  };

  const account = (
    req: IncomingMessage,
    res: ServerResponse,
    requestId: string,
    isFast: boolean,
  ): void => {
    const start = performance.now();
    const end = inFlight.add(res);
    res.on('close', () => {
      end();
      const route = isFast ? 'POST /api/v1/events' : routeOf(req);
      metrics.answered(route, res.statusCode, performance.now() - start);
      log.debug({ requestId, method: req.method, route, status: res.statusCode }, 'request');
    });
  };

  const answer = (req: IncomingMessage, res: ServerResponse): void => {
    const requestId = requestIdOf(req);
    const isFast = isIngest(req);
    account(req, res, requestId, isFast);
    const refusal = isDraining ? DRAINING : refusalOf(req);
    if (refusal !== undefined) {
      res.shouldKeepAlive = false;
      sendError(res, refusal, ['X-Request-Id', requestId]);
    } else if (isFast) {
      void answerIngest(req, res, requestId);
    } else {
      res.setHeader('X-Request-Id', requestId);
      app(req, res);
    }
  };

  // Node's own check of the Host header answers without JSON, hence `refusalOf`.
  const server = createServer({ keepAlive: true, requireHostHeader: false }, answer);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = HEADERS_MS;
  // Bodies have a limit of their own, which lets a long import go on as long as it moves.
  server.requestTimeout = 0;
  server.on('clientError', answerClientError);
  // An expectation that nobody knows is no reason not to answer.
  server.on('checkExpectation', answer);
  const upgrades = answerUpgrades(server, '/socket.io/');

  return {
    server,
    drain: () => {
      isDraining = true;
      const cutting = setTimeout(upgrades.cut, UPGRADED_GRACE_MS);
      return new Promise((resolve) => {
        server.close(() => {
          clearTimeout(cutting);
          upgrades.cut();
          resolve();
        });
        server.closeIdleConnections();
        // Browsers keep lines open on which they have not asked anything yet; those never end.
        const endUnused = (): void => {
          if (inFlight.count() === 0) server.closeAllConnections();
        };
        for (const res of inFlight.all()) {
          // A line on which an answer is still due is closed behind that answer.
          if (!res.headersSent) res.setHeader('Connection', 'close');
          res.once('close', endUnused);
        }
        endUnused();
      });
    },
  };
}

const DRAINING = unavailable('the server is shutting down, try again', undefined, 5);

/** RFC 9112, 3.2: HTTP/1.1 without Host is no request. */
function refusalOf({ httpVersion, headers }: IncomingMessage): MilepostError | undefined {
  if (httpVersion !== '1.1' || headers.host !== undefined) return undefined;
  return invalidField('Host', 'the header is missing');
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
