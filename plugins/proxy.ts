/** Which proxy a request takes: the conventions of curl and of the runners, the same on every Node. */
import { BlockList, isIP } from 'node:net';
import type { Environment } from './ci/context.ts';

/** The environment names a proxy that cannot be used. */
export class ProxyAddressError extends Error {
  override readonly name = 'ProxyAddressError';
}

/** Undefined for a direct connection. Throws a `ProxyAddressError`. */
export function proxyFor(url: URL, env: Environment): URL | undefined {
  const isSecure = url.protocol === 'https:';
  const text =
    (isSecure
      ? env['https_proxy'] || env['HTTPS_PROXY']
      : env['http_proxy'] || env['HTTP_PROXY']) ||
    env['all_proxy'] ||
    env['ALL_PROXY'];
  if (!text || isDirect(url, env['no_proxy'] || env['NO_PROXY'] || '')) return undefined;
  return readProxy(text);
}

/** For the header `Proxy-Authorization`; undefined when the proxy's address names nobody. */
export function proxyAuthorization({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const pair = `${decode(username)}:${decode(password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function readProxy(text: string): URL {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const proxy = URL.canParse(address) ? new URL(address) : undefined;
  if (proxy === undefined || !/^https?:$/.test(proxy.protocol)) {
    // The address may hold a password, so it is not shown.
    throw new ProxyAddressError(
      'the proxy that the environment names is no http:// or https:// address',
    );
  }
  return proxy;
}

function isDirect(url: URL, exceptions: string): boolean {
  const host = bareHost(url.hostname);
  if (host === 'localhost' || host.endsWith('.localhost') || isLoopback(host)) return true;
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return exceptions
    .split(/[\s,]+/)
    .filter((exception) => exception !== '')
    .some((exception) => isExcepted(exception.toLowerCase(), host, port));
}

function isExcepted(exception: string, host: string, port: string): boolean {
  if (exception === '*') return true;
  if (exception.includes('/')) return isInNetwork(exception, host);
  const [, name = '', exceptedPort] =
    /^(\[[^\]]*\]|[^:]*|.*:.*:.*?)(?::(\d+))?$/.exec(exception) ?? [];
  if (exceptedPort !== undefined && exceptedPort !== port) return false;
  const domain = bareHost(name).replace(/^\*?\./, '');
  return domain !== '' && (host === domain || host.endsWith(`.${domain}`));
}

/** Networks such as 10.0.0.0/8, for addresses only: names are not looked up for this. */
function isInNetwork(network: string, host: string): boolean {
  const version = isIP(host);
  const [address = '', length = ''] = network.split('/');
  if (version === 0 || isIP(address) !== version || !/^\d{1,3}$/.test(length)) return false;
  if (Number(length) > (version === 4 ? 32 : 128)) return false;
  const list = new BlockList();
  const family = version === 4 ? 'ipv4' : 'ipv6';
  list.addSubnet(address, Number(length), family);
  return list.check(host, family);
}

function isLoopback(host: string): boolean {
  return isIP(host) === 4 ? host.startsWith('127.') : host === '::1';
}

function bareHost(hostname: string): string {
  return hostname.toLowerCase().replace(/^\[|\]$/g, '');
}
