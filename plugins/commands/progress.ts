/** How far a long transfer is: a line that is written again in a terminal, a line now and then elsewhere. */
import type { Terminal } from './terminal.ts';

export interface Progress {
  /** Told as often as one likes; shown seldom. */
  show(text: () => string): void;
  /** Leaves a line of its own for what is said next. */
  clear(): void;
}

const TERMINAL_MS = 100;
const LINES_MS = 5000;
const CLEAR_LINE = '\r\u001b[K';

/** `isQuiet`: nothing is said where stderr is no terminal. */
export function createProgress(
  { err, errColumns, delivery: { clock } }: Pick<Terminal, 'err' | 'errColumns' | 'delivery'>,
  isQuiet = false,
): Progress {
  const isTerminal = errColumns !== undefined;
  let last = clock();
  let isShown = false;
  return {
    show: (text) => {
      const now = clock();
      if (now - last < (isTerminal ? TERMINAL_MS : LINES_MS) || (isQuiet && !isTerminal)) return;
      last = now;
      if (!isTerminal) return err(`${text()}\n`);
      // One less: a full line would wrap.
      err(`${CLEAR_LINE}${text().slice(0, Math.max(0, errColumns - 1))}`);
      isShown = true;
    },
    clear: () => {
      if (isShown) err(CLEAR_LINE);
      isShown = false;
    },
  };
}

/** Such as `[#####-----]  50 %`. `share` from 0 to 1. */
export function bar(share: number): string {
  const WIDTH = 20;
  const full = Math.round(Math.min(1, share) * WIDTH);
  const percent = String(Math.floor(Math.min(1, share) * 100)).padStart(3);
  return `[${'#'.repeat(full)}${'-'.repeat(WIDTH - full)}] ${percent} %`;
}

export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const [unit, size] = bytes < 1e6 ? ['kB', 1e3] : bytes < 1e9 ? ['MB', 1e6] : ['GB', 1e9];
  return `${(bytes / Number(size)).toFixed(1)} ${unit}`;
}

/** Such as `12,345`. */
export function countText(count: number): string {
  return count.toLocaleString('en-US');
}

/** Such as `1,200/s`; empty before there is anything to measure. */
export function rateText(count: number, ms: number): string {
  return ms <= 0 ? '' : `${countText(Math.round((count * 1000) / ms))}/s`;
}

/** Such as `1 min 5 s`. */
export function durationText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}
