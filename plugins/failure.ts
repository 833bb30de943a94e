/** Why there was no answer, in words, and whether it is worth another attempt. */
import { ProxyAddressError } from './proxy.ts';
import { ProxyError } from './transport.ts';

export interface Failure {
  readonly reason: string;
  /** Nothing but a change of the configuration will help. */
  readonly isPermanent: boolean;
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  ENOTFOUND: 'there is no such host name',
  EAI_AGAIN: 'the host name could not be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'the connection could not be made in time',
};

const CA_ADVICE =
  'if your organization has its own authority, set NODE_EXTRA_CA_CERTS to the file with its certificate';

const PERMANENT: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: `the certificate is not trusted; ${CA_ADVICE}`,
  SELF_SIGNED_CERT_IN_CHAIN: `the certificate is not trusted; ${CA_ADVICE}`,
  UNABLE_TO_GET_ISSUER_CERT: `the certificate is not trusted; ${CA_ADVICE}`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `the certificate is not trusted; ${CA_ADVICE}`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `the certificate is not trusted; ${CA_ADVICE}`,
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the server does not speak TLS on this port, is it http:// ?',
  EPROTO: 'the server does not speak TLS on this port, is it http:// ?',
};

/** `timeoutMs`: how long the attempt was allowed to take. */
export function explainFailure(error: unknown, signal: AbortSignal, timeoutMs: number): Failure {
  if (signal.aborted) {
    return { reason: `no answer within ${Math.ceil(timeoutMs / 1000)} s`, isPermanent: false };
  }
  if (error instanceof ProxyAddressError) return { reason: error.message, isPermanent: true };
  if (error instanceof ProxyError) return explainProxy(error.status);
  const code = codeOf(error);
  const permanent = PERMANENT[code];
  if (permanent !== undefined) return { reason: permanent, isPermanent: true };
  const message = error instanceof Error ? error.message : 'unknown error';
  return { reason: REASONS[code] ?? message, isPermanent: false };
}

function explainProxy(status: number): Failure {
  if (status === 407) {
    return { reason: 'the proxy wants a user name and a password (407)', isPermanent: true };
  }
  const reason = `the proxy would not connect (${status})`;
  return { reason, isPermanent: status >= 400 && status < 500 };
}

/** Several addresses of one host fail with one error each, inside of another. */
function codeOf(error: unknown): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error;
  const code = (inner as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : '';
}
