/** What a reader prefers on this device. */

import { effect, type Signal, signal } from '@preact/signals';
import { isTimeZone } from '../backend/model/time.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export interface Preferences {
  readonly theme: Signal<Theme>;
  /** Single-letter keys do nothing (WCAG 2.1.4). */
  readonly areLettersOff: Signal<boolean>;
  /** Environments in the reader's own order; empty for the usual one. */
  readonly environments: Signal<readonly string[]>;
  /** An IANA time zone; empty: the one of this device. */
  readonly timeZone: Signal<string>;
}

const NAME = 'milepost.preferences';

export function createPreferences(): Preferences {
  const stored = read();
  const theme = signal<Theme>(THEMES.find((one) => one === stored['theme']) ?? 'system');
  const areLettersOff = signal(stored['areLettersOff'] === true);
  const order: unknown = stored['environments'];
  const environments = signal<readonly string[]>(
    Array.isArray(order) ? order.filter((name) => typeof name === 'string') : [],
  );
  const zone = stored['timeZone'];
  const timeZone = signal(typeof zone === 'string' && isTimeZone(zone) ? zone : '');
  effect(() => {
    document.documentElement.dataset['theme'] = theme.value;
    write({
      theme: theme.value,
      areLettersOff: areLettersOff.value,
      environments: environments.value,
      timeZone: timeZone.value,
    });
  });
  return { theme, areLettersOff, environments, timeZone };
}

function read(): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(NAME) ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function write(preferences: object): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(preferences));
  } catch {
    // A browser that stores nothing: the preference lasts as long as the page.
  }
}
