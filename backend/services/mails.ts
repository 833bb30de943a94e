/** What Milepost writes to people. Names in it come from people and are hostile. Pure. */
import type { Role } from '../model/person.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Paragraphs; the link stands alone in one of its own. */
interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly before: readonly string[];
  readonly link?: { readonly label: string; readonly address: string };
  readonly after: readonly string[];
}

export interface InvitationFacts {
  readonly to: string;
  readonly organization: string;
  readonly by: string;
  readonly role: Role;
  readonly link: string;
  /** ms since the Unix epoch. */
  readonly expiresAt: number;
}

export function invitationMail(facts: InvitationFacts): Mail {
  const { to, organization, by, role, link, expiresAt } = facts;
  return write({
    to,
    subject: `${by} invites you to ${organization} on Milepost`,
    before: [
      `${by} invites you to join ${organization} as ${role}.`,
      'Milepost shows what was changed in production: what, where and when.',
    ],
    link: { label: 'Join', address: link },
    after: [
      `The link works once, until ${day(expiresAt)}. If you do not know who that is, leave it be.`,
    ],
  });
}

export type ResetFacts = Pick<InvitationFacts, 'to' | 'link' | 'expiresAt'> & {
  /** Null: they asked for it themselves. */
  readonly by: string | null;
};

export function resetMail({ to, link, expiresAt, by }: ResetFacts): Mail {
  const why = by === null ? 'Somebody, likely you, asked for a' : `${by} made you a`;
  return write({
    to,
    subject: 'Set a new password for Milepost',
    before: [`${why} link to set a new password for Milepost.`],
    link: { label: 'Set a new password', address: link },
    after: [
      `The link works once, until ${day(expiresAt)}. If you did not want it, leave it be: your password stays as it is.`,
    ],
  });
}

export function testMail(to: string, baseUrl: string): Mail {
  return write({
    to,
    subject: 'Mail from Milepost works',
    before: ['This is the test mail that you asked for.'],
    link: { label: 'Open Milepost', address: baseUrl },
    after: [],
  });
}

function write({ to, subject, before, link, after }: Letter): Mail {
  const paragraphs = [...before, ...(link === undefined ? [] : [link.address]), ...after];
  const button =
    link === undefined
      ? []
      : [`<p><a href="${escapeHtml(link.address)}">${escapeHtml(link.label)}</a></p>`];
  const toHtml = (lines: readonly string[]) =>
    lines.map((one) => `<p>${escapeHtml(oneLine(one))}</p>`);
  const body = [...toHtml(before), ...button, ...toHtml(after)].join('\n');
  return {
    to,
    subject: oneLine(subject).slice(0, 200),
    text: `${paragraphs.map(oneLine).join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="en"><body>\n${body}\n</body></html>\n`,
  };
}

/** A line break in a name would begin a header, or a paragraph in our name. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim();
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (one) => ENTITIES[one] ?? one);
}

/** The day and hour, for people anywhere. */
function day(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
