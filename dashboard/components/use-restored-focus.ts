import { useLayoutEffect } from 'preact/hooks';

/** Gives the focus back to where it was before a modal dialog opened; call it before `useDialog`. */
export function useRestoredFocus(): void {
  useLayoutEffect(() => {
    const before = document.activeElement;
    return () => {
      // Not at once: as long as the dialog is there, nothing outside of it takes the focus.
      queueMicrotask(() => {
        const isFree = document.activeElement === document.body;
        if (isFree && before instanceof HTMLElement) before.focus();
      });
    };
  }, []);
}
