import { rateLimited } from '../errors.ts';
import type { AttemptStore } from '../store/account-port.ts';
import { networkOf } from './callers.ts';
import { hashSecret } from './keys.ts';

/** Slows down who guesses passwords; counted in the store, so that a restart forgives nothing. */
export interface Throttle {
  /**
   * Counts an attempt, before it is made; answers with how many the account has had within the
   * window. Rejects with RATE_LIMITED.
   */
  take(email: string, address: string): Promise<number>;
  /** It was the right password: the attempts of this address at this account are forgotten. */
  forgive(email: string, address: string): Promise<void>;
  /**
   * Counts an attempt at somebody's second factor, from wherever: who comes so far has the password.
   * Rejects with RATE_LIMITED.
   */
  takeCode(person: string): Promise<void>;
  /** Counts a wish for a link by mail; answers whether there were few enough. */
  takeMail(email: string, address: string): Promise<boolean>;
  /** Forgets what no longer counts. Called now and then. */
  prune(): Promise<void>;
}

export interface ThrottleDependencies {
  readonly attempts: AttemptStore;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
}

export const WINDOW_MS = 15 * 60_000;
/**
 * Attempts within the window. Few at one account from one address; more at an account from
 * everywhere, or a stranger could lock its owner out with ten requests; and more from an address,
 * which may be a whole office.
 */
export const LIMITS = { both: 10, address: 100, account: 100 } as const;

/** Codes of six digits, of which three are right at any time. */
const CODE_LIMIT = 10;
const MAIL_LIMITS = { address: 20, account: 3 } as const;

export function createThrottle({ attempts, clock }: ThrottleDependencies): Throttle {
  const windowEnd = (): number => (Math.floor(clock() / WINDOW_MS) + 1) * WINDOW_MS;
  return {
    take: async (email, address) => {
      const until = windowEnd();
      const names = namesOf(email, address);
      // In this order: who is stopped for one must not use up what others may.
      let count = 0;
      for (const kind of ['address', 'both', 'account'] as const) {
        const points = LIMITS[kind];
        count = await attempts.count(names[kind], until);
        if (count <= points) continue;
        throw rateLimited(
          { policy: 'sign-in', points, seconds: WINDOW_MS / 1000 },
          until - clock(),
        );
      }
      return count;
    },
    takeCode: async (person) => {
      const until = windowEnd();
      const points = CODE_LIMIT;
      if ((await attempts.count(nameOf('code', person), until)) <= points) return;
      throw rateLimited(
        { policy: 'second-factor', points, seconds: WINDOW_MS / 1000 },
        until - clock(),
      );
    },
    takeMail: async (email, address) => {
      const until = windowEnd();
      const from = await attempts.count(nameOf('mail from', networkOf(address)), until);
      if (from > MAIL_LIMITS.address) return false;
      return (await attempts.count(nameOf('mail to', email), until)) <= MAIL_LIMITS.account;
    },
    forgive: (email, address) => attempts.clear(namesOf(email, address).both, windowEnd()),
    prune: () => attempts.prune(clock()),
  };
}

/** Hashed: a list of who tried to sign in from where is nothing to keep. */
function namesOf(email: string, from: string): Readonly<Record<keyof typeof LIMITS, string>> {
  const address = networkOf(from);
  return {
    both: nameOf('both', email, address),
    address: nameOf('address', address),
    account: nameOf('account', email),
  };
}

function nameOf(...parts: readonly string[]): string {
  return hashSecret(JSON.stringify(parts));
}
