/** Which keys do what. Pure. */

export type Command =
  | 'next'
  | 'previous'
  | 'open'
  | 'close'
  | 'search'
  | 'pause'
  | 'top'
  | 'copy-link'
  | 'settings'
  | 'help';

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

export interface KeyContext {
  /** The focus is where letters are text. */
  readonly isTyping: boolean;
  /** The reader wants no single-letter keys: voice input types letters by the dozen. */
  readonly areLettersOff: boolean;
  /** The focus is on a row of the list. */
  readonly isInList: boolean;
}

const ARROWS: Readonly<Record<string, Command>> = { ArrowDown: 'next', ArrowUp: 'previous' };
const LETTERS: Readonly<Record<string, Command>> = {
  j: 'next',
  k: 'previous',
  o: 'open',
  '/': 'search',
  p: 'pause',
  t: 'top',
  y: 'copy-link',
  ',': 'settings',
  '?': 'help',
};

/** What the help sheet lists. */
export const SHORTCUTS: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ['j', '↓'], does: 'Next event' },
  { keys: ['k', '↑'], does: 'Previous event' },
  { keys: ['Enter', 'o'], does: 'Open the event' },
  { keys: ['←', '→'], does: 'Move between the values of a row; Enter filters by one' },
  { keys: ['Esc'], does: 'Close the details' },
  { keys: ['/'], does: 'Search' },
  { keys: ['p'], does: 'Pause and resume the list' },
  { keys: ['t'], does: 'Back to the newest event' },
  { keys: ['y'], does: 'Copy a link to the event' },
  { keys: [','], does: 'Settings' },
  { keys: ['?'], does: 'This help' },
];

export function commandFor(press: KeyPress, context: KeyContext): Command | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  if (press.key === 'Escape') return 'close';
  if (context.isTyping) return null;
  if (context.isInList && press.key in ARROWS) return ARROWS[press.key] ?? null;
  if (context.areLettersOff) return null;
  return LETTERS[press.key] ?? null;
}
