/** How a node learns that another one has published: pushed where the server can, else by asking. */
import type { Collection } from 'mongodb';
import type { LedgerDocument } from './documents.ts';
import type { Ledger } from './ledger.ts';

const POLL_MS = 50;
/** How often is asked beside a change stream, which may end, or fall silent, without a word. */
const CHECK_MS = 1000;
const RETRY_MS = 1000;

/** Calls `wake` after every publication; returns how to stop. */
export function watchLedger(
  collection: Collection<LedgerDocument>,
  ledger: Ledger,
  wake: () => void,
): () => void {
  let isStopped = false;
  let stopCurrent = (): void => {};

  const follow = (): void => {
    const stopChecking = poll(ledger, wake, CHECK_MS);
    const stream = collection.watch([], { maxAwaitTimeMS: 100 });
    let isProven = false;
    let hasEnded = false;
    stopCurrent = () => {
      hasEnded = true;
      stopChecking();
      void stream.close().catch(() => {});
    };
    const end = (): void => {
      if (hasEnded) return;
      stopCurrent();
      if (isStopped) return;
      if (isProven) setTimeout(() => !isStopped && follow(), RETRY_MS).unref();
      else stopCurrent = poll(ledger, wake, POLL_MS);
    };
    stream.on('init', () => {
      isProven = true;
      // For what was published before the stream stood.
      wake();
    });
    stream.on('change', wake);
    stream.on('error', end);
    stream.on('close', end);
  };

  follow();
  return () => {
    isStopped = true;
    stopCurrent();
  };
}

/** Asks for the newest position again and again, and wakes when it has moved. */
function poll(ledger: Ledger, wake: () => void, everyMs: number): () => void {
  let seen: number | undefined;
  let isAsking = false;
  const ask = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    try {
      const head = await ledger.head();
      // The first time too: for what was published before anybody asked.
      if (head !== seen) wake();
      seen = head;
    } catch {
      // The database is away; whoever reads the feed says so.
    } finally {
      isAsking = false;
    }
  };
  const timer = setInterval(() => void ask(), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
