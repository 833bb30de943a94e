/** What can be done with the matrix, by mouse, key or finger; all of it goes through the address. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { StoredEvent } from '../../backend/model/event.ts';
import type { App } from '../app.ts';
import type { Preferences } from '../preferences.ts';
import type { Session } from '../session.ts';
import { type EventReference, referenceTo, toQuery, withReference } from '../url-state.ts';
import { copyEventLink } from '../views/copy-event-link.ts';
import type { Commands } from '../views/use-keyboard.ts';
import { type HomeState, PLAIN_HOME, writeHomeState } from './address.ts';
import { type Environment, orderEnvironments } from './environments.ts';
import { type Grid, toGrid } from './grid.ts';

/** Where the keyboard is: the first column holds the systems. */
export interface CellPlace {
  readonly source: string;
  readonly column: number;
}

export interface HomeModel {
  readonly state: ReadonlySignal<HomeState>;
  readonly grid: ReadonlySignal<Grid>;
  /** All that there are, in the reader's order. */
  readonly environments: ReadonlySignal<readonly Environment[]>;
  readonly active: Signal<CellPlace | null>;
  readonly isOrdering: Signal<boolean>;
  /** What had the focus when the details were opened. */
  readonly opener: { current: Element | null };
  readonly change: (state: Partial<HomeState>, how?: 'push' | 'replace') => void;
  readonly toggleCompare: () => void;
  readonly open: (event: StoredEvent) => void;
  /** The address that `open` leads to. */
  readonly addressOf: (event: StoredEvent) => string;
  readonly commands: Commands;
}

export function createHomeModel(
  app: App,
  session: Session,
  { environments: chosen }: Preferences,
): HomeModel {
  const { navigation } = app;
  const { store } = session;
  const state = computed(() => session.home.value ?? PLAIN_HOME);
  const environments = computed(() => {
    const found = [...store.matrix.value.cells.values()].map(({ subject }) => subject);
    return orderEnvironments(found, chosen.value);
  });
  let shown: Grid | undefined;
  const grid = computed(() => {
    const { cells, history, changed } = store.matrix.value;
    const { find, isDriftOnly, compare } = state.value;
    const options = { order: chosen.value, find, isDriftOnly, compare, history, changed };
    shown = toGrid(cells, options, shown);
    return shown;
  });
  const change = (part: Partial<HomeState>, how?: 'push' | 'replace') =>
    navigation.ask(writeHomeState(navigation.query.peek(), { ...state.peek(), ...part }), how);
  const current = (): EventReference | null => {
    const { source, column } = active.peek() ?? { source: null, column: 0 };
    const cell = grid.peek().rows.find((row) => row.source === source)?.cells[column - 1];
    return navigation.event.peek() ?? (cell ? referenceTo(cell) : null);
  };
  const opener: HomeModel['opener'] = { current: null };
  const active = signal<CellPlace | null>(null);

  return {
    ...{ state, grid, environments, active, change },
    isOrdering: signal(false),
    opener,
    toggleCompare: () => change({ compare: state.peek().compare ? null : lastTwo(environments) }),
    open: (event) => {
      opener.current = document.activeElement;
      navigation.openEvent(referenceTo(event));
    },
    addressOf: (event) =>
      location.pathname + toQuery(withReference(navigation.query.value, referenceTo(event))),
    commands: {
      close: () => {
        if (navigation.event.peek() !== null) navigation.closeEvent();
      },
      'copy-link': () => void copyEventLink(app, current()),
    },
  };
}

/** The two that are nearest to production: what is about to be released, and what is. */
function lastTwo(environments: ReadonlySignal<readonly Environment[]>): HomeState['compare'] {
  const [first, second] = environments
    .peek()
    .filter((one) => one !== null)
    .slice(-2);
  return first === undefined || second === undefined ? null : [first, second];
}
