import { unauthorized } from '../errors.ts';
import { isAtMost } from '../model/event-data.ts';
import { PASSWORD_MAX } from '../model/person.ts';
import type { PersonStore } from '../store/account-port.ts';
import { actorOf, personTarget } from './actors.ts';
import type { Audit } from './audit.ts';
import type { Caller, PasswordSignIn, Sessions } from './sessions.ts';
import type { Throttle } from './throttle.ts';

/** Getting in and out. The answers are values of `Set-Cookie`. */
export interface SignIn {
  /** Rejects with UNAUTHORIZED, in the same words whatever is wrong, and with RATE_LIMITED. */
  enter(email: string, password: string, caller: Caller): Promise<readonly string[]>;
  /** Also who has no session is told to forget it. */
  leave(caller: Caller): Promise<readonly string[]>;
}

export interface SignInDependencies {
  readonly passwords: Pick<PasswordSignIn, 'signIn' | 'signOut'>;
  readonly sessions: Pick<Sessions, 'changed'>;
  readonly throttle: Throttle;
  readonly people: Pick<PersonStore, 'findByEmail'>;
  readonly audit: Pick<Audit, 'record'>;
  /** What nobody waits for has failed. */
  readonly onError: (error: unknown) => void;
}

export function createSignIn(dependencies: SignInDependencies): SignIn {
  const { passwords, sessions, throttle, people, audit, onError } = dependencies;

  /** Not every failure: an attack must not fill the log. Nobody waits for it, or it would tell. */
  const noteFailure = async (email: string, address: string, attempts: number): Promise<void> => {
    if (!Number.isInteger(Math.log2(attempts))) return;
    const person = await people.findByEmail(email);
    if (person === null) return;
    const actor = { kind: 'system', id: null, name: 'sign-in' } as const;
    const details = { address, attempts };
    await audit.record(person.organization, actor, 'sign-in-failed', personTarget(person), details);
  };

  return {
    enter: async (email, password, caller) => {
      const { address } = caller;
      const account = email.trim().toLowerCase();
      const attempts = await throttle.take(account, address);
      const cookies = isAtMost(password, PASSWORD_MAX)
        ? await passwords.signIn(account, password, caller)
        : null;
      if (cookies === null) {
        noteFailure(account, address, attempts).catch(onError);
        throw unauthorized('the e-mail address or the password is wrong');
      }
      await throttle.forgive(account, address);
      const person = await people.findByEmail(account);
      if (person !== null) {
        await audit.record(person.organization, actorOf(person), 'signed-in', null, { address });
      }
      return cookies;
    },
    leave: async (caller) => {
      const cookies = await passwords.signOut(caller);
      sessions.changed();
      return cookies;
    },
  };
}
