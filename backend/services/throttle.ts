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
    forgive: (email, address) => attempts.clear(namesOf(email, address).both, windowEnd()),
    prune: () => attempts.prune(clock()),
  };
}

/** Hashed: a list of who tried to sign in from where is nothing to keep. */
function namesOf(email: string, from: string): Readonly<Record<keyof typeof LIMITS, string>> {
  const address = networkOf(from);
  return {
    both: hashSecret(JSON.stringify(['both', email, address])),
    address: hashSecret(JSON.stringify(['address', address])),
    account: hashSecret(JSON.stringify(['account', email])),
  };
}
