/** One request to the API, and what can become of it. */

export interface ApiError {
  /**
   * `unreachable`: no answer came. `unauthorized`: it is about who asks. `forbidden`: they may not.
   * `missing`: there is no such thing. `conflict`: it has changed meanwhile. `refused`: about the
   * request. `failed`: the server has a problem. `aborted`: nobody waits for the answer any more.
   */
  readonly kind:
    | 'unreachable'
    | 'unauthorized'
    | 'forbidden'
    | 'missing'
    | 'conflict'
    | 'refused'
    | 'failed'
    | 'aborted';
  /** For people; in the server's words where it has answered. */
  readonly message: string;
  /** What is wrong with single fields, by their names; empty where it is about none. */
  readonly fields: Readonly<Record<string, string>>;
}

export type ApiResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: ApiError };

export interface ApiRequest {
  readonly path: string;
  /** Absent: the session's cookie says who asks. */
  readonly key?: string | undefined;
  /** POST where there is a body, GET where there is none, unless said otherwise. */
  readonly method?: 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly parameters?: URLSearchParams;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** An envelope whose members the caller knows: the server's tests hold it to its own document. */
export type Envelope = Readonly<Record<string, unknown>>;

const TIMEOUT_MS = 20_000;
const PRINTABLE_ASCII = /^[\x21-\x7e]*$/;

/** Never throws and never rejects. */
export async function request(wanted: ApiRequest): Promise<ApiResult<Envelope>> {
  const { path, key = '', parameters, signal } = wanted;
  // A header that cannot be sent must not look like a server that cannot be reached.
  if (!PRINTABLE_ASCII.test(key)) {
    return problem('unauthorized', 'the API key is malformed: it is mp_ and 46 letters and digits');
  }
  const query = parameters === undefined || parameters.size === 0 ? '' : `?${parameters}`;
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(`${path}${query}`, {
      ...toInit(wanted),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    return await read(response);
  } catch {
    if (signal?.aborted) return problem('aborted', 'the request was given up');
    return problem('unreachable', 'the server does not answer');
  }
}

function toInit({ key, method, body }: ApiRequest): RequestInit {
  const headers: Record<string, string> = { Accept: 'application/json' };
  const init: RequestInit = { headers, method: method ?? (body === undefined ? 'GET' : 'POST') };
  if (key !== undefined) {
    headers['Authorization'] = `Bearer ${key}`;
    // A key speaks for itself, whoever else is signed in with this browser.
    init.credentials = 'omit';
  }
  if (body === undefined) return init;
  headers['Content-Type'] = 'application/json';
  return { ...init, body: JSON.stringify(body) };
}

async function read(response: Response): Promise<ApiResult<Envelope>> {
  const text = await response.text();
  const envelope = response.status === 204 ? {} : parse(text);
  if (envelope === undefined) {
    return problem(
      'failed',
      `the answer (status ${response.status}) is not Milepost’s, is something between it and you?`,
    );
  }
  if (response.ok) return { ok: true, value: envelope };
  return refusal(response, envelope);
}

function parse(text: string): Envelope | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Envelope) : undefined;
  } catch {
    return undefined;
  }
}

const KINDS: Readonly<Record<number, ApiError['kind']>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'missing',
  409: 'conflict',
};

function refusal({ status, statusText, headers }: Response, envelope: Envelope): ApiResult<never> {
  const message = String(envelope['error'] ?? statusText);
  const wait = status === 429 ? headers.get('Retry-After') : null;
  return problem(
    KINDS[status] ?? (status < 500 ? 'refused' : 'failed'),
    wait === null ? message : `${message}; try again in ${wait} s`,
    status === 400 ? fieldsIn(message, envelope['details']) : {},
  );
}

/** One wrong field stands in the message, several stand in the details. */
function fieldsIn(message: string, details: unknown): Record<string, string> {
  const [, name, text] = /^([\w.]+): (.+)$/s.exec(message) ?? [];
  const one = name === undefined || text === undefined ? {} : { [name]: text };
  if (!Array.isArray(details)) return one;
  const listed = details as readonly { readonly field: string; readonly message: string }[];
  return Object.fromEntries(listed.map((problem) => [problem.field, problem.message]));
}

function problem(
  kind: ApiError['kind'],
  message: string,
  fields: ApiError['fields'] = {},
): ApiResult<never> {
  return { ok: false, error: { kind, message, fields } };
}
