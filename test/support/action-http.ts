/** Real servers that behave as a test says: answers in turn, or a proxy that keeps a record. */
import { readFileSync } from 'node:fs';
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';

const TLS = new URL('../fixtures/ci/tls/', import.meta.url);
/** The file with the test authority. */
export const CA_FILE = new URL('ca.pem', TLS);

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What to do with one request: answer, never answer, cut the line, or cut it inside the answer. */
export type Behaviour = Answer | 'hang' | 'cut' | 'cut-inside' | Script;

/** Anything else. */
export type Script = (res: ServerResponse, request: Received) => void | Promise<void>;

export interface TestServer {
  readonly url: string;
  readonly port: number;
  readonly received: readonly Received[];
  close(): Promise<void>;
}

/** Answers with each behaviour in turn, and with the last one from then on. */
export async function startServer(
  behaviours: readonly Behaviour[],
  options: { readonly tls?: boolean } = {},
): Promise<TestServer> {
  const received: Received[] = [];
  const handle = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const behaviour = behaviours[Math.min(received.length, behaviours.length - 1)] ?? 'cut';
    const body = await readAll(req);
    const { method = '', url: path = '', headers } = req;
    const one = { method, path, headers, body };
    received.push(one);
    if (typeof behaviour === 'function') return behaviour(res, one);
    if (behaviour === 'hang') return;
    if (behaviour === 'cut') return void req.socket.destroy();
    if (behaviour === 'cut-inside') {
      res.writeHead(201, { 'Content-Length': '1000' });
      res.write('{', () => req.socket.destroy());
      return;
    }
    res.writeHead(behaviour.status, behaviour.headers);
    res.end(behaviour.body);
  };
  const listener = (req: IncomingMessage, res: ServerResponse) => void handle(req, res);
  const server = options.tls
    ? createTlsServer({ cert: tlsFile('server.pem'), key: tlsFile('server.key') }, listener)
    : createServer(listener);
  const { port, close } = await listen(server);
  return { url: `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}`, port, received, close };
}

export interface TestProxy {
  readonly url: string;
  readonly port: number;
  /** Such as `CONNECT milepost.test:443` or `POST http://milepost.test/api/v1/events`. */
  readonly passed: readonly string[];
  readonly authorizations: readonly (string | undefined)[];
  close(): Promise<void>;
}

/** Leads every request to the same local port, whatever host it is for; or refuses with a status. */
export async function startProxy(
  targetPort: number,
  options: { readonly refuse?: number } = {},
): Promise<TestProxy> {
  const passed: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const note = (req: IncomingMessage): void => {
    passed.push(`${req.method} ${req.url}`);
    authorizations.push(req.headers['proxy-authorization']);
  };
  const server = createServer((req, res) => {
    note(req);
    if (options.refuse !== undefined) return void res.writeHead(options.refuse).end();
    const { pathname, search, host } = new URL(req.url ?? '');
    const onward = request(
      {
        host: '127.0.0.1',
        port: targetPort,
        method: req.method,
        path: pathname + search,
        headers: { ...req.headers, host },
      },
      (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(res);
      },
    );
    onward.on('error', () => res.writeHead(502).end());
    req.pipe(onward);
  });
  server.on('connect', (req: IncomingMessage, client: Socket) => {
    note(req);
    if (options.refuse !== undefined) {
      return void client.end(`HTTP/1.1 ${options.refuse} No\r\n\r\n`);
    }
    const onward = connect(targetPort, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(client);
      client.pipe(onward);
    });
    onward.on('error', () => client.destroy());
    client.on('error', () => onward.destroy());
  });
  const { port, close } = await listen(server);
  return { url: `http://127.0.0.1:${port}`, port, passed, authorizations, close };
}

/** A port on which nobody listens. */
export async function closedPort(): Promise<number> {
  const { port, close } = await listen(createServer());
  await close();
  return port;
}

async function listen(server: Server): Promise<{ port: number; close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return { port, close };
}

async function readAll(req: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of req) text += String(chunk);
  return text;
}

function tlsFile(name: string): Buffer {
  return readFileSync(new URL(name, TLS));
}
