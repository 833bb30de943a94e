/**
 * What is under way, for one that comes and goes with every request. Not a Set: V8 links each table
 * that a Set has outgrown to the next one, so with a Set that is always in motion one table that
 * grew old keeps all later ones, and what they hold, from being collected young: a fifth of all
 * time went into moving dead requests about.
 */
export interface InFlight<Item> {
  /** Returns what to call when it is over, once. */
  add(item: Item): () => void;
  count(): number;
  all(): Item[];
}

export function createInFlight<Item extends object>(): InFlight<Item> {
  const slots: (Item | undefined)[] = [];
  const free: number[] = [];
  return {
    add: (item) => {
      const slot = free.pop() ?? slots.length;
      slots[slot] = item;
      return () => {
        slots[slot] = undefined;
        free.push(slot);
      };
    },
    count: () => slots.length - free.length,
    all: () => slots.filter((item) => item !== undefined),
  };
}
