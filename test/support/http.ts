/** A small HTTP client for tests: answers with their JSON read, and requests byte by byte. */
import { connect, type Socket } from 'node:net';
import type { StoredEvent } from '../../backend/model/event.ts';
import { createWatch } from './watch.ts';

export interface Problem {
  readonly field: string;
  readonly message: string;
}

/** Which members are there depends on the answer. */
export interface Envelope<Data> {
  readonly success: boolean;
  readonly data: Data;
  readonly page: { readonly limit: number; readonly nextCursor: string | null };
  readonly at: string;
  readonly error: string;
  readonly code: string;
  readonly details?: readonly Problem[];
}

export interface Answer<Data = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Empty when the answer is no JSON. */
  readonly body: Envelope<Data>;
}

export interface BatchResult {
  readonly index: number;
  readonly status: number;
  readonly id?: string;
  readonly error?: string;
  readonly code?: string;
}

export interface BatchReport {
  readonly created: number;
  readonly replayed: number;
  readonly rejected: number;
  readonly results: readonly BatchResult[];
}

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestInit['body'];
}

export interface Client {
  readonly url: string;
  readonly key: string | undefined;
  /** Headers of every request, such as a cookie. */
  readonly always: Readonly<Record<string, string>>;
  send<Data = unknown>(
    method: string,
    path: string,
    options?: RequestOptions,
  ): Promise<Answer<Data>>;
  get<Data = unknown>(path: string, headers?: RequestOptions['headers']): Promise<Answer<Data>>;
  /** `GET /api/v1/events` with these parameters; a list repeats its parameter. */
  list(query?: Query): Promise<Answer<readonly StoredEvent[]>>;
  /** One event as `application/json`. */
  post(event: unknown, headers?: RequestOptions['headers']): Promise<Answer<StoredEvent>>;
  /** A body as it is. */
  postText<Data = unknown>(
    body: RequestOptions['body'],
    contentType: string,
    headers?: RequestOptions['headers'],
  ): Promise<Answer<Data>>;
  batch(events: unknown): Promise<Answer<BatchReport>>;
  ndjson(text: string): Promise<Answer<BatchReport>>;
  /** A body of JSON, and an answer. */
  json<Data = unknown>(method: string, path: string, body?: unknown): Promise<Answer<Data>>;
  /** The same server with another key, or with none. */
  as(key: string | undefined): Client;
}

export type Query = Readonly<Record<string, string | number | readonly string[]>>;

export const EVENTS = '/api/v1/events';

/** `always`: headers of every request, such as a cookie. */
export function createClient(
  url: string,
  key: string | undefined,
  always: Readonly<Record<string, string>> = {},
): Client {
  const send: Client['send'] = async (method, path, { headers = {}, body } = {}) => {
    const authorization = key === undefined ? {} : { Authorization: `Bearer ${key}` };
    const response = await fetch(url + path, {
      method,
      headers: { ...authorization, ...always, ...headers },
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
      ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
    });
    return readAnswer(response.status, response.headers, await response.text());
  };
  const postText: Client['postText'] = (body, contentType, headers = {}) =>
    send('POST', EVENTS, { headers: { 'Content-Type': contentType, ...headers }, body });
  return {
    url,
    key,
    always,
    send,
    postText,
    get: (path, headers = {}) => send('GET', path, { headers }),
    list: (query = {}) => send('GET', EVENTS + toQuery(query)),
    post: (event, headers) => postText(JSON.stringify(event), 'application/json', headers),
    json: (method, path, body) =>
      send(method, path, {
        headers: { 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    batch: (events) => postText(JSON.stringify(events), 'application/cloudevents-batch+json'),
    ndjson: (text) => postText(text, 'application/x-ndjson'),
    as: (other) => createClient(url, other),
  };
}

export function toQuery(query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) parameters.append(name, String(one));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

function readAnswer<Data>(status: number, headers: Headers, text: string): Answer<Data> {
  const isJson = headers.get('content-type')?.startsWith('application/json') === true;
  const body = (isJson && text !== '' ? JSON.parse(text) : {}) as Envelope<Data>;
  return { status, headers, text, body };
}

/** Sends bytes on a connection of its own and reads until the server closes it. */
export async function exchange(port: number, bytes: string | Buffer): Promise<string> {
  const line = await openLine(port);
  line.socket.write(bytes);
  return line.closed;
}

export interface Line {
  readonly socket: Socket;
  /** Everything that came, once the server has closed the connection. */
  readonly closed: Promise<string>;
  /** Resolves as soon as what came so far fits. */
  until(fits: (text: string) => boolean): Promise<string>;
}

/** A connection that its test writes to byte by byte. */
export function openLine(port: number): Promise<Line> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  const watch = createWatch();
  socket.setEncoding('utf8');
  socket.on('data', (chunk) => {
    text += String(chunk);
    watch.look();
  });
  // A server that cuts the line has answered what it wanted to.
  socket.on('error', () => {});
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(text)));
  const until: Line['until'] = async (fits) => {
    await watch.until(() => fits(text));
    return text;
  };
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('connect', () => resolve({ socket, closed, until }));
  });
}

/** The answers in a stretch of bytes, one after the other; they must say how long they are. */
export function readAnswers<Data = unknown>(bytes: string): Answer<Data>[] {
  const answers: Answer<Data>[] = [];
  let rest = Buffer.from(bytes);
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    const [statusLine = '', ...lines] = rest.subarray(0, end).toString().split('\r\n');
    const headers = new Headers(
      lines.map((line): [string, string] => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon), line.slice(colon + 1).trim()];
      }),
    );
    const length = Number(headers.get('content-length') ?? 0);
    const body = rest.subarray(end + 4, end + 4 + length).toString();
    answers.push(readAnswer(Number(statusLine.split(' ')[1]), headers, body));
    rest = rest.subarray(end + 4 + length);
    // Nothing may follow that is no answer.
    if (rest.length > 0 && !rest.toString().startsWith('HTTP/1.1 ')) {
      throw new Error(`bytes behind an answer: ${rest.toString().slice(0, 200)}`);
    }
  }
  return answers;
}

/** A request as bytes, to be followed by nothing else. */
export function rawRequest(
  requestLine: string,
  headers: readonly string[] = [],
  body: string | Buffer = '',
): Buffer {
  const hasLength = headers.some((line) => /^(content-length|transfer-encoding):/i.test(line));
  const length =
    hasLength || body.length === 0 ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const lines = [
    `${requestLine} HTTP/1.1`,
    'Host: test',
    'Connection: close',
    ...headers,
    ...length,
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), Buffer.from(body)]);
}
