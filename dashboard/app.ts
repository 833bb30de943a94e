/** The whole program without its looks: who is signed in, and where in it they are. */
import { batch, type ReadonlySignal, signal } from '@preact/signals';
import { type Account, createApi, type NewKey, tradeSetUpToken } from './api.ts';
import { createClock } from './clock.ts';
import { findKey } from './find-key.ts';
import { createKeyStorage } from './key-storage.ts';
import { createNavigation, isSetUpPath, type Navigation } from './navigation.ts';
import type { ApiResult } from './requests.ts';
import { createSession, type Session } from './session.ts';

export interface App {
  readonly navigation: Navigation;
  /** ms, every second. */
  readonly now: ReadonlySignal<number>;
  /** Null: nobody is signed in. */
  readonly session: ReadonlySignal<Session | null>;
  /** Why somebody has to sign in again; null where there is nothing to explain. */
  readonly farewell: ReadonlySignal<string | null>;
  /** The token that a set-up link brought along. */
  readonly setUpToken: string | null;
  signIn(text: string, isKept: boolean): Promise<ApiResult<Account>>;
  signOut(): void;
  setUp(token: string): Promise<ApiResult<NewKey>>;
}

export function createApp(): App {
  const setUpToken = takeSetUpToken();
  const keys = createKeyStorage();
  const navigation = createNavigation();
  const session = signal<Session | null>(null);
  const farewell = signal<string | null>(null);

  let current: string | null = null;

  const end = (reason: string | null) => {
    current = null;
    session.peek()?.close();
    batch(() => {
      session.value = null;
      farewell.value = reason;
    });
  };
  const begin = (key: string) => {
    end(null);
    current = key;
    const onEnded = (reason: string) => {
      keys.clear();
      end(reason);
    };
    session.value = createSession({ key, navigation, onEnded });
  };
  const resume = () => {
    const key = keys.read();
    if (key === current) return;
    if (key === null) end(null);
    else begin(key);
  };
  keys.onChange(resume);
  resume();

  return {
    navigation,
    now: createClock(),
    session,
    farewell,
    setUpToken,
    signIn: async (text, isKept) => {
      const key = findKey(text);
      const answer = await createApi(key).whoami();
      if (answer.ok) {
        keys.write(key, isKept);
        begin(key);
      }
      return answer;
    },
    signOut: () => {
      keys.clear();
      end(null);
    },
    setUp: async (token) => {
      const answer = await tradeSetUpToken(token);
      if (answer.ok) {
        keys.write(answer.value.key, true);
        begin(answer.value.key);
      }
      return answer;
    },
  };
}

/** Leaves nothing behind in the address bar, the history, or a screenshot. */
function takeSetUpToken(): string | null {
  if (!isSetUpPath(location.pathname) || location.hash.length < 2) return null;
  const token = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
  return token;
}
