/** What the screen is like, as signals. */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';

/** Room for one column only; the style sheets break at the same width. */
export const isNarrow: ReadonlySignal<boolean> = mediaSignal('screen and (max-width: 47.99em)');
export const isPrinting: ReadonlySignal<boolean> = printSignal();

function mediaSignal(query: string): Signal<boolean> {
  const media = matchMedia(query);
  const matches = signal(media.matches);
  media.addEventListener('change', () => {
    matches.value = media.matches;
  });
  return matches;
}

/** The medium changes too late: by then the sheets are laid out. */
function printSignal(): Signal<boolean> {
  const isOnPaper = mediaSignal('print');
  addEventListener('beforeprint', () => {
    isOnPaper.value = true;
  });
  addEventListener('afterprint', () => {
    isOnPaper.value = false;
  });
  return isOnPaper;
}
