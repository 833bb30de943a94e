/** Where the entries of the palette come from, and what was used lately. */
import { type ReadonlySignal, signal } from '@preact/signals';
import type { Account, ValueCount } from '../api.ts';
import { data } from '../api.ts';
import { copyText } from '../clipboard.ts';
import { settingsPath, VIEWS } from '../places.ts';
import { THEMES } from '../preferences.ts';
import { request } from '../requests.ts';
import { pagesFor } from '../settings/permissions.ts';
import { revealText, shortSource } from '../text.ts';
import { EMPTY_VIEW, timelineAddress } from '../url-state.ts';
import { noteRecent, type PaletteEntry } from './palette-entries.ts';
import { savedViewsOf } from './saved-views.ts';
import type { ToolProps } from './tool-props.ts';

export interface PaletteModel {
  readonly entries: (query: string) => readonly PaletteEntry[];
  readonly recent: ReadonlySignal<readonly string[]>;
  /** Asks for what only the server knows; what is known already is there at once. */
  readonly load: () => Promise<void>;
  readonly run: (entry: PaletteEntry) => void;
}

interface Facets {
  readonly sources: readonly ValueCount[];
  readonly subjects: readonly ValueCount[];
}

const NAME = 'milepost.recent';
const NO_FACETS: Facets = { sources: [], subjects: [] };

export function createPaletteModel(props: ToolProps): PaletteModel {
  const { app, session } = props;
  const { keptViews, toaster, navigation } = app;
  const views = savedViewsOf({ session, keptViews, toaster });
  const facets = signal(NO_FACETS);
  const recent = signal(readRecent());
  const go = (path: string) => () => navigation.goTo(path);

  const savedEntries = (): readonly PaletteEntry[] =>
    (views.list.value ?? []).map(({ id, name, address, isShared }) => ({
      id: `view ${id}`,
      group: 'Saved views',
      name: revealText(name),
      words: isShared ? 'shared' : 'mine',
      run: go(address),
    }));
  return {
    recent,
    entries: (query) => [
      ...viewEntries(go),
      ...savedEntries(),
      ...actionEntries(props),
      ...settingsEntries(session.account.value, go),
      ...facetEntries('Systems', 'source', facets.value.sources, go),
      ...facetEntries('Environments', 'subject', facets.value.subjects, go),
      ...queryEntries(query, props),
    ],
    load: async () => {
      void views.load();
      const path = '/api/v1/events/facets';
      const answer = data<Facets>(await request({ path, key: session.key }));
      if (answer.ok) facets.value = answer.value;
    },
    run: (entry) => {
      // What was typed once is no habit.
      if (!entry.id.startsWith('query ')) {
        recent.value = noteRecent(recent.peek(), entry.id);
        writeRecent(recent.peek());
      }
      entry.run();
    },
  };
}

type Go = (path: string) => () => void;

/** The one of the device is an empty one; the range of the timeline knows all others. */
const ZONES = [
  ['', 'of this device'],
  ['UTC', 'UTC'],
] as const;
const PAGE_NAMES: Readonly<Record<string, string>> = {
  keys: 'API keys',
  context: 'Business context',
  audit: 'Audit log',
};

function viewEntries(go: Go): readonly PaletteEntry[] {
  return VIEWS.map(({ kind, name, path, key }) => ({
    ...{ id: `page ${kind}`, group: 'Go to' as const, name, hint: `g ${key}`, run: go(path) },
  }));
}

function settingsEntries(account: Account | null, go: Go): readonly PaletteEntry[] {
  const settings = account === null ? [] : pagesFor(account);
  return [
    ...settings.map((page) => ({
      id: `settings ${page}`,
      group: 'Settings' as const,
      name: PAGE_NAMES[page] ?? `${page.slice(0, 1).toUpperCase()}${page.slice(1)}`,
      run: go(settingsPath(page)),
    })),
    {
      ...{ id: 'page welcome', group: 'Go to', name: 'Connect a pipeline', run: go('/welcome') },
      words: 'github gitlab jenkins first event',
    },
  ];
}

function actionEntries({ app, session, preferences, onOpen }: ToolProps): readonly PaletteEntry[] {
  const { toaster } = app;
  const { isPaused } = session;
  const act = (
    id: string,
    name: string,
    run: () => void,
    more: Pick<PaletteEntry, 'hint' | 'words'> = {},
  ): PaletteEntry => ({ id: `do ${id}`, group: 'Do', name, run, ...more });
  const copyLink = async () => {
    const isCopied = await copyText(location.href, document.body);
    toaster.say(isCopied ? 'Link copied' : 'Copying failed');
  };
  const pause = () => {
    isPaused.value = !isPaused.peek();
    toaster.say(isPaused.peek() ? 'The list stands still' : 'The list moves again');
  };
  return [
    act('save', 'Save this view…', () => onOpen('views'), { hint: 'v', words: 'saved views pin' }),
    act('export', 'Export events…', () => onOpen('export'), {
      hint: 'x',
      words: 'csv json markdown download',
    }),
    act('pause', isPaused.value ? 'Resume the list' : 'Pause the list', pause, { hint: 'p' }),
    act('copy', 'Copy a link to this page', () => void copyLink(), { words: 'share url address' }),
    ...THEMES.map((theme) =>
      act(`theme ${theme}`, `Theme: ${theme}`, () => {
        preferences.theme.value = theme;
      }),
    ),
    ...ZONES.map(([zone, name]) =>
      act(`zone ${zone}`, `Time zone: ${name}`, () => {
        preferences.timeZone.value = zone;
      }),
    ),
    act('print', 'Print this page', () => print()),
    act('help', 'Keyboard and help', () => onOpen('help'), { hint: '?', words: 'shortcuts keys' }),
    act('docs', 'API reference', () => location.assign('/docs'), { words: 'openapi rest' }),
    act('sign-out', 'Sign out', () => void app.signOut(), { words: 'log out leave' }),
  ];
}

function facetEntries(
  group: 'Systems' | 'Environments',
  field: 'source' | 'subject',
  values: readonly ValueCount[],
  go: Go,
): readonly PaletteEntry[] {
  return values.flatMap(({ value }) => {
    if (value === null) return [];
    const address = timelineAddress({ ...EMPTY_VIEW, [field]: [value] });
    const name = revealText(shortSource(value));
    return [{ id: `${field} ${value}`, group, name, words: revealText(value), run: go(address) }];
  });
}

/** What was typed is itself something to look for. */
function queryEntries(query: string, { app }: ToolProps): readonly PaletteEntry[] {
  if (query === '') return [];
  const shown = revealText(query);
  const { navigation } = app;
  return [
    {
      ...{ id: 'query search', group: 'Events', name: `Search the timeline for “${shown}”` },
      run: () => navigation.goTo(timelineAddress({ ...EMPTY_VIEW, search: query })),
    },
    {
      ...{ id: 'query open', group: 'Events', name: `Open the event with the id “${shown}”` },
      run: () => {
        const event = { id: query, source: null };
        // Settings and the like have no place for details.
        if (isView(navigation.place.peek().kind)) navigation.openEvent(event);
        else navigation.goTo(timelineAddress({ ...EMPTY_VIEW, event }));
      },
    },
  ];
}

function isView(kind: string): boolean {
  return VIEWS.some((view) => view.kind === kind);
}

function readRecent(): readonly string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(NAME) ?? '[]');
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

function writeRecent(recent: readonly string[]): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(recent));
  } catch {
    // A browser that stores nothing.
  }
}
