/** When something was last used: noted for every request, written down now and then. */
export interface Uses {
  /** `at` in ms since the Unix epoch. */
  note(id: string, at: number): void;
  /** What could not be written is kept for the next time. Rejects as `touch` does. */
  flush(): Promise<void>;
}

export function createUses(touch: (uses: ReadonlyMap<string, number>) => Promise<void>): Uses {
  let uses = new Map<string, number>();
  return {
    note: (id, at) => {
      uses.set(id, at);
    },
    flush: async () => {
      const pending = uses;
      uses = new Map();
      if (pending.size === 0) return;
      try {
        await touch(pending);
      } catch (error) {
        uses = new Map([...pending, ...uses]);
        throw error;
      }
    },
  };
}
