import { forbidden, unauthorized } from '../errors.ts';
import type { AuditDetails } from '../model/audit.ts';
import { isAtMost } from '../model/event-data.ts';
import { PASSWORD_MAX } from '../model/person.ts';
import type { PersonRecord, PersonStore } from '../store/account-port.ts';
import { actorOf, personTarget } from './actors.ts';
import type { Audit } from './audit.ts';
import { hashSecret } from './keys.ts';
import { NO_PASSWORD } from './passwords.ts';
import type { Seal } from './seal.ts';
import type { SecondFactors } from './second-factor.ts';
import type { Caller, PasswordSignIn, Sessions } from './sessions.ts';
import type { Throttle } from './throttle.ts';

/** How far somebody got. `cookies` are values of `Set-Cookie`. */
export type Entry =
  | { readonly isIn: true; readonly cookies: readonly string[] }
  /** The code of the second factor is next; `ticket` says for whom. */
  | { readonly isIn: false; readonly ticket: string };

/** Getting in and out. */
export interface SignIn {
  /**
   * Rejects with UNAUTHORIZED, in the same words whatever is wrong, with RATE_LIMITED, and with
   * FORBIDDEN where nobody signs in with a password.
   */
  enter(email: string, password: string, caller: Caller): Promise<Entry>;
  /** Who has shown a link that is as good as the password. */
  admit(email: string, caller: Caller): Promise<Entry>;
  /** The second step. Rejects with UNAUTHORIZED and with RATE_LIMITED. */
  enterCode(ticket: string, code: string, caller: Caller): Promise<readonly string[]>;
  /** Who proved elsewhere who they are. The answers are values of `Set-Cookie`. */
  open(person: PersonRecord, caller: Caller, details?: AuditDetails): Promise<readonly string[]>;
  /** Also who has no session is told to forget it. */
  leave(caller: Caller): Promise<readonly string[]>;
}

export interface SignInDependencies {
  readonly passwords: Pick<PasswordSignIn, 'open' | 'verify' | 'signOut'>;
  readonly isPasswordSignInOn: boolean;
  readonly sessions: Pick<Sessions, 'changed'>;
  readonly secondFactors: Pick<SecondFactors, 'state' | 'check'>;
  readonly throttle: Throttle;
  readonly people: Pick<PersonStore, 'find' | 'findByEmail'>;
  readonly audit: Pick<Audit, 'record'>;
  /** Of tickets. */
  readonly seal: Seal;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
  /** What nobody waits for has failed. */
  readonly onError: (error: unknown) => void;
}

/** How long one has for the code of the second factor, ms. */
const TICKET_MS = 300_000;
const TICKET = 'ticket';

interface Ticket {
  readonly person: string;
  /** Void when the password has changed since. */
  readonly mark: string;
  readonly until: number;
}

export function createSignIn(dependencies: SignInDependencies): SignIn {
  const { passwords, isPasswordSignInOn, sessions, secondFactors, throttle } = dependencies;
  const { people, audit, seal, clock, onError } = dependencies;

  /** Not every failure: an attack must not fill the log. Nobody waits for it, or it would tell. */
  const noteFailure = async (person: PersonRecord | null, details: AuditDetails): Promise<void> => {
    if (person === null || !Number.isInteger(Math.log2(Number(details['attempts'] ?? 1)))) return;
    const actor = { kind: 'system', id: null, name: 'sign-in' } as const;
    await audit.record(person.organization, actor, 'sign-in-failed', personTarget(person), details);
  };

  const open: SignIn['open'] = async (person, caller, details = {}) => {
    const cookies = await passwords.open(person.id, caller);
    const { organization } = person;
    const { address } = caller;
    await audit.record(organization, actorOf(person), 'signed-in', null, { address, ...details });
    return cookies;
  };

  const next = async (person: PersonRecord, caller: Caller): Promise<Entry> => {
    const { isOn } = await secondFactors.state(person.id);
    if (!isOn) return { isIn: true, cookies: await open(person, caller) };
    const ticket: Ticket = { person: person.id, mark: markOf(person), until: clock() + TICKET_MS };
    return { isIn: false, ticket: seal.seal(JSON.stringify(ticket), TICKET) };
  };

  const personOf = async (text: string): Promise<PersonRecord> => {
    const ticket = readTicket(seal, text);
    const person = ticket === null ? null : await people.find(ticket.person);
    const isGood = ticket !== null && ticket.until > clock();
    if (!isGood || person === null || ticket.mark !== markOf(person)) {
      throw unauthorized('it took too long, sign in again');
    }
    return person;
  };

  return {
    open,
    enter: async (email, password, caller) => {
      if (!isPasswordSignInOn) {
        throw forbidden('nobody signs in with a password here, use single sign-on');
      }
      const { address } = caller;
      const account = email.trim().toLowerCase();
      const attempts = await throttle.take(account, address);
      // As long for nobody as for somebody.
      const person = await people.findByEmail(account);
      const isRight =
        isAtMost(password, PASSWORD_MAX) &&
        (await passwords.verify(person?.passwordHash ?? NO_PASSWORD, password));
      if (!isRight || person === null) {
        noteFailure(person, { address, attempts }).catch(onError);
        throw unauthorized('the e-mail address or the password is wrong');
      }
      await throttle.forgive(account, address);
      return next(person, caller);
    },
    admit: async (email, caller) => {
      const person = await people.findByEmail(email);
      if (person === null) throw unauthorized('the account is not there any more');
      return next(person, caller);
    },
    enterCode: async (ticket, code, caller) => {
      const person = await personOf(ticket);
      if (!(await secondFactors.check(person, code))) {
        const { address } = caller;
        noteFailure(person, { address, step: 'second factor' }).catch(onError);
        throw unauthorized('the code is wrong or was used already, wait for the next one');
      }
      return open(person, caller, { secondFactor: true });
    },
    leave: async (caller) => {
      const cookies = await passwords.signOut(caller);
      sessions.changed();
      return cookies;
    },
  };
}

function markOf({ passwordHash }: PersonRecord): string {
  return hashSecret(passwordHash).slice(0, 16);
}

/** Null for what this server has not made. */
function readTicket(seal: Seal, text: string): Ticket | null {
  try {
    return JSON.parse(seal.open(text, TICKET)) as Ticket;
  } catch {
    return null;
  }
}
