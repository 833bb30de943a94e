/** Settings of mail: see `config.ts`, which reads them. */
import { z } from 'zod';

/** `mail@example.com`, or `Milepost <mail@example.com>`. */
const SENDER = /^(?:[^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u;

export const MAIL_SETTINGS = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an smtp or smtps URL' })
    .optional()
    .meta({
      description:
        'Mail server that invitations and reset links are sent by, such as `smtp://user:password@mail.example.com:587`; without one they are only shown. With a password, and without smtps, STARTTLS is insisted on.',
      secret: true,
    }),
  SMTP_FROM: z
    .string()
    .regex(SENDER, { error: 'must be an e-mail address, or a name and one in <>' })
    .optional()
    .meta({ description: 'Whom mails are from, such as `Milepost <milepost@example.com>`.' }),
} as const;

type MailSettings = z.output<z.ZodObject<typeof MAIL_SETTINGS>>;

export interface MailConfig {
  readonly url: string;
  readonly from: string;
}

/** Settings that are good each, and not together. */
export function problemsOfMail({ SMTP_URL: url, SMTP_FROM: from }: MailSettings): string[] {
  if ((url === undefined) === (from === undefined)) return [];
  return ['SMTP_URL: mail needs SMTP_FROM and SMTP_URL'];
}

export function toMail({ SMTP_URL: url, SMTP_FROM: from }: MailSettings): MailConfig | undefined {
  return url === undefined || from === undefined ? undefined : { url, from };
}
