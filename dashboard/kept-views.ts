import { type ReadonlySignal, signal } from '@preact/signals';
import { type Kept, NOTHING_KEPT, readKept } from './kept.ts';

export interface KeptViews {
  readonly kept: ReadonlySignal<Kept>;
  change(change: (kept: Kept) => Kept): void;
  /** Somebody else may sign in next. */
  clear(): void;
}

const NAME = 'milepost.views';

/** In the storage of this browser; what another tab changes shows here too. */
export function createKeptViews(): KeptViews {
  const kept = signal(readKept(read()));
  const change: KeptViews['change'] = (toNew) => {
    kept.value = toNew(kept.peek());
    try {
      localStorage.setItem(NAME, JSON.stringify(kept.peek()));
    } catch {
      // A browser that stores nothing: it lasts as long as the page.
    }
  };
  addEventListener('storage', ({ key }) => {
    if (key === NAME) kept.value = readKept(read());
  });
  return { kept, change, clear: () => change(() => NOTHING_KEPT) };
}

function read(): string | null {
  try {
    return localStorage.getItem(NAME);
  } catch {
    return null;
  }
}
