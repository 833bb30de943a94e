/**
 * Upgrades of a connection. Node hands every request that offers one to the `upgrade` listeners
 * and answers none itself, once there is a listener. Only the live feed upgrades; clients such as
 * Java's, which offer HTTP/2 with their first request, are to be answered in HTTP/1.1.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

const HOP_BY_HOP: ReadonlySet<string> = new Set(['connection', 'upgrade', 'http2-settings']);

export interface Upgrades {
  /** Cuts the lines of clients that do not go by themselves. */
  cut(): void;
}

/** `path`: where upgrades are taken, by another listener. */
export function answerUpgrades(server: Server, path: string): Upgrades {
  const taken = new Set<Duplex>();
  server.on('upgrade', (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (req.url?.startsWith(path) !== true) {
      socket.unshift(Buffer.concat([withoutUpgrade(req), head]));
      server.emit('connection', socket);
      return;
    }
    taken.add(socket);
    socket.on('close', () => taken.delete(socket));
  });
  return {
    cut: () => {
      for (const socket of taken) socket.destroy();
    },
  };
}

/** The head of the request as it came, but for the offer. */
function withoutUpgrade(req: IncomingMessage): Buffer {
  const { method, url, httpVersion, rawHeaders, headers } = req;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (!HOP_BY_HOP.has(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[index + 1]}`);
  }
  if (/\bclose\b/i.test(headers.connection ?? '')) lines.push('Connection: close');
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}
