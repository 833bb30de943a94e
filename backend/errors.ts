/** The closed list of errors. Doors map them; nothing else reaches a caller. */

export const ERROR_STATUS = {
  VALIDATION_ERROR: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,
} as const;
export type ErrorCode = keyof typeof ERROR_STATUS;

/** What is wrong with one field. */
export interface Problem {
  readonly field: string;
  readonly message: string;
}

/** An error that its caller may see. `headers` are for the HTTP door. */
export class MilepostError extends Error {
  readonly code: ErrorCode;
  readonly details: readonly Problem[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      details?: readonly Problem[];
      headers?: Readonly<Record<string, string>>;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'MilepostError';
    this.code = code;
    this.details = options.details ?? [];
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** Names the first problem in the message; lists them all when there are several. */
export function validationError(problems: readonly [Problem, ...Problem[]]): MilepostError {
  const [first] = problems;
  const details = problems.length > 1 ? problems : [];
  return new MilepostError('VALIDATION_ERROR', `${first.field}: ${first.message}`, { details });
}

/** One field, one problem. */
export function invalidField(field: string, message: string): MilepostError {
  return validationError([{ field, message }]);
}

export function unauthorized(message: string): MilepostError {
  return new MilepostError('UNAUTHORIZED', message, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

export function forbidden(message: string): MilepostError {
  return new MilepostError('FORBIDDEN', message);
}

export function conflict(message: string): MilepostError {
  return new MilepostError('CONFLICT', message);
}

export function notFound(message: string): MilepostError {
  return new MilepostError('NOT_FOUND', message);
}

/** `retryAfter` in seconds. The cause goes to the log, never to the caller. */
export function unavailable(message: string, cause?: unknown, retryAfter = 2): MilepostError {
  return new MilepostError('UNAVAILABLE', message, {
    cause,
    headers: { 'Retry-After': String(retryAfter) },
  });
}

/** Why nothing could be fetched from somebody else's server, in words for whoever set it up. */
export class ProviderError extends Error {
  /** Whether other queries to the same server are worth a try. */
  readonly isOfQuery: boolean;
  /** When the server wants to be asked again, ms from now. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, options: { isOfQuery?: boolean; retryAfterMs?: number } = {}) {
    super(message);
    this.name = 'ProviderError';
    this.isOfQuery = options.isOfQuery ?? false;
    this.retryAfterMs = options.retryAfterMs;
  }
}

export interface RateLimitPolicy {
  readonly policy: string;
  /** What one caller may take within `seconds`. */
  readonly points: number;
  readonly seconds: number;
}

/** Header names of the IETF draft, in its structured form and in the older one. */
export function rateLimited(
  { policy, points, seconds }: RateLimitPolicy,
  waitMs: number,
): MilepostError {
  const wait = String(Math.max(1, Math.ceil(waitMs / 1000)));
  return new MilepostError(
    'RATE_LIMITED',
    `too much: at most ${points} in ${seconds} s, try again in ${wait} s`,
    {
      headers: {
        'Retry-After': wait,
        'RateLimit-Policy': `"${policy}";q=${points};w=${seconds}`,
        RateLimit: `"${policy}";r=0;t=${wait}`,
        'RateLimit-Limit': String(points),
        'RateLimit-Remaining': '0',
        'RateLimit-Reset': wait,
      },
    },
  );
}
