/** What exists while somebody is signed in: a store, and what fills it. */
import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { StoredEvent } from '../backend/model/event.ts';
import { type Account, createApi } from './api.ts';
import type { HoldReason } from './hold.ts';
import { type HomeState, readHomeState } from './home/address.ts';
import { createHomeLoader } from './home/loader.ts';
import type { ListWindow } from './list-window.ts';
import { connectLive } from './live.ts';
import { createLoader } from './loader.ts';
import type { Navigation } from './navigation.ts';
import type { ApiResult } from './requests.ts';
import { createStore, type Store } from './store.ts';
import { type EventReference, presetOf } from './url-state.ts';

export interface Session {
  readonly store: Store;
  /** What the matrix shows, as the address says it; null while another view is on. */
  readonly home: ReadonlySignal<HomeState | null>;
  /** Asks again what runs where. */
  readonly reloadHome: () => void;
  /** Null until the server has said whose key it is. */
  readonly account: ReadonlySignal<Account | null>;
  /** Undefined: the cookie of the session speaks for the reader. */
  readonly key: string | undefined;
  readonly refreshAccount: () => Promise<void>;
  readonly end: (reason: string) => void;
  /** Calls with every event off the wire, whatever is shown; answers with what ends that. */
  readonly onEvents: (listener: (events: readonly StoredEvent[]) => void) => () => void;
  readonly isPaused: Signal<boolean>;
  /** Whether the first row is in sight; the list tells. */
  readonly isAtTop: Signal<boolean>;
  /** Why the list stands still; null while it moves. Whoever shows the list tells. */
  readonly held: Signal<HoldReason | null>;
  readonly reload: () => void;
  readonly list: ListWindow;
  readonly findEvent: (reference: EventReference) => Promise<ApiResult<StoredEvent | null>>;
  readonly close: () => void;
}

export interface SessionDependencies {
  /** Undefined: signed in by cookie. */
  readonly key: string | undefined;
  readonly navigation: Navigation;
  /** The key or the session is not accepted any more. */
  readonly onEnded: (reason: string) => void;
}

/** How often relative ranges are moved on, ms. */
const MOVE_ON_MS = 30_000;

export function createSession({ key, navigation, onEnded }: SessionDependencies): Session {
  const api = createApi(key);
  const store = createStore();
  const account = signal<Account | null>(null);
  const isPaused = signal(false);
  const isAtTop = signal(true);
  const { view, place } = navigation;
  const isWanted = computed(() => ['timeline', 'welcome'].includes(place.value.kind));
  const loader = createLoader({ api, store, view, isWanted, onUnauthorized: onEnded });

  const readAccount = async () => {
    const answer = await api.me();
    if (answer.ok) account.value = answer.value;
  };
  const listeners = new Set<(events: readonly StoredEvent[]) => void>();
  const home = computed(() =>
    place.value.kind === 'home' ? readHomeState(navigation.query.value, Date.now()) : null,
  );
  const homeLoader = createHomeLoader({ api, store, state: home, onUnauthorized: onEnded });

  const live = connectLive(key, {
    dispatch: (message) => {
      store.dispatch(message);
      if (message.kind !== 'events') return;
      loader.countSoon();
      for (const listener of listeners) listener(message.events);
    },
    onReady: (isResumed) => {
      if (account.peek() === null) void readAccount();
      if (isResumed && store.timeline.peek().status !== 'failed') loader.countSoon();
      else void loader.catchUp();
      if (!isResumed || store.matrix.peek().status === 'failed') homeLoader.reload();
    },
    onReset: () => {
      loader.reset();
      homeLoader.reload();
    },
    onRefused: onEnded,
  });
  const held = signal<HoldReason | null>(null);
  const stopHolding = effect(() => {
    store.dispatch({ kind: 'held', isHeld: held.value !== null });
  });
  const moving = setInterval(() => {
    store.dispatch({ kind: 'ticked', now: Date.now() });
    if (presetOf(view.peek())?.from) loader.countSoon();
  }, MOVE_ON_MS);
  void readAccount();

  return {
    store,
    home,
    reloadHome: homeLoader.reload,
    account,
    key,
    refreshAccount: readAccount,
    end: onEnded,
    onEvents: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isPaused,
    isAtTop,
    held,
    reload: loader.reload,
    list: loader,
    findEvent: api.event,
    close: () => {
      live.close();
      loader.close();
      homeLoader.close();
      stopHolding();
      clearInterval(moving);
    },
  };
}
