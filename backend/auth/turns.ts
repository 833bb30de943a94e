import { unavailable } from '../errors.ts';

/** Runs at most `atOnce` works at a time; rejects with UNAVAILABLE when `waiting` wait already. */
export function createTurns(atOnce: number, waiting: number) {
  const queue: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw unavailable('too many people sign in at this moment');
      // Who ends hands over its turn.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
