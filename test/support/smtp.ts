/** A mail server on this machine, and what came to it. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { createWatch } from './watch.ts';

export interface ReceivedMail {
  readonly to: readonly string[];
  /** As it came over the line. */
  readonly raw: string;
  /** The headers, each on one line. */
  readonly headers: string;
  /** The plain text, decoded. */
  readonly text: string;
  readonly html: string;
}

export interface TestMailServer {
  readonly env: Readonly<Record<string, string>>;
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  /** Resolves as soon as so many have come. */
  received(count: number): Promise<readonly ReceivedMail[]>;
  close(): Promise<void>;
}

export const SENDER = 'milepost@example.com';

export async function startMailServer(options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const mails: ReceivedMail[] = [];
  const watch = createWatch();
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS'], logger: false },
    onData: (stream, session, done) => {
      void text(stream).then((raw) => {
        mails.push(
          toMail(
            raw,
            session.envelope.rcptTo.map(({ address }) => address),
          ),
        );
        done();
        watch.look();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, SMTP_FROM: `Milepost <${SENDER}>` },
    port,
    mails,
    received: async (count) => {
      await watch.until(() => mails.length >= count);
      return mails;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function toMail(raw: string, to: readonly string[]): ReceivedMail {
  const [head = ''] = raw.split('\r\n\r\n', 1);
  return {
    to,
    raw,
    headers: head.replace(/\r\n[ \t]+/g, ' '),
    text: partOf(raw, 'text/plain'),
    html: partOf(raw, 'text/html'),
  };
}

function partOf(raw: string, type: string): string {
  const at = raw.indexOf(`Content-Type: ${type}`);
  const start = raw.indexOf('\r\n\r\n', at) + 4;
  const body = raw.slice(start).split(/\r\n--/, 1)[0] ?? '';
  const encoding = /Content-Transfer-Encoding: (\S+)/i.exec(raw.slice(at, start))?.[1];
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body.replaceAll('\r\n', '\n');
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n');
}
