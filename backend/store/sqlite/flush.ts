import { unavailable } from '../../errors.ts';

/** Resolves when everything that was committed before the call is on the disk. */
export type Flush = () => Promise<void>;

/**
 * One flush at a time; whoever asks while one is under way shares the next, for the one that runs
 * may have begun before the commit in question. After a flush that failed nobody knows what reached
 * the disk (the system may drop what it could not write): from then on every flush is refused.
 */
export function createFlush(sync: () => Promise<void>): Flush {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let failure: Error | undefined;

  const run = async (): Promise<void> => {
    if (failure !== undefined) throw failure;
    try {
      await sync();
    } catch (error) {
      failure = unavailable(
        'the database could not be written to its disk; restart Milepost when the disk is well',
        error,
      );
      throw failure;
    }
  };
  const begin = (): Promise<void> => {
    next = undefined;
    const current = run();
    running = current;
    const end = (): void => {
      if (running === current && next === undefined) running = undefined;
    };
    current.then(end, end);
    return current;
  };

  return () => {
    if (running === undefined) return begin();
    next ??= running.then(begin, begin);
    return next;
  };
}
