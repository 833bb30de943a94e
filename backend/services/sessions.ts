import { unauthorized } from '../errors.ts';
import type { Principal } from '../model/key.ts';
import type { Person } from '../model/person.ts';
import type { PersonRecord, PersonStore } from '../store/account-port.ts';
import { TRUST_MS } from './keys.ts';

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

/** Sessions that are in use at the same time; more only cost a look-up each. */
const CACHE_LIMIT = 10_000;

interface Trusted {
  readonly principal: Principal;
  readonly until: number;
}

/** Sessions by their cookies. What changes elsewhere takes effect here within `TRUST_MS`. */
export function createSessions({ signIn, people, clock }: SessionsDependencies): Sessions {
  const trusted = new Map<string, Trusted>();
  let changes = 0;

  const look = async (cookie: string, caller: Caller): Promise<Trusted> => {
    const before = changes;
    const session = await signIn.sessionOf(caller);
    const person = session === null ? null : await people.find(session.person);
    // What was read may be from before a change that has taken effect since.
    if (before !== changes) return look(cookie, caller);
    if (session === null || person === null) throw ended();
    const found = { principal: toPrincipal(person, session.id), until: clock() + TRUST_MS };
    if (trusted.size >= CACHE_LIMIT) trusted.clear();
    trusted.set(cookie, found);
    return found;
  };

  return {
    authenticate: async (caller) => {
      const cookie = signIn.cookieOf(caller);
      if (cookie === null || cookie === '') return null;
      const known = trusted.get(cookie);
      const isFresh = known !== undefined && clock() < known.until;
      return (isFresh ? known : await look(cookie, caller)).principal;
    },
    changed: () => {
      changes += 1;
      trusted.clear();
    },
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
