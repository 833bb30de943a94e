import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type RateLimitPolicy, rateLimited } from '../errors.ts';

export interface RateLimit {
  /** Rejects with RATE_LIMITED when the caller has used up what it may. */
  take(caller: string, points: number): Promise<void>;
}

export const NO_RATE_LIMIT: RateLimit = { take: async () => {} };

/** A limit for each caller. Whoever asks for more than there is at once takes all of it. */
export function createRateLimit({ policy, points, seconds }: RateLimitPolicy): RateLimit {
  const limiter = new RateLimiterMemory({ points, duration: seconds });
  return {
    take: async (caller, wanted) => {
      try {
        await limiter.consume(caller, Math.min(wanted, points));
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw rateLimited({ policy, points, seconds }, refusal.msBeforeNext);
      }
    },
  };
}
