import { notFound, unavailable } from '../errors.ts';
import type { Person } from '../model/person.ts';
import type { PersonStore } from '../store/account-port.ts';
import type { OrganizationStore } from '../store/port.ts';
import { type InvitationFacts, invitationMail, type Mail, resetMail, testMail } from './mails.ts';
import type { Members } from './members.ts';
import type { Throttle } from './throttle.ts';

/** What sends. Rejects when the server does not take the mail. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** Whether a mail is on its way; null where no mail is configured. */
export type Mailed = boolean | null;

/** Links by mail. A mail that fails never makes the deed fail: the link is shown all the same. */
export interface Post {
  readonly isThere: boolean;
  invitation(organization: string, facts: Omit<InvitationFacts, 'organization'>): Promise<Mailed>;
  /** Of a member of the organization; `by`: who made it. */
  reset(
    person: string,
    facts: { readonly link: string; readonly expiresAt: number; readonly by: string },
  ): Promise<Mailed>;
  /**
   * For who has forgotten the password. Says nothing, at once: neither the answer nor its time tells
   * whether there is such a person.
   */
  forgotten(email: string, address: string): void;
  /** To oneself. Rejects with NOT_FOUND where no mail is configured, and with UNAVAILABLE. */
  test(me: Person): Promise<void>;
}

export interface PostDependencies {
  /** Null where no mail is configured. */
  readonly mailer: Mailer | null;
  readonly people: Pick<PersonStore, 'find' | 'findByEmail'>;
  readonly organizations: Pick<OrganizationStore, 'find'>;
  readonly members: Pick<Members, 'resetLink'>;
  readonly throttle: Pick<Throttle, 'takeMail'>;
  readonly baseUrl: () => string;
  readonly onError: (error: unknown) => void;
}

const THEMSELVES = { kind: 'system', id: null, name: 'forgotten password' } as const;

export function createPost(dependencies: PostDependencies): Post {
  const { mailer, people, organizations, members, throttle, baseUrl, onError } = dependencies;

  const deliver = async (mail: Mail): Promise<Mailed> => {
    if (mailer === null) return null;
    try {
      await mailer.send(mail);
      return true;
    } catch (error) {
      onError(error);
      return false;
    }
  };

  const sendForgotten = async (email: string, address: string): Promise<void> => {
    // Before the look-up: what it counts must not tell either.
    if (!(await throttle.takeMail(email, address))) return;
    const person = await people.findByEmail(email);
    if (person === null) return;
    const by = { actor: THEMSELVES, role: null };
    const { token, expiresAt } = await members.resetLink(person.organization, person.id, by);
    const link = `${baseUrl()}/reset#${token}`;
    await deliver(resetMail({ to: person.email, link, expiresAt, by: null }));
  };

  return {
    isThere: mailer !== null,
    invitation: async (organization, facts) => {
      if (mailer === null) return null;
      const name = (await organizations.find(organization))?.name ?? organization;
      return deliver(invitationMail({ ...facts, organization: name }));
    },
    reset: async (person, facts) => {
      const found = mailer === null ? null : await people.find(person);
      return found === null ? null : deliver(resetMail({ ...facts, to: found.email }));
    },
    forgotten: (email, address) => {
      if (mailer !== null) sendForgotten(email, address).catch(onError);
    },
    test: async ({ email }) => {
      if (mailer === null) {
        throw notFound('mail: is not configured, set SMTP_URL and SMTP_FROM');
      }
      try {
        await mailer.send(testMail(email, baseUrl()));
      } catch (error) {
        const reason = error instanceof Error ? error.message : 'unknown';
        throw unavailable(`the mail server did not take it: ${reason}`, error);
      }
    },
  };
}
