import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import helmet from 'helmet';
import { MilepostError, notFound } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Gate } from '../services/authenticator.ts';
import { discardRest } from './body.ts';
import { mountRest } from './methods.ts';
import { sendError, toCallerError } from './respond.ts';
import type { Route } from './route.ts';

export interface AppDependencies {
  readonly routes: readonly Route[];
  readonly gate: Gate;
  /** Mounts what brings its own protocol: MCP, the dashboard. */
  readonly mount: readonly ((app: Express) => void)[];
  readonly log: Log;
}

/** Everything over HTTP but the fast lane: middleware first, routes, then what found no route. */
export function createApp({ routes, gate, mount, log }: AppDependencies): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.set('query parser', false);
  app.use(helmet({ contentSecurityPolicy: CONTENT_SECURITY_POLICY }));

  for (const path of new Set(routes.map((route) => route.path))) {
    mountPath(
      app,
      path,
      routes.filter((route) => route.path === path),
      gate,
    );
  }
  for (const add of mount) add(app);

  app.use((req: Request) => {
    throw notFound(`path: there is nothing at ${req.path}, see /docs`);
  });
  app.use((error: unknown, req: Request, res: Response, _next: NextFunction) => {
    sendError(res, toCallerError(fromExpress(error), requestIdIn(res), log));
    discardRest(req);
  });
  return app;
}

function mountPath(app: Express, path: string, routes: readonly Route[], gate: Gate): void {
  for (const route of routes) {
    app[route.method](path, (req, res) => route.handle(req, res, gate));
  }
  mountRest(
    app,
    path,
    routes.flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()])),
  );
}

/** The request id that the server has put on the answer already. */
function requestIdIn(res: Response): string {
  return String(res.getHeader('X-Request-Id'));
}

/** Express reports a path that cannot be decoded as an error of its own, with a status. */
function fromExpress(error: unknown): unknown {
  const status = (error as { status?: unknown } | null)?.status;
  if (error instanceof MilepostError || status !== 400) return error;
  return new MilepostError('VALIDATION_ERROR', 'path: is not valid percent-encoding');
}

/** No inline script or style, no other host: whatever an event says stays text. */
const CONTENT_SECURITY_POLICY = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    baseUri: ["'none'"],
    connectSrc: ["'self'"],
    fontSrc: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    imgSrc: ["'self'", 'data:'],
    manifestSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
  },
};
