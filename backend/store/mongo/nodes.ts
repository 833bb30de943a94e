/**
 * Repairs what a process leaves behind that ends between two writes: events that are stored but not
 * in the ledger, so that nobody sees them live and no total counts them. Each node says that it is
 * alive; what a silent one stored last is published by another, or by the next that starts.
 */
import type { Collections, EventDocument, LedgerEntry } from './documents.ts';
import { guard } from './errors.ts';
import type { Ledger } from './ledger.ts';
import { nodeOf, receiptPrefix } from './places.ts';
import type { Removals } from './removals.ts';
import type { Tallies } from './tallies.ts';

const BEAT_MS = 3000;
/** A node that has not been heard of for this long is taken for dead; being wrong does no harm. */
const SILENT_MS = 12_000;
/** Around its last sign of life, how far the events of a silent node are looked through. */
const BEFORE_MS = 60_000;
const BEHIND_MS = 30_000;

export interface Nodes {
  /** These were being stored when the answer got lost; they are looked at again later. */
  uncertain(entries: readonly LedgerEntry[]): void;
  /** One round: a sign of life, and repairs. */
  beat(): Promise<void>;
  /** Says goodbye, so that nobody looks for leftovers. */
  close(): Promise<void>;
}

export interface NodesDependencies {
  readonly node: string;
  readonly collections: Collections;
  readonly ledger: Ledger;
  readonly tallies: Tallies;
  readonly removals: Removals;
}

export function createNodes(dependencies: NodesDependencies): Nodes {
  const { node, collections, ledger, tallies, removals } = dependencies;
  let pending: LedgerEntry[] = [];

  const settlePending = async (): Promise<void> => {
    if (pending.length === 0) return;
    const settled = pending;
    const ids = settled.map((entry) => entry.receipt);
    const stored = await guard(() =>
      collections.events
        .find({ _id: { $in: ids } })
        .project<{ _id: string }>({ _id: 1 })
        .toArray(),
    );
    const receipts = new Set(stored.map(({ _id }) => _id));
    await ledger.republish(settled.filter((entry) => receipts.has(entry.receipt)));
    pending = pending.filter((entry) => !settled.includes(entry));
  };

  const publishLeftovers = async (now: number): Promise<void> => {
    const silent = await guard(() =>
      collections.nodes
        .find({ _id: { $ne: node }, at: { $lt: new Date(now - SILENT_MS) } })
        .toArray(),
    );
    for (const { _id, at } of silent) {
      await ledger.republish(await storedBy(collections, _id, at.getTime()));
      await guard(() => collections.nodes.deleteOne({ _id, at }));
    }
  };

  const beat = async (): Promise<void> => {
    const now = Date.now();
    await guard(() =>
      collections.nodes.updateOne({ _id: node }, { $set: { at: new Date(now) } }, { upsert: true }),
    );
    await settlePending();
    await publishLeftovers(now);
  };

  const timer = setInterval(() => {
    // The next round tries again.
    beat()
      .then(() => tallies.compact())
      .then(() => removals.finish('silent'))
      .catch(() => {});
  }, BEAT_MS);
  timer.unref();

  return {
    uncertain: (entries) => {
      pending.push(...entries);
    },
    beat,
    close: async () => {
      clearInterval(timer);
      if (pending.length === 0) await collections.nodes.deleteOne({ _id: node });
    },
  };
}

async function storedBy(
  { events }: Collections,
  node: string,
  at: number,
): Promise<readonly LedgerEntry[]> {
  const documents = await guard(() =>
    events
      .find({ _id: { $gte: receiptPrefix(at - BEFORE_MS), $lt: receiptPrefix(at + BEHIND_MS) } })
      .project<Pick<EventDocument, '_id' | 'series' | 'time'>>({ series: 1, time: 1 })
      .sort({ _id: 1 })
      .toArray(),
  );
  return documents
    .filter(({ _id }) => nodeOf(_id) === node)
    .map(({ _id, series, time }) => ({ receipt: _id, series, time: time.getTime() }));
}
