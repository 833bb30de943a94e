/** What was done without a trace on the screen, said for a moment. */
import { type ReadonlySignal, signal } from '@preact/signals';

export interface Toaster {
  /** Empty when there is nothing to say. */
  readonly text: ReadonlySignal<string>;
  readonly say: (text: string) => void;
}

const SHOWN_MS = 2500;

export function createToaster(): Toaster {
  const text = signal('');
  let timer: number | undefined;
  return {
    text,
    say: (said) => {
      clearTimeout(timer);
      text.value = said;
      timer = window.setTimeout(() => {
        text.value = '';
      }, SHOWN_MS);
    },
  };
}
