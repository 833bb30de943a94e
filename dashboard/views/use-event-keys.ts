import { useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { App } from '../app.ts';
import type { Preferences } from '../preferences.ts';
import { copyEventLink } from './copy-event-link.ts';
import { useKeyboard } from './use-keyboard.ts';

/** The keys of the details, in a view without a list; closed, the focus is where they were opened. */
export function useEventKeys(app: App, preferences: Preferences): void {
  const { event, closeEvent } = app.navigation;
  const opener = useRef<Element | null>(null);
  useKeyboard(
    {
      close: () => {
        if (event.peek() !== null) closeEvent();
      },
      'copy-link': () => void copyEventLink(app, event.peek()),
    },
    preferences,
  );
  useSignalEffect(() => {
    if (event.value !== null) {
      opener.current ??= document.activeElement;
      return;
    }
    const { current } = opener;
    opener.current = null;
    // Behind the rendering, which takes the details away.
    if (current instanceof HTMLElement) setTimeout(() => current.focus());
  });
}
