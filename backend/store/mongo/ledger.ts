/**
 * The ledger: the order in which events became visible. Documents follow each other without a gap,
 * the `_id` of one being the `next` of the one before, so that a document can only be inserted by
 * who has seen all before it (a second one with the same `_id` is refused, and tries again behind).
 * Hence a lower position never appears after a higher one was read, on any server that keeps
 * `_id` unique, without transactions, locks or clocks. ADR 3 has the alternatives.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Collection } from 'mongodb';
import { createGroupCommit } from '../../group-commit.ts';
import type { LedgerDocument, LedgerEntry } from './documents.ts';
import { guard, isDuplicate } from './errors.ts';
import { msOf } from './places.ts';

/** Positions of one chunk: the totals are brought up to date chunk by chunk. */
export const CHUNK = 1000;
/** Chunks that stay for those who come back with an old position. */
const KEPT_CHUNKS = 200;
const MAX_RETRY_WAIT_MS = 20;
/** Nobody but its own node publishes an entry that is younger. */
const FRESH_MS = 2000;
/** How far apart the clocks of two nodes may be. */
const CLOCK_SKEW_MS = 60_000;
const READ_DOCUMENTS = 200;

/** Which chunk a document belongs to, by its first position; the first chunk is 1. */
export function chunkOf(document: Pick<LedgerDocument, '_id'>): number {
  return Math.floor((document._id - 1) / CHUNK) + 1;
}

export interface Ledger {
  /** Makes events visible that this node has just stored. */
  publish(entries: readonly LedgerEntry[]): Promise<void>;
  /** The same for events that may be visible already: those are left out. */
  republish(entries: readonly LedgerEntry[]): Promise<void>;
  /** All documents behind the chunks that the totals hold, up to now. */
  tail(): Promise<readonly LedgerDocument[]>;
  /** Says which chunks the totals hold by now. */
  compacted(chunk: number): void;
  /** Documents with entries behind a position, oldest first; undefined when some are gone. */
  since(position: number): Promise<readonly LedgerDocument[] | undefined>;
  /** The position of the newest entry; 0 when there is none. */
  head(): Promise<number>;
  /** Completes the chunk that the newest entries are in, so that the totals can take them in. */
  seal(): Promise<void>;
  /** Deletes what nobody replays any more. */
  trim(chunk: number): Promise<void>;
}

export function createLedger(collection: Collection<LedgerDocument>, firstChunk: number): Ledger {
  let known: LedgerDocument[] = [];
  let next = firstChunk * CHUNK + 1;
  let isBehindStart = true;

  const refresh = async (): Promise<LedgerDocument[]> => {
    const from = isBehindStart ? firstChunk * CHUNK + 1 : next;
    const fresh = await guard(() =>
      collection
        .find({ _id: { $gte: from } })
        .sort({ _id: 1 })
        .toArray(),
    );
    // Of two refreshes at the same time, the slower one brings what is known by then.
    const unknown = fresh.filter((document) => isBehindStart || document._id >= next);
    if (isBehindStart && unknown.length === 0) await adoptLast();
    known.push(...unknown);
    next = known.at(-1)?.next ?? next;
    isBehindStart = false;
    return unknown;
  };

  /** Everything is in the totals: the next document still has to follow the last one. */
  const adoptLast = async (): Promise<void> => {
    // Not a newer one, which somebody may have inserted just now: that is still to be read.
    const condition = { _id: { $lte: firstChunk * CHUNK } };
    const last = await guard(() => collection.findOne(condition, { sort: { _id: -1 } }));
    if (isBehindStart) next = last?.next ?? 1;
  };

  const publishGroup = async (groups: readonly Group[]): Promise<true[]> => {
    if (isBehindStart) await refresh();
    for (let attempt = 0; ; attempt += 1) {
      const entries = await withoutPublished(collection, groups);
      if (entries.length === 0) break;
      const document = { _id: next, next: next + entries.length, at: new Date(), entries };
      if (await tryInsert(collection, document)) {
        if (next === document._id) {
          known.push(document);
          next = document.next;
        }
        break;
      }
      await refresh();
      if (attempt > 3) await wait(Math.random() * MAX_RETRY_WAIT_MS);
    }
    return groups.map(() => true);
  };

  const seal = async (): Promise<void> => {
    for (;;) {
      await refresh();
      const end = Math.ceil((next - 1) / CHUNK) * CHUNK + 1;
      if (end === next) return;
      const document = { _id: next, next: end, at: new Date(), entries: [] };
      if (await tryInsert(collection, document)) return;
    }
  };
  const commit = createGroupCommit(publishGroup, { items: CHUNK, writes: 1 });

  return {
    publish: async (entries) => {
      await commit({ entries, isRepair: false });
    },
    republish: async (entries) => {
      await commit({ entries, isRepair: true });
    },
    tail: async () => {
      await refresh();
      return known;
    },
    compacted: (chunk) => {
      known = known.filter((document) => chunkOf(document) > chunk);
    },
    since: async (position) => {
      const documents = await guard(() =>
        collection
          .find({ next: { $gt: position + 1 } })
          .sort({ next: 1 })
          .limit(READ_DOCUMENTS)
          .toArray(),
      );
      const [first] = documents;
      return first !== undefined && first._id > position + 1 ? undefined : documents;
    },
    head: async () => {
      await refresh();
      return next - 1;
    },
    seal,
    trim: async (chunk) => {
      const oldest = (chunk - KEPT_CHUNKS) * CHUNK;
      if (oldest > 0) await guard(() => collection.deleteMany({ _id: { $lte: oldest } }));
    },
  };
}

/** What one caller publishes. */
interface Group {
  readonly entries: readonly LedgerEntry[];
  /** Another node may have published it, or an insert succeeded whose answer was lost. */
  readonly isRepair: boolean;
}

/** Looked at anew before every attempt: whoever was there first may have published the same. */
async function withoutPublished(
  collection: Collection<LedgerDocument>,
  groups: readonly Group[],
): Promise<readonly LedgerEntry[]> {
  const times = groups
    .filter((group) => group.isRepair || isOld(group))
    .flatMap((group) => group.entries.map((entry) => msOf(entry.receipt)));
  const entries = groups.flatMap((group) => group.entries);
  if (times.length === 0) return entries;
  const since = new Date(Math.min(...times) - CLOCK_SKEW_MS);
  const documents = await guard(() => collection.find({ at: { $gte: since } }).toArray());
  const published = new Set(documents.flatMap(receiptsIn));
  return entries.filter((entry) => !published.has(entry.receipt));
}

/** A node that was halted in the middle may have been taken for dead, and its work been done. */
function isOld({ entries }: Group): boolean {
  return entries.some((entry) => msOf(entry.receipt) < Date.now() - FRESH_MS);
}

/** False when somebody else was there first. */
async function tryInsert(
  collection: Collection<LedgerDocument>,
  document: LedgerDocument,
): Promise<boolean> {
  try {
    await guard(() => collection.insertOne(document));
    return true;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}

function receiptsIn(document: LedgerDocument): string[] {
  return document.entries.map((entry) => entry.receipt);
}
