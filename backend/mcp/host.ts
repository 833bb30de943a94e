import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { forbidden } from '../errors.ts';

/**
 * MCP asks servers to look at `Origin`, against DNS rebinding: a page of evil.example lets its own
 * name point to 127.0.0.1 and talks to a local server as if to itself.
 *
 * The `Origin` of another site is no sign of that, and is let through: web clients such as the MCP
 * Inspector run on origins of their own, and whoever calls must hold an API key. Keys travel in a
 * header that scripts set themselves; unlike a cookie no browser adds one. So a foreign page can do
 * nothing here that it could not do from anywhere else.
 *
 * The sign of rebinding is that a browser (there is an `Origin`) calls this server by a name that
 * is not its own. Only that is refused. Addresses and names without a dot cannot be rebound by a
 * foreign site; any other name has to be that of BASE_URL. Rejects with FORBIDDEN.
 */
export function checkHost(req: IncomingMessage, baseUrl: string): void {
  if (req.headers.origin === undefined) return;
  const host = hostnameOf(`http://${req.headers.host}`);
  if (host !== undefined && isOwn(host, baseUrl)) return;
  throw forbidden(
    'host: a browser called this server by a name that is not its own; set BASE_URL to the address that browsers use',
  );
}

function isOwn(host: string, baseUrl: string): boolean {
  return (
    !host.includes('.') ||
    host.endsWith('.localhost') ||
    isIP(host) !== 0 ||
    host === hostnameOf(baseUrl)
  );
}

function hostnameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}
