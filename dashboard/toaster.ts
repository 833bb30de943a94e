/** What was done without a trace on the screen: said for a while, and taken back where that works. */
import { type ReadonlySignal, signal } from '@preact/signals';

export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly action: ToastAction | null;
}

export interface Toaster {
  /** Oldest first. */
  readonly list: ReadonlySignal<readonly Toast[]>;
  readonly say: (text: string, action?: ToastAction, how?: 'for a while' | 'until closed') => void;
  close(id: number): void;
  /** Nothing goes away while somebody reads it: a pointer or the focus is on it. */
  hold(isHeld: boolean): void;
  /** Runs the action of the newest toast that has one. False where there is none. */
  runAction(id?: number): boolean;
}

/** How long a toast stays, ms; one that can be acted on stays longer. */
const SHOWN_MS = 4000;
const SHOWN_WITH_ACTION_MS = 10_000;
const MOST = 3;
const STEP_MS = 250;

export function createToaster(): Toaster {
  const list = signal<readonly Toast[]>([]);
  const left = new Map<number, number>();
  let isHeld = false;
  let serial = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  const close = (id: number) => {
    left.delete(id);
    list.value = list.peek().filter((one) => one.id !== id);
    if (list.peek().length > 0) return;
    // Whoever held them has nothing to leave any more.
    isHeld = false;
    clearInterval(timer);
    timer = undefined;
  };
  const step = () => {
    if (isHeld) return;
    for (const [id, ms] of left) {
      if (ms <= STEP_MS) close(id);
      else left.set(id, ms - STEP_MS);
    }
  };
  return {
    list,
    say: (text, action, how = 'for a while') => {
      serial += 1;
      const shown = action === undefined ? SHOWN_MS : SHOWN_WITH_ACTION_MS;
      left.set(serial, how === 'until closed' ? Number.POSITIVE_INFINITY : shown);
      list.value = [...list.peek(), { id: serial, text, action: action ?? null }];
      for (const { id } of list.peek().slice(0, -MOST)) close(id);
      timer ??= setInterval(step, STEP_MS);
    },
    close,
    hold: (isHeldNow) => {
      isHeld = isHeldNow;
    },
    runAction: (id) => {
      const found = list
        .peek()
        .findLast((one) => one.action !== null && (id === undefined || one.id === id));
      if (found === undefined) return false;
      close(found.id);
      found.action?.run();
      return true;
    },
  };
}
