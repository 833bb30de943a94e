/** The authorization server. It speaks OAuth: its own JSON, its own errors, no envelope. */
import type { Express, Request, Response } from 'express';
import type { Log } from '../log.ts';
import { type Callers, networkOf } from '../services/callers.ts';
import type { OAuthClients } from '../services/oauth-clients.ts';
import { OAuthError } from '../services/oauth-error.ts';
import type { OAuthTokens } from '../services/oauth-tokens.ts';
import type { ClientRecord } from '../store/oauth-port.ts';
import { discardRest, readText } from './body.ts';
import { allowOf, methodNotAllowed, mountPreflight } from './methods.ts';
import type { RateLimit } from './rate-limit.ts';
import { sendJson, toCallerError } from './respond.ts';

export interface OAuthDependencies {
  readonly clients: Pick<OAuthClients, 'register'>;
  readonly tokens: Pick<OAuthTokens, 'exchange' | 'revoke'>;
  readonly callers: Callers;
  /** Requests, by network. */
  readonly attempts: RateLimit;
  readonly log: Log;
}

const BODY_BYTES = 16_384;
const FORM_TYPE = 'application/x-www-form-urlencoded';

interface OAuthAnswer {
  readonly status: number;
  readonly body: object;
}

type Work = (req: Request) => Promise<OAuthAnswer>;

export function oauthEndpoints(dependencies: OAuthDependencies): (app: Express) => void {
  const { clients, tokens, callers, attempts, log } = dependencies;
  const register: Work = async (req) => {
    const metadata = readMetadata(await readText(req, BODY_BYTES));
    const client = await clients.register(metadata, callers.of(req).address);
    return { status: 201, body: toRegistration(client) };
  };
  const endpoints: Readonly<Record<string, Work>> = {
    '/oauth/register': register,
    '/oauth/token': async (req) => ({ status: 200, body: await tokens.exchange(await form(req)) }),
    '/oauth/revoke': async (req) => {
      await tokens.revoke(await form(req));
      return { status: 200, body: {} };
    },
  };
  const throttled =
    (work: Work): Work =>
    async (req) => {
      await attempts.take(networkOf(callers.of(req).address), 1);
      return work(req);
    };
  return (app) => {
    mount(app, '/oauth/authorize', 'GET', log, toConsent);
    for (const [path, work] of Object.entries(endpoints)) {
      mount(app, path, 'POST', log, async (req, res) => {
        const { status, body } = await throttled(work)(req);
        sendJson(res, status, JSON.stringify(body));
      });
    }
  };
}

/** A person decides, on a page that looks at the request once it knows who that is. */
async function toConsent(req: Request, res: Response): Promise<void> {
  const start = req.url.indexOf('?');
  const query = start === -1 ? '' : req.url.slice(start);
  res.writeHead(303, { Location: `/consent${query}`, 'Cache-Control': 'no-store' }).end();
}

function mount(
  app: Express,
  path: string,
  method: 'GET' | 'POST',
  log: Log,
  handle: (req: Request, res: Response) => Promise<void>,
): void {
  const methods = method === 'GET' ? ['GET', 'HEAD'] : [method];
  mountPreflight(app, path, methods);
  app.all(path, async (req, res) => {
    try {
      if (!methods.includes(req.method)) throw methodNotAllowed(req.method, allowOf(methods));
      await handle(req, res);
    } catch (error) {
      sendOAuthError(res, error, log);
      discardRest(req);
    }
  });
}

async function form(req: Request): Promise<URLSearchParams> {
  const type = req.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== FORM_TYPE) {
    throw new OAuthError('invalid_request', `the content type must be ${FORM_TYPE}`);
  }
  return new URLSearchParams(await readText(req, BODY_BYTES));
}

function readMetadata(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new OAuthError('invalid_client_metadata', 'the body is not valid JSON');
  }
}

/** What it is registered as, which may be less than it asked for: RFC 7591, 3.2.1. */
function toRegistration({ id, name, redirectUris, createdAt }: ClientRecord): object {
  return {
    client_id: id,
    client_id_issued_at: Math.floor(createdAt / 1000),
    client_name: name,
    redirect_uris: redirectUris,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  };
}

function sendOAuthError(res: Response, error: unknown, log: Log): void {
  if (error instanceof OAuthError) {
    send(res, error.status, error.code, error.message);
    return;
  }
  const told = toCallerError(error, String(res.getHeader('X-Request-Id')), log);
  const headers = Object.entries(told.headers).flat();
  send(res, told.status, codeOf(told.status), told.message, headers);
}

function codeOf(status: number): string {
  if (status === 429 || status === 503) return 'temporarily_unavailable';
  return status < 500 ? 'invalid_request' : 'server_error';
}

function send(
  res: Response,
  status: number,
  error: string,
  error_description: string,
  headers: readonly string[] = [],
): void {
  sendJson(res, status, JSON.stringify({ error, error_description }), headers);
}
