/** Sends mail by a server of somebody else's. */
import { createTransport } from 'nodemailer';
import type { Mailer } from '../services/post.ts';

export interface SmtpOptions {
  readonly url: string;
  readonly from: string;
}

/** For each step, ms: whoever invites waits for it. */
const TIMEOUT_MS = 5000;

/** Rejects with the server's reason. */
export function createSmtpMailer({ url, from }: SmtpOptions): Mailer {
  const server = new URL(url);
  const isTls = server.protocol === 'smtps:';
  const hasPassword = server.password !== '';
  const transport = createTransport({
    host: server.hostname.replace(/^\[|\]$/g, ''),
    port: Number(server.port) || (isTls ? 465 : 587),
    secure: isTls,
    // Neither a password nor, with one, a link goes over the line in the clear.
    requireTLS: !isTls && hasPassword,
    ...(hasPassword && {
      auth: {
        user: decodeURIComponent(server.username),
        pass: decodeURIComponent(server.password),
      },
    }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, subject, text, html }) => {
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html });
    },
  };
}
