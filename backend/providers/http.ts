/** Requests to addresses that people have set up: checked, bounded, and explained when they fail. */
import { lookup as resolve } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { type RequestOptions, request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { ProviderError } from '../errors.ts';
import { refusalOf } from './addresses.ts';

const TIMEOUT_MS = 20_000;
const LIMIT_BYTES = 16 * 1024 * 1024;

export interface HttpRequest {
  readonly url: URL;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** PEM; beside nothing else. Null: those that everybody trusts. */
  readonly certificate?: string | null;
}

export interface HttpResponse {
  readonly status: number;
  readonly text: string;
  /** What the server says in Retry-After, ms. */
  readonly retryAfterMs: number | undefined;
}

/** Follows no redirect. Rejects with a `ProviderError` when there is no answer. */
export type Http = (request: HttpRequest) => Promise<HttpResponse>;

export interface HttpOptions {
  /** Whether loopback and private networks may be asked. */
  readonly mayBePrivate: boolean;
  readonly timeoutMs?: number;
  readonly limitBytes?: number;
}

class Refused extends Error {}

export function createHttp(options: HttpOptions): Http {
  const { mayBePrivate, timeoutMs = TIMEOUT_MS, limitBytes = LIMIT_BYTES } = options;
  const lookup = createGuardedLookup(mayBePrivate);
  return async ({ url, method = 'GET', headers = {}, body, certificate }) => {
    try {
      checkLiteral(url, mayBePrivate);
      const response = await send(
        url,
        {
          method,
          lookup,
          // Of a connection from before a change of the rules nothing is left.
          agent: false,
          headers: {
            Accept: 'application/json',
            'User-Agent': 'Milepost',
            ...headers,
            ...(body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }),
          },
          signal: AbortSignal.timeout(timeoutMs),
          ...(certificate ? { ca: certificate } : {}),
        },
        body,
      );
      const text = await readText(response, limitBytes);
      return {
        status: response.statusCode ?? 0,
        text,
        retryAfterMs: retryAfter(response.headers['retry-after']),
      };
    } catch (error) {
      throw error instanceof ProviderError ? error : new ProviderError(explain(error, url));
    }
  };
}

/** Names are checked by what they resolve to, at the moment of connecting: they cannot change. */
function createGuardedLookup(mayBePrivate: boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      for (const { address } of addresses) {
        const refusal = refusalOf(address, mayBePrivate);
        if (refusal !== null) return callback(new Refused(`${address} ${refusal}`), []);
      }
      const [first] = addresses;
      if (options.all === true || first === undefined) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}

/** A literal address is not looked up. */
function checkLiteral({ hostname }: URL, mayBePrivate: boolean): void {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) === 0) return;
  const refusal = refusalOf(address, mayBePrivate);
  if (refusal !== null) throw new Refused(`${address} ${refusal}`);
}

function send(
  url: URL,
  options: RequestOptions,
  body: string | undefined,
): Promise<IncomingMessage> {
  return new Promise((fulfil, reject) => {
    const start = url.protocol === 'https:' ? requestHttps : requestHttp;
    const request = start(url, options, fulfil);
    request.on('error', reject);
    request.end(body);
  });
}

async function readText(response: IncomingMessage, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit) {
      response.destroy();
      throw new ProviderError(
        `the answer is larger than ${limit} bytes, ask for fewer series in one query`,
        { isOfQuery: true },
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length).toString('utf8');
}

function retryAfter(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : undefined;
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the name is not known',
  EAI_AGAIN: 'the name could not be resolved just now',
  ECONNRESET: 'the connection was cut',
  EHOSTUNREACH: 'there is no way there',
  ENETUNREACH: 'there is no way there',
  ETIMEDOUT: 'it does not answer',
  EPROTO: 'it does not speak TLS, should the address begin with http:?',
  HPE_INVALID_CONSTANT: 'it does not speak HTTP',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed, give the certificate here',
  SELF_SIGNED_CERT_IN_CHAIN: 'its authority is not known, give its certificate here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its authority is not known, give its certificate here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its authority is not known, give its certificate here',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
};

/** Without what the error itself says: that may hold anything. */
function explain(error: unknown, { host }: URL): string {
  if (error instanceof Refused) return `${host} is not asked: ${error.message}`;
  if (error instanceof Error && /^(Abort|Timeout)Error$/.test(error.name)) {
    return `${host} does not answer in time`;
  }
  const code = (error as { code?: unknown } | null)?.code;
  const reason = typeof code === 'string' ? (REASONS[code] ?? code) : 'the request failed';
  return `${host} cannot be reached: ${reason}`;
}
