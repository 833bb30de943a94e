export interface Watch {
  /** To be called after every change: those whose condition holds now go on. */
  look(): void;
  /** Resolves as soon as the condition holds, at once when it does already. */
  until(fits: () => boolean): Promise<void>;
}

/** Lets tests wait for what happens, instead of for a time. */
export function createWatch(): Watch {
  const waiting = new Set<() => void>();
  return {
    look: () => {
      for (const look of [...waiting]) look();
    },
    until: (fits) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!fits()) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}
