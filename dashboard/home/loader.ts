/** Asks the server what runs where, and again when there is reason to. */
import { computed, effect, type ReadonlySignal, untracked } from '@preact/signals';
import type { Api } from '../api.ts';
import type { ApiError } from '../requests.ts';
import type { Store } from '../store.ts';
import type { HomeState } from './address.ts';

export interface HomeLoader {
  /** Afresh, now or when somebody looks again; what is shown stays until the answer is there. */
  reload(): void;
  close(): void;
}

export interface HomeLoaderDependencies {
  readonly api: Api;
  readonly store: Store;
  /** Null while another view is on. */
  readonly state: ReadonlySignal<HomeState | null>;
  readonly onUnauthorized: (reason: string) => void;
}

/** Pages of a hundred: enough for the order of versions, and for counting what lies between. */
const PAGES = { plain: 3, compared: 10 } as const;

export function createHomeLoader(dependencies: HomeLoaderDependencies): HomeLoader {
  const { api, store, state, onUnauthorized } = dependencies;
  let loading = new AbortController();
  let answering: Promise<unknown> = Promise.resolve();

  const refuse = (error: ApiError) => {
    store.dispatch({ kind: 'state-failed', error });
    if (error.kind === 'unauthorized') onUnauthorized(error.message);
  };
  const load = async ({ at, compare }: HomeState) => {
    loading.abort();
    loading = new AbortController();
    const { signal } = loading;
    store.dispatch({ kind: 'state-started', at });
    const asking = api.state(at, signal);
    answering = asking;
    const answer = await asking;
    if (signal.aborted) return;
    if (!answer.ok) return refuse(answer.error);
    store.dispatch({ kind: 'state-loaded', ...answer.value });
    await loadHistory(dependencies, { to: at, compare }, signal);
  };

  let isStale = false;
  // The open event and the text do not matter here: the same question is not asked twice.
  const question = computed(() => {
    if (state.value === null) return null;
    const { at, compare } = state.value;
    return JSON.stringify({ at, compare });
  });
  let asked: string | null = null;
  const ask = () => {
    const shown = state.peek();
    if (shown === null) return;
    isStale = false;
    asked = question.peek();
    void load(shown);
  };
  const stop = effect(() => {
    if (question.value !== null && (question.value !== asked || isStale)) untracked(ask);
  });

  return {
    reload: () => {
      isStale = true;
      // An answer that is on its way is shown first: nobody waits for two.
      void answering.then(() => {
        if (isStale) ask();
      });
    },
    close: () => {
      stop();
      loading.abort();
    },
  };
}

/** Without it the matrix is right, and only less is said about what lies between versions. */
async function loadHistory(
  { api, store }: HomeLoaderDependencies,
  { to, compare }: { readonly to: string; readonly compare: HomeState['compare'] },
  signal: AbortSignal,
): Promise<void> {
  const range = { to, subjects: compare ?? [] };
  const events = [];
  let cursor: string | null = null;
  for (let page = 0; page < (compare === null ? PAGES.plain : PAGES.compared); page += 1) {
    const answer = await api.changes(range, signal, cursor);
    if (signal.aborted || !answer.ok) return;
    events.push(...answer.value.events);
    cursor = answer.value.next?.cursor ?? null;
    if (cursor === null) break;
  }
  const start = cursor === null ? '' : (events.at(-1)?.time ?? '');
  store.dispatch({ kind: 'history-loaded', events, start });
}
