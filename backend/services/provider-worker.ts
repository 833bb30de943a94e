/** When providers are fetched from: each at its own pace, on one node at a time. */
import type { Credentials, ProviderState } from '../model/provider.ts';
import type { ProviderRecord, ProviderStore } from '../store/provider-port.ts';
import { createLease } from './lease.ts';
import type { Polled, ProviderPolling } from './provider-poll.ts';
import type { Providers } from './providers.ts';

const ROUND_MS = 5000;
/** Providers at the same time: one that does not answer must not hold up the others. */
const AT_ONCE = 4;
const LONGEST_WAIT_MS = 3_600_000;
/** Part of a wait that is left to chance, so that not all come at once. */
const JITTER = 0.2;

export interface ProviderWorker {
  start(): void;
  /** Looks for what is due now. */
  wake(): void;
  /** Ends what is under way behind its request, and waits for that. */
  close(): Promise<void>;
}

export interface ProviderWorkerDependencies {
  readonly store: Pick<ProviderStore, 'due' | 'saveState' | 'acquire' | 'release'>;
  readonly providers: Pick<Providers, 'credentialsOf'>;
  readonly polling: Pick<ProviderPolling, 'poll' | 'paceOf'>;
  /** Names this process among all nodes. */
  readonly holder: string;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly onPolled: (provider: ProviderRecord, state: ProviderState) => void;
  readonly onError: (error: unknown) => void;
  readonly roundMs?: number;
}

export function createProviderWorker(dependencies: ProviderWorkerDependencies): ProviderWorker {
  const { store, providers, polling, clock, random, onPolled, onError } = dependencies;
  const { roundMs = ROUND_MS } = dependencies;
  const lease = createLease(dependencies);
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = new Map<string, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | undefined;
  let isWoken = false;

  const pollOne = async (provider: ProviderRecord): Promise<void> => {
    const { state, retryAfterMs = 0 } = await attempt(provider);
    const pace = Math.max(provider.intervalSeconds * 1000, polling.paceOf(provider.kind));
    const wait = Math.max(waitOf(state.failures, pace, random()), retryAfterMs);
    await store.saveState(provider.id, state, clock() + Math.min(wait, LONGEST_WAIT_MS * 24));
    onPolled(provider, state);
  };

  const attempt = async (provider: ProviderRecord): Promise<Polled> => {
    let credentials: Credentials;
    try {
      credentials = providers.credentialsOf(provider);
    } catch (error) {
      const lastError = error instanceof Error ? error.message : 'the credentials cannot be read';
      const { failures } = provider.state;
      const state = { ...provider.state, lastErrorAt: clock(), lastError, failures: failures + 1 };
      return { state, retryAfterMs: undefined };
    }
    return polling.poll(provider, credentials, signal);
  };

  const look = async (): Promise<void> => {
    if (!(await lease.hold())) return;
    const due = await store.due(clock(), AT_ONCE + running.size);
    for (const provider of due) {
      if (signal.aborted || running.size >= AT_ONCE) return;
      if (running.has(provider.id)) continue;
      const work = pollOne(provider).then(begin, onError);
      running.set(
        provider.id,
        // Where its state could not be kept it is still due: not before the next round.
        work.finally(() => running.delete(provider.id)),
      );
    }
  };

  const begin = (): void => {
    if (signal.aborted) return;
    clearTimeout(timer);
    // What became due while one was looking may have been missed.
    isWoken = round !== undefined;
    round ??= look()
      .catch(onError)
      .finally(() => {
        round = undefined;
        if (isWoken) begin();
        else if (!signal.aborted) timer = setTimeout(begin, roundMs).unref();
      });
  };

  return {
    start: begin,
    wake: begin,
    close: async () => {
      stopping.abort();
      clearTimeout(timer);
      await round;
      await Promise.all(running.values());
      await lease.release().catch(onError);
    },
  };
}

/** At its pace; after failures twice as long each time, and a little sooner or later by chance. */
export function waitOf(failures: number, paceMs: number, chance: number): number {
  const wait = Math.min(paceMs * 2 ** Math.min(failures, 20), Math.max(paceMs, LONGEST_WAIT_MS));
  return failures === 0 ? wait : Math.round(wait * (1 - JITTER / 2 + JITTER * chance));
}
