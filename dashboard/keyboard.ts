/** Which keys do what. Pure. */
import { VIEWS } from './places.ts';

export type Command =
  | 'next'
  | 'previous'
  | 'open'
  | 'close'
  | 'search'
  | 'pause'
  | 'top'
  | 'earlier'
  | 'later'
  | 'zoom-out'
  | 'zoom-back'
  | 'copy-link'
  | 'palette'
  | 'views'
  | 'export'
  | 'undo'
  | 'help';

export type KeyAction =
  | { readonly kind: 'run'; readonly command: Command }
  | { readonly kind: 'go-to'; readonly path: string }
  /** The first key of a sequence: what it does, the next key says. */
  | { readonly kind: 'wait' };

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
  /** The key before, when it began a sequence a moment ago. */
  readonly first: string | null;
}

export interface Shortcut {
  /** Each does the same; a sequence has a space between its keys. */
  readonly keys: readonly string[];
  readonly does: string;
  /** Absent: the element that has the focus sees to it. */
  readonly action?: KeyAction;
}

const run = (command: Command): KeyAction => ({ kind: 'run', command });
const goTo = (path: string): KeyAction => ({ kind: 'go-to', path });

/** What the help sheet lists, and what the keys do: one table, so that they cannot differ. */
export const SHORTCUTS: readonly { readonly title: string; readonly list: readonly Shortcut[] }[] =
  [
    {
      title: 'Everywhere',
      list: [
        ...VIEWS.map(({ key, name, path }) => ({
          keys: [`g ${key}`],
          does: name,
          action: goTo(path),
        })),
        { keys: ['g s', ','], does: 'Settings', action: goTo('/settings') },
        { keys: ['/'], does: 'Search', action: run('search') },
        { keys: ['y'], does: 'Copy a link to the event', action: run('copy-link') },
        { keys: ['Ctrl/⌘ K'], does: 'Go to, or do anything' },
        { keys: ['v'], does: 'Saved views', action: run('views') },
        { keys: ['x'], does: 'Export events', action: run('export') },
        { keys: ['u'], does: 'Undo what was just done', action: run('undo') },
        { keys: ['Esc'], does: 'Close the details', action: run('close') },
        { keys: ['?'], does: 'This help', action: run('help') },
      ],
    },
    {
      title: 'What runs where',
      list: [
        { keys: ['↑', '↓', '←', '→'], does: 'Move between cells; Home and End too' },
        { keys: ['Enter'], does: 'Open the change behind the cell' },
        { keys: ['Shift Enter'], does: 'The cell on the timeline' },
      ],
    },
    {
      title: 'Timeline',
      list: [
        { keys: ['j', '↓'], does: 'Next event', action: run('next') },
        { keys: ['k', '↑'], does: 'Previous event', action: run('previous') },
        { keys: ['Enter', 'o'], does: 'Open the event', action: run('open') },
        {
          keys: ['←', '→'],
          does: 'Move between the values of a row; Enter asks for one, Alt + Enter leaves it out',
        },
        { keys: ['p'], does: 'Pause and resume the list', action: run('pause') },
        { keys: ['t'], does: 'Back to the newest event', action: run('top') },
        { keys: ['['], does: 'Earlier', action: run('earlier') },
        { keys: [']'], does: 'Later', action: run('later') },
        { keys: ['z'], does: 'Zoom out', action: run('zoom-out') },
        { keys: ['b'], does: 'Back to the range before', action: run('zoom-back') },
      ],
    },
  ];

const ACTIONS: ReadonlyMap<string, KeyAction> = new Map(
  SHORTCUTS.flatMap(({ list }) => list).flatMap(({ keys, action }) =>
    action === undefined ? [] : keys.map((key) => [key, action] as const),
  ),
);
const FIRST_KEYS: ReadonlySet<string> = new Set(
  [...ACTIONS.keys()].flatMap((keys) => (keys.includes(' ') ? [keys.slice(0, 1)] : [])),
);
/** Keys that no voice types, by what the table calls them. */
const ARROWS: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑' };

export function actionFor(press: KeyPress, context: KeyContext): KeyAction | null {
  const { key, ctrlKey, metaKey, altKey } = press;
  // No letter on its own: it works while somebody types, and cannot be switched off.
  if (key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey) return run('palette');
  if (ctrlKey || metaKey || altKey) return null;
  if (key === 'Escape') return run('close');
  if (context.isTyping || key === 'Enter') return null;
  const arrow = ARROWS[key];
  if (arrow !== undefined) return (context.isInList && ACTIONS.get(arrow)) || null;
  if (context.areLettersOff) return null;
  const sequence = context.first === null ? undefined : ACTIONS.get(`${context.first} ${key}`);
  if (sequence !== undefined) return sequence;
  return FIRST_KEYS.has(key) ? { kind: 'wait' } : (ACTIONS.get(key) ?? null);
}
