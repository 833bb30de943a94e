/** Adds a key to every request, for programs that cannot: the conformance suite has no flag for headers. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface KeyProxy {
  /** Without a slash at the end. */
  readonly url: string;
  close(): Promise<void>;
}

/** Everything else, `Host` included, goes through as it is, to one target after the other. */
export async function startKeyProxy(targets: readonly string[], key: string): Promise<KeyProxy> {
  let count = 0;
  const server = createServer((req, res) => {
    const target = targets[count % targets.length];
    count += 1;
    const headers = { ...req.headers, authorization: `Bearer ${key}` };
    const forwarded = request(`${target}${req.url}`, { method: req.method, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    forwarded.on('error', () => res.destroy());
    res.on('close', () => forwarded.destroy());
    req.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
