/** One request to the API, and what can become of it. */

export interface ApiError {
  /**
   * `unreachable`: no answer came. `unauthorized`: it is about the key. `refused`: about the
   * request. `failed`: the server has a problem. `aborted`: nobody waits for the answer any more.
   */
  readonly kind: 'unreachable' | 'unauthorized' | 'refused' | 'failed' | 'aborted';
  /** For people; in the server's words where it has answered. */
  readonly message: string;
}

export type ApiResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: ApiError };

export interface ApiRequest {
  readonly path: string;
  readonly key?: string;
  readonly parameters?: URLSearchParams;
  /** Sent as JSON, by POST. */
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

function toInit({ key, body }: ApiRequest): RequestInit {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (key !== undefined) headers['Authorization'] = `Bearer ${key}`;
  if (body === undefined) return { headers };
  headers['Content-Type'] = 'application/json';
  return { method: 'POST', headers, body: JSON.stringify(body) };
}

async function read(response: Response): Promise<ApiResult<Envelope>> {
  const text = await response.text();
  const envelope = parse(text);
  if (envelope === undefined) {
    return problem(
      'failed',
      `the answer (status ${response.status}) is not Milepost’s, is something between it and you?`,
    );
  }
  if (response.ok) return { ok: true, value: envelope };
  return problem(kindOf(response.status), String(envelope['error'] ?? response.statusText));
}

function parse(text: string): Envelope | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Envelope) : undefined;
  } catch {
    return undefined;
  }
}

function kindOf(status: number): ApiError['kind'] {
  if (status === 401) return 'unauthorized';
  return status < 500 ? 'refused' : 'failed';
}

function problem(kind: ApiError['kind'], message: string): ApiResult<never> {
  return { ok: false, error: { kind, message } };
}
