/** How a node learns that another one has published: pushed where the server can, else by asking. */
import type { Collection } from 'mongodb';
import type { LedgerDocument } from './documents.ts';
import type { Ledger } from './ledger.ts';

const POLL_MS = 50;
const RETRY_MS = 1000;

/** Calls `wake` after every publication; returns how to stop. */
export function watchLedger(
  collection: Collection<LedgerDocument>,
  ledger: Ledger,
  wake: () => void,
): () => void {
  let isStopped = false;
  let stopCurrent = (): void => {};

  const poll = (): void => {
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
    const timer = setInterval(() => void ask(), POLL_MS);
    timer.unref();
    stopCurrent = () => clearInterval(timer);
  };

  const follow = (): void => {
    const stream = collection.watch([], { maxAwaitTimeMS: 100 });
    let isProven = false;
    stopCurrent = () => void stream.close().catch(() => {});
    stream.on('init', () => {
      isProven = true;
      // For what was published before the stream stood.
      wake();
    });
    stream.on('change', wake);
    stream.on('error', () => {
      stopCurrent();
      if (isStopped) return;
      if (!isProven) poll();
      else setTimeout(() => !isStopped && follow(), RETRY_MS).unref();
    });
  };

  follow();
  return () => {
    isStopped = true;
    stopCurrent();
  };
}
