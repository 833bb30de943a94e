import { MilepostError } from './errors.ts';

export interface GroupCommitLimits {
  /** Items in one write. */
  readonly items: number;
  /** Writes at the same time: while one waits for its disk or its server, the next can be made. */
  readonly writes: number;
}

/**
 * Gathers what is asked for at the same time into one write. The first item of a group schedules
 * the write for the end of this turn of the event loop, so that a lone item waits for nobody;
 * while as many writes as may be are under way, the next group fills.
 */
export function createGroupCommit<Item, Outcome>(
  write: (items: readonly Item[]) => Promise<readonly Outcome[]>,
  limits: GroupCommitLimits,
): (item: Item) => Promise<Outcome> {
  interface Waiting {
    readonly item: Item;
    readonly resolve: (outcome: Outcome) => void;
    readonly reject: (reason: unknown) => void;
  }
  let queue: Waiting[] = [];
  let isScheduled = false;
  let writing = 0;

  const flush = async (): Promise<void> => {
    isScheduled = false;
    writing += 1;
    while (queue.length > 0) {
      const group = queue.slice(0, limits.items);
      queue = queue.slice(limits.items);
      await settle(group);
    }
    writing -= 1;
  };

  const settle = async (group: readonly Waiting[]): Promise<void> => {
    try {
      const outcomes = await write(group.map((waiting) => waiting.item));
      for (const [index, waiting] of group.entries()) {
        const outcome = outcomes[index];
        if (outcome === undefined) waiting.reject(new Error('a write left an item unanswered'));
        else waiting.resolve(outcome);
      }
    } catch (error) {
      // An error that nobody foresaw may be about one item: it must not take the others with it.
      if (group.length > 1 && !(error instanceof MilepostError)) {
        for (const waiting of group) await settle([waiting]);
      } else {
        for (const waiting of group) waiting.reject(error);
      }
    }
  };

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      if (isScheduled || writing >= limits.writes) return;
      isScheduled = true;
      setImmediate(() => void flush());
    });
}
