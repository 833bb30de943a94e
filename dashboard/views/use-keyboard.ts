import { useEffect, useRef } from 'preact/hooks';
import { actionFor, type Command, type KeyAction } from '../keyboard.ts';
import type { Preferences } from '../preferences.ts';

/** What the keys do here; what is left out is for others who listen, or for nobody. */
export type Commands = Partial<Readonly<Record<Command, () => void>>>;

/** So long a sequence waits for its next key, ms. */
const SEQUENCE_MS = 1500;

/** Runs what the reader's keys ask for, unless a menu or a modal dialog is at work. */
export function useKeyboard(
  commands: Commands,
  { areLettersOff }: Preferences,
  goTo?: (path: string) => void,
): void {
  const latest = useRef(commands);
  latest.current = commands;
  useEffect(() => {
    let first: KeyboardEvent | null = null;
    const onKey = (press: KeyboardEvent) => {
      const target = press.target instanceof HTMLElement ? press.target : document.body;
      const isTyping = target.matches('input:not([type=checkbox], [type=radio]), textarea, select');
      const isInList = target.closest('.grid-body') !== null;
      const isNext = first !== null && press.timeStamp - first.timeStamp < SEQUENCE_MS;
      const action = actionFor(press, {
        ...{ isTyping, isInList, areLettersOff: areLettersOff.peek() },
        first: isNext ? (first?.key ?? null) : null,
      });
      first = action?.kind === 'wait' ? press : null;
      const deed = action === null ? undefined : deedFor(action, latest.current, goTo);
      if (deed === undefined) return;
      const isClose = action?.kind === 'run' && action.command === 'close';
      if (isTyping && isClose) return target.blur();
      press.preventDefault();
      deed();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [areLettersOff, goTo]);
}

function deedFor(
  action: KeyAction,
  commands: Commands,
  goTo: ((path: string) => void) | undefined,
): (() => void) | undefined {
  if (action.kind === 'run') return commands[action.command];
  if (action.kind === 'wait' || goTo === undefined) return undefined;
  return () => goTo(action.path);
}
