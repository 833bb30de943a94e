/**
 * HTTP on `node:http`, through a proxy where the environment names one. Not `fetch`: that ignores
 * proxies on Node 20 and refuses the ports that browsers refuse, on which a Milepost may well listen.
 */
import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import type { Environment } from './ci/context.ts';
import { proxyAuthorization, proxyFor } from './proxy.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

/** An answer whose body is still to be read, or destroyed; a body that is cut fails while it is read. */
export interface HttpStream {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: http.IncomingMessage;
}

/** Resolves with any answer, whatever its status; rejects when there is none. */
export type Transport = (request: HttpRequest, signal: AbortSignal) => Promise<HttpResponse>;

/** As `Transport`, as soon as the answer begins. The signal ends the body too. */
export type StreamTransport = (request: HttpRequest, signal: AbortSignal) => Promise<HttpStream>;

/** The proxy answered, and would not connect. */
export class ProxyError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`the proxy answered ${status}`);
    this.name = 'ProxyError';
    this.status = status;
  }
}

/** What is read of an answer, bytes: no page of events is as large. */
const BODY_LIMIT = 64 * 1024 * 1024;

/** A transport that follows the proxy variables of `env`, and no redirects: they would take the key along. */
export function createTransport(env: Environment): Transport {
  const stream = createStreamTransport(env);
  return async (request, signal) => {
    const { status, headers, body } = await stream(request, signal);
    return { status, headers, body: await readBody(body) };
  };
}

/** The same for an answer that is longer than memory, or that never ends. */
export function createStreamTransport(env: Environment): StreamTransport {
  return async (request, signal) => {
    const proxy = proxyFor(request.url, env);
    if (proxy === undefined) return exchange(request, direct(request, signal));
    if (request.url.protocol === 'http:')
      return exchange(request, forwarded(request, proxy, signal));
    const socket = await openTunnel(request.url, proxy, signal);
    return exchange(request, direct(request, signal, socket));
  };
}

/** `agent: false`: a connection of its own, and no proxy that Node itself may know of. */
function direct(
  { method, url, headers }: HttpRequest,
  signal: AbortSignal,
  socket?: Socket,
): http.ClientRequest {
  const options = { method, headers, signal, agent: false } as const;
  if (url.protocol === 'http:') return http.request(url, options);
  return https.request(url, { ...options, ...(socket ? { socket } : {}) });
}

/** Plain HTTP goes to the proxy as it is: many proxies open tunnels to port 443 only. */
function forwarded(
  { method, url, headers }: HttpRequest,
  proxy: URL,
  signal: AbortSignal,
): http.ClientRequest {
  return requestTo(proxy, {
    method,
    path: url.href,
    headers: { ...headers, Host: url.host, ...proxyHeaders(proxy) },
    signal,
  });
}

function openTunnel(url: URL, proxy: URL, signal: AbortSignal): Promise<Socket> {
  const target = `${url.hostname}:${url.port || '443'}`;
  const headers = { Host: target, ...proxyHeaders(proxy) };
  const request = requestTo(proxy, { method: 'CONNECT', path: target, headers, signal });
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => reject(new ProxyError(response.statusCode ?? 0)));
    request.on('connect', (response, socket) => {
      if (response.statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(new ProxyError(response.statusCode ?? 0));
    });
    request.end();
  });
}

function requestTo(proxy: URL, options: http.RequestOptions): http.ClientRequest {
  const { protocol, hostname, port } = proxy;
  const host = hostname.replace(/^\[|\]$/g, '');
  const request = protocol === 'https:' ? https.request : http.request;
  return request({ ...options, host, ...(port === '' ? {} : { port }), agent: false });
}

function proxyHeaders(proxy: URL): Record<string, string> {
  const authorization = proxyAuthorization(proxy);
  return authorization === undefined ? {} : { 'Proxy-Authorization': authorization };
}

function exchange({ body }: HttpRequest, request: http.ClientRequest): Promise<HttpStream> {
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      resolve({ status, headers, body: response });
    });
    request.end(body);
  });
}

/** The whole body as text. Rejects when it is cut, or longer than any page of events. */
export async function readBody(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > BODY_LIMIT) throw new Error(`the answer is larger than ${BODY_LIMIT} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length).toString();
}
