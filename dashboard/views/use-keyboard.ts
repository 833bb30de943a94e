import { useEffect } from 'preact/hooks';
import { type Command, commandFor } from '../keyboard.ts';

/** Runs what the reader's keys ask for, unless a menu or a modal dialog is at work. */
export function useKeyboard(run: (command: Command) => void, areLettersOff: () => boolean): void {
  useEffect(() => {
    const onKey = (press: KeyboardEvent) => {
      const target = press.target instanceof HTMLElement ? press.target : document.body;
      const isTyping = target.matches('input:not([type=checkbox], [type=radio]), textarea, select');
      const isInList = target.closest('.grid-body') !== null;
      const command = commandFor(press, { isTyping, isInList, areLettersOff: areLettersOff() });
      if (command === null) return;
      if (command === 'close' && isTyping) return target.blur();
      press.preventDefault();
      run(command);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [run, areLettersOff]);
}
