/** Somebody else's HTTP server: answers as it is told, and remembers what it was asked. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Said {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text goes as it is, anything else as JSON. */
  readonly body?: unknown;
}

export interface Answering {
  /** Without a slash at the end. */
  readonly url: string;
  readonly asked: readonly Asked[];
  close(): Promise<void>;
}

/** Listens on 127.0.0.1. */
export async function startAnswering(
  answer: (asked: Asked) => Said | Promise<Said>,
): Promise<Answering> {
  const asked: Asked[] = [];
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://localhost');
    const one: Asked = {
      method: req.method ?? '',
      path: pathname,
      query: searchParams,
      headers: req.headers,
      body: Buffer.concat(chunks).toString(),
    };
    asked.push(one);
    const { status = 200, headers = {}, body = {} } = await answer(one);
    res.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    res.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
