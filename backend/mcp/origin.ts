import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { forbidden } from '../errors.ts';

export interface OwnNames {
  /** How people reach this server. */
  readonly baseUrl: string;
  /** Origins of other sites whose pages may call; `*` for all. */
  readonly allowedOrigins: readonly string[];
}

/**
 * MCP asks servers to refuse foreign origins, against DNS rebinding: a page of evil.example lets its
 * own name point to 127.0.0.1 and talks to a local server as if to itself. Only browsers send
 * `Origin`; without one, everything is let through to the check of the key. Cookies never count.
 *
 * With one, the server must be called by a name of its own: an address or a name without a dot,
 * neither of which a foreign site can rebind, or that of BASE_URL. And the page must be its own, of
 * this machine (where the MCP Inspector runs), or of a site that is allowed. Rejects with FORBIDDEN.
 */
export function checkOrigin(req: IncomingMessage, { baseUrl, allowedOrigins }: OwnNames): void {
  const { origin } = req.headers;
  if (origin === undefined) return;
  const host = hostOf(`http://${req.headers.host}`);
  if (host === undefined || !isOwnName(host.hostname, baseUrl)) {
    throw forbidden(
      'host: a browser called this server by a name that is not its own; set BASE_URL to the address that browsers use',
    );
  }
  if (allowedOrigins.includes('*') || allowedOrigins.includes(origin)) return;
  const page = hostOf(origin);
  const isOwn =
    page !== undefined &&
    (page.host === host.host || page.origin === hostOf(baseUrl)?.origin || isLoopback(page));
  if (isOwn) return;
  throw forbidden(
    'origin: pages of this site may not call the MCP endpoint; add it to MCP_ALLOWED_ORIGINS to allow them',
  );
}

function isOwnName(name: string, baseUrl: string): boolean {
  return (
    !name.includes('.') ||
    name.endsWith('.localhost') ||
    isIP(name) !== 0 ||
    name === hostOf(baseUrl)?.hostname
  );
}

function isLoopback({ hostname }: URL): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    (isIP(hostname) === 4 && hostname.startsWith('127.'))
  );
}

function hostOf(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}
