/** When retention runs: every hour, and after a change; on one node at a time. */
import type { RetentionStore } from '../store/port.ts';
import { createLease } from './lease.ts';
import type { Retention } from './retention.ts';

const HOUR_MS = 3_600_000;
/** After the start, which has enough to do. */
const FIRST_MS = 60_000;
/** When another node is at it: what changed meanwhile may have come too late for it. */
const RETRY_MS = 60_000;

export interface RetentionWorker {
  start(): void;
  /** Runs now. */
  wake(): void;
  /** Ends a run behind the step that is under way, and waits for that. */
  close(): Promise<void>;
}

export interface RetentionWorkerDependencies {
  readonly retention: Pick<Retention, 'run'>;
  readonly store: Pick<RetentionStore, 'organizations' | 'acquire' | 'release'>;
  /** Names this process among all nodes. */
  readonly holder: string;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
  /** Called when events were deleted. */
  readonly onDeleted: (organization: string, deleted: number) => Promise<void> | void;
  readonly onError: (error: unknown) => void;
  readonly intervalMs?: number;
}

export function createRetentionWorker(dependencies: RetentionWorkerDependencies): RetentionWorker {
  const { retention, store, onDeleted, onError, intervalMs = HOUR_MS } = dependencies;
  const lease = createLease(dependencies);
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isWoken = false;

  const schedule = (ms: number): void => {
    clearTimeout(timer);
    if (!signal.aborted) timer = setTimeout(begin, ms).unref();
  };

  const begin = (): void => {
    isWoken = false;
    running ??= round()
      .catch((error: unknown) => {
        onError(error);
        return RETRY_MS;
      })
      .then((next) => {
        running = undefined;
        schedule(isWoken ? 0 : next);
      });
  };

  /** Says when to come again, ms. */
  const round = async (): Promise<number> => {
    const organizations = await store.organizations();
    if (organizations.length === 0) return intervalMs;
    if (!(await lease.hold())) return RETRY_MS;
    try {
      for (const organization of organizations) {
        if (!signal.aborted) await runOne(organization);
      }
    } finally {
      await lease.release();
    }
    return intervalMs;
  };

  /** One organization's trouble is not the others'. */
  const runOne = async (organization: string): Promise<void> => {
    try {
      const deleted = await retention.run(organization, { signal, mayGoOn: lease.hold });
      if (deleted > 0) await onDeleted(organization, deleted);
    } catch (error) {
      onError(error);
    }
  };

  return {
    start: () => schedule(FIRST_MS),
    wake: () => {
      isWoken = true;
      if (running === undefined) schedule(0);
    },
    close: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
