import type { RetryDependencies } from '../retry.ts';
import type { Terminal } from './terminal.ts';

/** Somebody pressed Ctrl-C. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** Requests that end with the signal: what waits then rejects with `Interrupted`. */
export function interruptible(
  { delivery, pause }: Pick<Terminal, 'delivery' | 'pause'>,
  signal: AbortSignal,
): RetryDependencies {
  return {
    ...delivery,
    transport: (request, attempt) =>
      delivery.transport(request, AbortSignal.any([attempt, signal])),
    sleep: async (ms) => {
      await pause(ms, signal);
      if (signal.aborted) throw new Interrupted();
    },
  };
}
