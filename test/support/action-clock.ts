import type { RetryDependencies } from '../../plugins/retry.ts';

export interface TestClock extends Pick<RetryDependencies, 'clock' | 'random' | 'sleep'> {
  /** The waits that were asked for, ms. */
  readonly waits: readonly number[];
}

/** Time that passes only while somebody sleeps; chance that always says the same. */
export function createTestClock(chance = 1, start = Date.UTC(2026, 10, 20, 10)): TestClock {
  let now = start;
  const waits: number[] = [];
  return {
    waits,
    clock: () => now,
    random: () => chance,
    sleep: async (ms) => {
      waits.push(ms);
      now += ms;
    },
  };
}
