/** The time of day as a signal, for everything that says how long ago something was. */
import { type ReadonlySignal, signal } from '@preact/signals';

const TICK_MS = 1000;

/** ms since the Unix epoch, every second while somebody can see it. */
export function createClock(): ReadonlySignal<number> {
  const now = signal(Date.now());
  const tick = () => {
    if (document.visibilityState === 'visible') now.value = Date.now();
  };
  setInterval(tick, TICK_MS);
  document.addEventListener('visibilitychange', tick);
  return now;
}
