/**
 * Deletion without transactions. What is to be deleted is written down first, under a number that
 * rises by one; then it is taken out of the totals, each of which remembers the last number that it
 * has seen; then the events are deleted; then the number is done. So all of it may be done again,
 * on any node, after a crash at any point: it changes nothing twice. One removal at a time, since
 * the next number can only be taken when the one before is done.
 */
import type { AnyBulkWriteOperation } from 'mongodb';
import { GROUP_FIELDS } from '../../model/query.ts';
import { DAY_MS, HOUR_MS } from '../spans.ts';
import { refreshSeries } from './bounds.ts';
import type { Collections, LedgerEntry, SeriesDocument } from './documents.ts';
import { guard, isDuplicate } from './errors.ts';
import { tupleId } from './places.ts';
import type { RemovalDocument } from './retention-documents.ts';
import { hourId } from './tallies.ts';

/** A removal that has not been finished for this long was left behind by who began it. */
const SILENT_MS = 12_000;
/** How long what is done is remembered. Nobody is as late as that with a total of 0. */
const KEPT_MS = 3_600_000;

export interface Removals {
  /** Deletes events that are in the totals. */
  remove(organization: string, entries: readonly LedgerEntry[]): Promise<void>;
  /** Does what others have begun; only what they have left for a while, unless told otherwise. */
  finish(which: 'all' | 'silent'): Promise<void>;
  /** Deletes totals that have been empty for long. */
  sweep(): Promise<void>;
}

export function createRemovals(collections: Collections): Removals {
  const { removals, meta } = collections;

  const readDone = async (): Promise<number> =>
    (await guard(() => meta.findOne({ _id: 'removal' })))?.value ?? 0;

  const finish = async (which: 'all' | 'silent'): Promise<void> => {
    const done = await readDone();
    const begun = await guard(() =>
      removals
        .find({ _id: { $gt: done } })
        .sort({ _id: 1 })
        .toArray(),
    );
    const latest = Date.now() - (which === 'all' ? 0 : SILENT_MS);
    for (const removal of begun) {
      if (removal.at.getTime() <= latest) await apply(collections, removal);
    }
  };

  /** The next number, with nothing before it left to do. */
  const begin = async (
    organization: string,
    entries: readonly LedgerEntry[],
  ): Promise<RemovalDocument> => {
    for (;;) {
      const _id = (await readDone()) + 1;
      const removal = { _id, organization, entries, at: new Date() };
      try {
        await guard(() => removals.insertOne(removal));
        if ((await readDone()) < _id) return removal;
        // Halted for so long between two lines that the number had been used and forgotten.
        await guard(() => removals.deleteOne({ _id, at: removal.at }));
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        await finish('all');
      }
    }
  };

  return {
    remove: async (organization, entries) => {
      if (entries.length > 0) await apply(collections, await begin(organization, entries));
    },
    finish,
    sweep: async () => {
      const done = await readDone();
      const before = new Date(Date.now() - KEPT_MS);
      const old = removals.find({ _id: { $lte: done }, at: { $lt: before } }).sort({ _id: 1 });
      for (const removal of await guard(() => old.toArray())) await sweepOne(collections, removal);
    },
  };
}

async function apply(collections: Collections, removal: RemovalDocument): Promise<void> {
  const { events, series, hours, labels, days, meta } = collections;
  const { _id: number, entries } = removal;
  const receipts = entries.map(({ receipt }) => receipt);
  const ids = totalsOf(removal, await readSeries(collections, entries));
  // First of all, so that no total points to an event that is gone.
  for (const id of ids.series.keys()) await refreshSeries(collections, id, receipts);
  await Promise.all([
    subtract(series, number, ids.series),
    subtract(hours, number, ids.hours),
    subtract(labels, number, ids.labels),
    subtract(days, number, ids.days),
  ]);
  await guard(() => events.deleteMany({ _id: { $in: receipts } }));
  await guard(() =>
    meta.updateOne({ _id: 'removal' }, { $max: { value: number } }, { upsert: true }),
  );
}

async function readSeries({ series }: Collections, entries: readonly LedgerEntry[]) {
  const ids = [...new Set(entries.map((entry) => entry.series))];
  const found = await guard(() => series.find({ _id: { $in: ids } }).toArray());
  return new Map(found.map((one) => [one._id, one]));
}

type Counts = Map<string, number>;

/** How many events each total loses, by its id. */
function totalsOf(
  { entries }: Pick<RemovalDocument, 'entries'>,
  known: ReadonlyMap<string, SeriesDocument>,
) {
  const totals = { series: new Map(), hours: new Map(), labels: new Map(), days: new Map() };
  for (const { series: id, time } of entries) {
    const series = known.get(id);
    if (series === undefined) continue;
    const { organization } = series;
    addOne(totals.series, id);
    addOne(totals.hours, hourId(id, Math.floor(time / HOUR_MS)));
    for (const field of GROUP_FIELDS) {
      const day = Math.floor(time / DAY_MS);
      addOne(totals.labels, tupleId(organization, field, series[field]));
      addOne(totals.days, tupleId(organization, field, series[field], day));
    }
  }
  return totals as Readonly<Record<keyof typeof totals, Counts>>;
}

function addOne(counts: Counts, id: string): void {
  counts.set(id, (counts.get(id) ?? 0) + 1);
}

interface Total {
  readonly _id: string;
  readonly count: number;
  readonly removal?: number;
}

interface TotalCollection {
  bulkWrite(
    operations: readonly AnyBulkWriteOperation<Total>[],
    options: { readonly ordered: false },
  ): Promise<unknown>;
}

/** A total that has seen the number does not match. */
async function subtract(collection: unknown, number: number, counts: Counts): Promise<void> {
  if (counts.size === 0) return;
  const operations = [...counts].map(
    ([_id, count]): AnyBulkWriteOperation<Total> => ({
      updateOne: {
        filter: { _id, removal: { $not: { $gte: number } } },
        update: { $inc: { count: -count }, $set: { removal: number } },
      },
    }),
  );
  await guard(() => (collection as TotalCollection).bulkWrite(operations, { ordered: false }));
}

async function sweepOne(collections: Collections, removal: RemovalDocument): Promise<void> {
  const { hours, days, removals } = collections;
  const ids = totalsOf(removal, await readSeries(collections, removal.entries));
  const empty = (counts: Counts) => ({
    _id: { $in: [...counts.keys()] },
    count: { $lte: 0 },
    removal: { $lte: removal._id },
  });
  await guard(() => hours.deleteMany(empty(ids.hours)));
  await guard(() => days.deleteMany(empty(ids.days)));
  await guard(() => removals.deleteOne({ _id: removal._id, at: removal.at }));
}
