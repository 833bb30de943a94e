import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { MilepostError } from '../errors.ts';

export interface RateLimit {
  /** Rejects with RATE_LIMITED when the caller has used up what it may. */
  take(caller: string, points: number): Promise<void>;
}

export interface RateLimitPolicy {
  readonly policy: string;
  /** What one caller may take within `seconds`, on this node. */
  readonly points: number;
  readonly seconds: number;
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

/** Header names of the IETF draft, in its structured form and in the older one. */
function rateLimited({ policy, points, seconds }: RateLimitPolicy, waitMs: number): MilepostError {
  const wait = String(Math.max(1, Math.ceil(waitMs / 1000)));
  return new MilepostError(
    'RATE_LIMITED',
    `too much: at most ${points} in ${seconds} s, try again in ${wait} s`,
    {
      headers: {
        'Retry-After': wait,
        'RateLimit-Policy': `"${policy}";q=${points};w=${seconds}`,
        RateLimit: `"${policy}";r=0;t=${wait}`,
        'RateLimit-Limit': String(points),
        'RateLimit-Remaining': '0',
        'RateLimit-Reset': wait,
      },
    },
  );
}
