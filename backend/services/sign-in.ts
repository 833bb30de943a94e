import { unauthorized } from '../errors.ts';
import { isAtMost } from '../model/event-data.ts';
import { PASSWORD_MAX } from '../model/person.ts';
import type { Caller, PasswordSignIn, Sessions } from './sessions.ts';

/** Getting in and out. The answers are values of `Set-Cookie`. */
export interface SignIn {
  /** Rejects with UNAUTHORIZED, in the same words whatever is wrong. */
  enter(email: string, password: string, caller: Caller): Promise<readonly string[]>;
  /** Also who has no session is told to forget it. */
  leave(caller: Caller): Promise<readonly string[]>;
}

export interface SignInDependencies {
  readonly passwords: Pick<PasswordSignIn, 'signIn' | 'signOut'>;
  readonly sessions: Pick<Sessions, 'changed'>;
}

export function createSignIn({ passwords, sessions }: SignInDependencies): SignIn {
  return {
    enter: async (email, password, caller) => {
      const cookies = isAtMost(password, PASSWORD_MAX)
        ? await passwords.signIn(email.trim().toLowerCase(), password, caller)
        : null;
      if (cookies === null) throw unauthorized('the e-mail address or the password is wrong');
      return cookies;
    },
    leave: async (caller) => {
      const cookies = await passwords.signOut(caller);
      sessions.changed();
      return cookies;
    },
  };
}
