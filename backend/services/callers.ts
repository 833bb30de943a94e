/** Where a request comes from, by what it says and by what the proxies in front say. */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import { forbidden } from '../errors.ts';
import type { Caller } from './sessions.ts';

export interface Callers {
  of(req: {
    readonly headers: IncomingHttpHeaders;
    readonly socket: { readonly remoteAddress?: string | undefined };
  }): Caller;
  /**
   * Whether a browser sent it from a page of this server, or no page at all did: what a foreign page
   * can make a browser send carries the cookie too.
   */
  isOwn(headers: IncomingHttpHeaders): boolean;
  /** Whether a foreign page made a browser send it: what is refused where no cookie counts yet. */
  isForeign(headers: IncomingHttpHeaders): boolean;
}

export interface CallersDependencies {
  /** How people reach this server. */
  readonly baseUrl: () => string;
  /** How many proxies in front of it add to `X-Forwarded-For`. */
  readonly trustProxy: number;
}

export function createCallers({ baseUrl, trustProxy }: CallersDependencies): Callers {
  const isOwn = ({ origin, host, ...headers }: IncomingHttpHeaders): boolean => {
    if (origin === undefined) {
      return ['same-origin', 'none'].includes(String(headers['sec-fetch-site']));
    }
    const own = new URL(baseUrl());
    if (origin === own.origin) return true;
    // Cookies belong to a host name: where the page and the request have the same, it is ours.
    if (host === undefined || !URL.canParse(origin)) return false;
    const page = new URL(origin);
    // Over TLS a page without it may have come from anybody on the way.
    return page.host === host && (own.protocol === 'http:' || page.protocol === 'https:');
  };
  return {
    of: ({ headers, socket }) => ({
      cookies: headers.cookie ?? '',
      address:
        toAddress(forwarded(headers, 'x-forwarded-for', trustProxy)) ?? socket.remoteAddress ?? '',
      userAgent: headers['user-agent'] ?? '',
      isSecure:
        baseUrl().startsWith('https:') ||
        forwarded(headers, 'x-forwarded-proto', trustProxy)?.toLowerCase() === 'https',
    }),
    isOwn,
    isForeign: (headers) => {
      const isFromPage = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
      return isFromPage && !isOwn(headers);
    },
  };
}

/** What the outermost proxy of ours has seen; what stands before it anyone may have written. */
function forwarded(
  headers: IncomingHttpHeaders,
  name: 'x-forwarded-for' | 'x-forwarded-proto',
  trustProxy: number,
): string | undefined {
  if (trustProxy === 0) return undefined;
  const values = [headers[name] ?? []].flat().join(',').split(',');
  const value = values.at(-Math.min(trustProxy, values.length))?.trim();
  return value === '' ? undefined : value;
}

/** Some proxies add the port. What is no address says nothing. */
function toAddress(text = ''): string | undefined {
  const address = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1');
  return isIP(address) === 0 ? undefined : address;
}

/** What one client has at its disposal: an address of IPv4, or the 64 bits before an interface's. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [head = '', tail] = new URL(`http://[${address.replace(/%.*/, '')}]`).hostname
    .slice(1, -1)
    .split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`;
}

export function crossSite(): Error {
  return forbidden('origin: the request comes from a page of another site');
}

/** The value of one cookie in a `Cookie` header; null where it is not there. */
export function readCookie(cookies: string, name: string): string | null {
  for (const pair of cookies.split(';')) {
    const [before, ...rest] = pair.split('=');
    if (before?.trim() === name) return rest.join('=').trim();
  }
  return null;
}
