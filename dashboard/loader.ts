/** Asks the server for what the address shows, and again when there is reason to. */
import { computed, effect, type ReadonlySignal, untracked } from '@preact/signals';
import type { Api } from './api.ts';
import { createListWindow, type ListWindow } from './list-window.ts';
import type { ApiError } from './requests.ts';
import { includesEvent } from './rows.ts';
import type { Store } from './store.ts';
import { toApiParameters, type ViewState } from './url-state.ts';

export interface Loader extends ListWindow {
  /** Loads the list and the figures afresh; what is shown stays until they are there. */
  reload(): void;
  /** What was loaded may have gaps: afresh, now or when it is wanted again. */
  reset(): void;
  /** Fetches what may have been stored before the live feed began to listen. */
  catchUp(): Promise<void>;
  /** Something changed the figures; many calls become few requests. */
  countSoon(): void;
  close(): void;
}

export interface LoaderDependencies {
  readonly api: Api;
  readonly store: Store;
  readonly view: ReadonlySignal<ViewState>;
  /** Somebody looks at the list; until then nothing is asked for. */
  readonly isWanted: ReadonlySignal<boolean>;
  readonly onUnauthorized: (reason: string) => void;
}

/** The shortest time between two looks at the figures, ms. */
const COUNT_INTERVAL_MS = 1000;

export function createLoader(dependencies: LoaderDependencies): Loader {
  const { api, store, view, isWanted, onUnauthorized } = dependencies;
  const { dispatch } = store;
  let listing = new AbortController();
  let loading: Promise<void> = Promise.resolve();

  const notice = (error: ApiError) => {
    if (error.kind === 'unauthorized') onUnauthorized(error.message);
  };
  const counter = createCounter(dependencies, notice);

  const load = async (shown: ViewState): Promise<void> => {
    listing.abort();
    listing = new AbortController();
    const { signal } = listing;
    dispatch({ kind: 'load-started', view: shown });
    const answer = await api.events(shown, signal);
    if (signal.aborted) return;
    if (answer.ok) dispatch({ kind: 'loaded', page: answer.value });
    else {
      dispatch({ kind: 'load-failed', error: answer.error });
      notice(answer.error);
    }
  };
  const reload = () => {
    loading = load(view.peek());
    counter.countNow();
  };
  const window = createListWindow(dependencies, notice, {
    current: () => listing.signal,
    renew: () => {
      listing.abort();
      listing = new AbortController();
      return listing.signal;
    },
    loaded: () => loading,
  });
  const catchUp = async (): Promise<void> => {
    if (!watch.isLoaded()) return;
    await loading;
    const { status, view: shown } = store.timeline.peek();
    if (status === 'failed') return reset();
    const { signal } = listing;
    const answer = await api.events(shown, signal);
    if (signal.aborted || !answer.ok) return;
    const { events, next } = answer.value;
    const { rows } = store.timeline.peek();
    const hasGap = next !== null && !events.some((event) => includesEvent(rows, event));
    if (hasGap) reset();
    else dispatch({ kind: 'events', events: events.toReversed(), now: Date.now() });
  };

  const watch = watchFilter(dependencies, reload, counter.countSoon);
  const reset = () => {
    if (isWanted.peek()) reload();
    else watch.forget();
  };

  return {
    reload,
    reset,
    ...window,
    catchUp,
    countSoon: counter.countSoon,
    close: () => {
      watch.stop();
      listing.abort();
      counter.close();
    },
  };
}

/** Calls when there is something else to show; the open event is no part of it. */
function watchFilter(
  { view, isWanted }: LoaderDependencies,
  onChange: () => void,
  onReturn: () => void,
) {
  let shown: string | undefined;
  const wanted = computed(() => (isWanted.value ? String(toApiParameters(view.value)) : null));
  const stop = effect(() => {
    const parameters = wanted.value;
    if (parameters === null) return;
    const isBack = parameters === shown;
    shown = parameters;
    untracked(isBack ? onReturn : onChange);
  });
  return {
    stop,
    isLoaded: () => shown !== undefined,
    forget: () => {
      shown = undefined;
    },
  };
}

function createCounter(
  { api, store, view, isWanted }: LoaderDependencies,
  onError: (error: ApiError) => void,
) {
  let counting = new AbortController();
  let countedAt = 0;
  let timer: number | undefined;

  const count = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    countedAt = Date.now();
    counting.abort();
    counting = new AbortController();
    const { signal } = counting;
    const shown = view.peek();
    const [summary, facets] = await Promise.all([
      api.summary(shown, signal),
      api.facets(shown, signal),
    ]);
    if (signal.aborted) return;
    if (summary.ok && facets.ok) {
      store.dispatch({ kind: 'counted', summary: summary.value, facets: facets.value });
      return;
    }
    store.dispatch({ kind: 'count-failed' });
    if (!summary.ok) onError(summary.error);
  };
  return {
    countNow: () => void count(),
    countSoon: () => {
      if (!isWanted.peek()) return;
      const wait = Math.max(0, countedAt + COUNT_INTERVAL_MS - Date.now());
      timer ??= window.setTimeout(() => void count(), wait);
    },
    close: () => {
      clearTimeout(timer);
      counting.abort();
    },
  };
}
