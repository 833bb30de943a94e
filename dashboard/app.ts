/** The whole program without its looks: who is signed in, and where in it they are. */
import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { endSession, findPerson, signInByCode, signInByPassword } from './accounts.ts';
import { type Account, createApi } from './api.ts';
import { createClock } from './clock.ts';
import { findKey } from './find-key.ts';
import { createKeptViews, type KeptViews } from './kept-views.ts';
import { createKeyStorage } from './key-storage.ts';
import { createNavigation, type Navigation } from './navigation.ts';
import { placeAt } from './places.ts';
import type { ApiResult } from './requests.ts';
import { createSession, type Session } from './session.ts';
import { signOnProblemIn } from './sign-on-words.ts';
import { createToaster, type Toaster } from './toaster.ts';

export interface App {
  readonly navigation: Navigation;
  readonly toaster: Toaster;
  readonly keptViews: KeptViews;
  /** ms, every second. */
  readonly now: ReadonlySignal<number>;
  /** Null: nobody is signed in. */
  readonly session: ReadonlySignal<Session | null>;
  /** The server is being asked whether the cookie is good. */
  readonly isAsking: ReadonlySignal<boolean>;
  /** Why somebody has to sign in again; null where there is nothing to explain. */
  readonly farewell: ReadonlySignal<string | null>;
  /** What a link to set up, to join or to reset brought along. */
  readonly linkToken: ReadonlySignal<string | null>;
  /** Why single sign-on let nobody in; null where it was not tried. */
  readonly signOnProblem: ReadonlySignal<string | null>;
  /** The password was right, and a code is asked for; null where not. */
  readonly ticket: Signal<string | null>;
  /** Good for nothing but `enterCode` where there is a ticket then. */
  signIn(email: string, password: string): Promise<ApiResult<unknown>>;
  enterCode(code: string): Promise<ApiResult<unknown>>;
  /** Signs in by the cookie that an answer has just set. */
  enter(): Promise<ApiResult<unknown>>;
  openWithKey(text: string, isKept: boolean): Promise<ApiResult<Account>>;
  signOut(): Promise<void>;
}

/** Stands for the cookie, which no script can read. */
const COOKIE = Symbol('cookie');

/** Cookies for https alone, on a page of plain http: the likeliest reason by far. */
const NO_COOKIE: ApiResult<never> = {
  ok: false,
  error: {
    kind: 'failed',
    message:
      'your browser did not keep the session: open Milepost by the address in BASE_URL, and allow its cookies',
    fields: {},
  },
};

export function createApp(): App {
  const linkToken = signal(takeLinkToken());
  const signOnProblem = signal(takeSignOnProblem());
  const ticket = signal<string | null>(null);
  const keys = createKeyStorage();
  const keptViews = createKeptViews();
  openFirst(keptViews);
  const navigation = createNavigation();
  const session = signal<Session | null>(null);
  const isAsking = signal(false);
  const farewell = signal<string | null>(null);

  let current: string | typeof COOKIE | null = null;

  const end = (reason: string | null) => {
    current = null;
    session.peek()?.close();
    batch(() => {
      session.value = null;
      farewell.value = reason;
    });
  };
  const begin = (credential: string | typeof COOKIE) => {
    end(null);
    current = credential;
    const onEnded = (reason: string) => {
      if (credential !== COOKIE) keys.clear();
      end(reason);
    };
    const key = credential === COOKIE ? undefined : credential;
    session.value = createSession({ key, navigation, onEnded });
  };
  const enter = async () => {
    const answer = await findPerson();
    if (!answer.ok) return answer;
    if (answer.value === null) return NO_COOKIE;
    keys.clear();
    begin(COOKIE);
    return answer;
  };
  const resume = async () => {
    const key = keys.read();
    if (key !== null) {
      if (key !== current) begin(key);
      return;
    }
    if (current === COOKIE) return;
    end(null);
    isAsking.value = true;
    await enter();
    isAsking.value = false;
  };
  keys.onChange(() => void resume());
  // A link may come by where the page is open already.
  addEventListener('hashchange', () => {
    linkToken.value = takeLinkToken() ?? linkToken.peek();
  });
  void resume();

  return {
    ...{ navigation, keptViews, session, isAsking, farewell },
    ...{ linkToken, signOnProblem, ticket, enter },
    now: createClock(),
    toaster: createToaster(),
    signIn: async (email, password) => {
      const answer = await signInByPassword(email, password);
      if (!answer.ok) return answer;
      ticket.value = answer.value.secondFactor?.ticket ?? null;
      return ticket.value === null ? enter() : answer;
    },
    enterCode: async (code) => {
      const answer = await signInByCode(ticket.peek() ?? '', code);
      if (!answer.ok) return answer;
      ticket.value = null;
      return enter();
    },
    openWithKey: async (text, isKept) => {
      const key = findKey(text);
      const answer = await createApi(key).me();
      if (answer.ok) {
        keys.write(key, isKept);
        begin(key);
      }
      return answer;
    },
    signOut: async () => {
      const isPerson = current === COOKIE;
      keys.clear();
      keptViews.clear();
      end(null);
      if (!isPerson) return;
      const answer = await endSession();
      if (!answer.ok && answer.error.kind !== 'unauthorized') {
        farewell.value = 'here, but the server could not be told: sign in and out again';
      }
    },
  };
}

/** Who opens Milepost, and nothing in it, sees the view that they chose for that. */
function openFirst({ kept }: KeptViews): void {
  const { home } = kept.peek();
  const isOpened = location.pathname === '/' && location.search === '' && history.state === null;
  if (isOpened && home !== null) history.replaceState(null, '', home.address);
}

/** The server sends browsers here with it; a reload need not say it again. */
function takeSignOnProblem(): string | null {
  const problem = signOnProblemIn(location.hash);
  if (problem !== null) history.replaceState(null, '', location.pathname + location.search);
  return problem;
}

/** Leaves nothing behind in the address bar, the history, or a screenshot. */
function takeLinkToken(): string | null {
  const kind = placeAt(location.pathname)?.kind;
  const bringsToken = kind === 'set-up' || kind === 'invite' || kind === 'reset';
  if (!bringsToken || location.hash.length < 2) return null;
  const token = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
  return token;
}
