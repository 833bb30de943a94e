import { unauthorized } from '../errors.ts';
import type { Principal } from '../model/key.ts';
import type { Person } from '../model/person.ts';
import type { PersonRecord, PersonStore } from '../store/account-port.ts';
import { TRUST_MS } from './keys.ts';
import { createRecollection } from './recollection.ts';

/** What of a request says who sends it, beside a bearer. */
export interface Caller {
  /** The `Cookie` header, or nothing. */
  readonly cookies: string;
  readonly address: string;
  readonly userAgent: string;
  /** Whether it came over TLS. */
  readonly isSecure: boolean;
}

/** Passwords and what proves that one was given. Cookies are values of `Set-Cookie`. */
export interface PasswordSignIn {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
  /** A new session of a person, whatever cookies they came with. */
  open(person: string, caller: Caller): Promise<readonly string[]>;
  /** Ends the session of the caller, if there is one. */
  signOut(caller: Caller): Promise<readonly string[]>;
  /** The session cookie as it was sent; null when there is none. */
  cookieOf(caller: Pick<Caller, 'cookies' | 'isSecure'>): string | null;
  /** The session of a good cookie, with the id of its person. */
  sessionOf(caller: Caller): Promise<{ readonly id: string; readonly person: string } | null>;
}

export interface Sessions {
  /** Who signed in. Null without a session cookie; rejects with UNAUTHORIZED for one that ended. */
  authenticate(caller: Caller): Promise<Principal | null>;
  /** Sessions, people or their roles have changed here: what was known of them is not any more. */
  changed(): void;
}

export interface SessionsDependencies {
  readonly signIn: Pick<PasswordSignIn, 'cookieOf' | 'sessionOf'>;
  readonly people: Pick<PersonStore, 'find'>;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
}

/** Sessions by their cookies. What changes elsewhere takes effect here within `TRUST_MS`. */
export function createSessions({ signIn, people, clock }: SessionsDependencies): Sessions {
  const trusted = createRecollection<Principal>(clock);

  const look = async (caller: Caller) => {
    const session = await signIn.sessionOf(caller);
    const person = session === null ? null : await people.find(session.person);
    if (session === null || person === null) throw ended();
    return { value: toPrincipal(person, session.id), until: clock() + TRUST_MS };
  };

  return {
    authenticate: async (caller) => {
      const cookie = signIn.cookieOf(caller);
      if (cookie === null || cookie === '') return null;
      return trusted.recall(cookie) ?? trusted.learn(cookie, () => look(caller));
    },
    changed: () => trusted.forget(() => true),
  };
}

function ended(): Error {
  return unauthorized('the session has ended, sign in again');
}

function toPrincipal(record: PersonRecord, session: string): Principal {
  return {
    organization: record.organization,
    scope: record.role === 'viewer' ? 'READ_ONLY' : 'READ_WRITE',
    keyId: session,
    person: toPerson(record),
  };
}

/** Without what only the store needs to know. */
export function toPerson({ id, email, name, role }: PersonRecord): Person {
  return { id, email, name, role };
}
