/**
 * The totals beside the events. The ledger is added to them chunk by chunk, in order, and each total
 * remembers the chunk up to which it counts: so adding a chunk twice, or on two nodes at the same
 * time, changes nothing, and a crash in between is made good by adding it again. What is not added
 * yet is read from the end of the ledger.
 */
import type { AnyBulkWriteOperation, Collection } from 'mongodb';
import { GROUP_FIELDS } from '../../model/query.ts';
import { DAY_MS, HOUR_MS } from '../spans.ts';
import type {
  Collections,
  DayDocument,
  HourDocument,
  LabelDocument,
  LedgerDocument,
  SeriesDocument,
} from './documents.ts';
import { duplicatesOf, guard } from './errors.ts';
import { chunkOf, type Ledger } from './ledger.ts';
import { LAST_PLACE, placeOf, tupleId } from './places.ts';

const SERIES_CACHE_LIMIT = 100_000;

/** One event behind the totals. */
export interface TailEntry {
  readonly chunk: number;
  readonly series: SeriesDocument;
  readonly time: number;
  readonly place: string;
}

export interface Tallies {
  /** The events of an organization that may be missing in totals: those of a later chunk are. */
  tail(organization: string): Promise<readonly TailEntry[]>;
  /** Adds the chunks that are complete. One at a time in this process; others may do the same. */
  compact(): Promise<void>;
  /** Adds everything that has been published by now. */
  settle(): Promise<void>;
}

export function createTallies(collections: Collections, ledger: Ledger): Tallies {
  const readSeries = createSeriesReader(collections.series);
  let compacting: Promise<void> | undefined;

  const toEntries = async (documents: readonly LedgerDocument[]): Promise<TailEntry[]> => {
    const series = await readSeries(
      documents.flatMap(({ entries }) => entries.map((one) => one.series)),
    );
    return documents.flatMap((document) =>
      document.entries.flatMap(({ series: id, time, receipt }) => {
        const labels = series.get(id);
        if (labels === undefined) return [];
        return [{ chunk: chunkOf(document), series: labels, time, place: placeOf(time, receipt) }];
      }),
    );
  };

  const compactAll = async (): Promise<void> => {
    const documents = await ledger.tail();
    const [oldest] = documents;
    const newest = documents.at(-1);
    if (oldest === undefined || newest === undefined) return;
    // Whatever comes next belongs to this one: all before it are complete.
    const lastChunk = chunkOf({ _id: newest.next });
    if (lastChunk === chunkOf(oldest)) return;
    const done = await guard(() => collections.meta.findOne({ _id: 'compaction' }));
    const first = (done?.value ?? 0) + 1;
    for (let chunk = first; chunk < lastChunk; chunk += 1) {
      const own = documents.filter((document) => chunkOf(document) === chunk);
      await addChunk(collections, chunk, await toEntries(own));
      await guard(() =>
        collections.meta.updateOne(
          { _id: 'compaction' },
          { $max: { value: chunk } },
          { upsert: true },
        ),
      );
    }
    ledger.compacted(lastChunk - 1);
    if (lastChunk > first) await ledger.trim(lastChunk);
  };

  const compact = (): Promise<void> => {
    compacting ??= compactAll().finally(() => {
      compacting = undefined;
    });
    return compacting;
  };

  return {
    tail: async (organization) => {
      const entries = await toEntries(await ledger.tail());
      return entries.filter((entry) => entry.series.organization === organization);
    },
    compact,
    settle: async () => {
      await ledger.seal();
      // One that is under way may have begun before.
      await compact();
      await compact();
    },
  };
}

/** Labels of series never change, so they are read once. */
function createSeriesReader(collection: Collection<SeriesDocument>) {
  const known = new Map<string, SeriesDocument>();
  return async (ids: readonly string[]): Promise<ReadonlyMap<string, SeriesDocument>> => {
    const missing = [...new Set(ids)].filter((id) => !known.has(id));
    if (missing.length > 0) {
      if (known.size > SERIES_CACHE_LIMIT) known.clear();
      const found = await guard(() => collection.find({ _id: { $in: missing } }).toArray());
      for (const series of found) known.set(series._id, series);
    }
    return known;
  };
}

async function addChunk(
  { series, hours, labels, days }: Collections,
  chunk: number,
  entries: readonly TailEntry[],
): Promise<void> {
  await Promise.all([
    writeAll(
      series,
      groupBy(entries, (entry) => entry.series._id).map((group) => seriesUpdate(chunk, group)),
    ),
    writeAll(
      hours,
      groupBy(entries, (entry) => hourId(entry.series._id, hourOf(entry))).map((group) =>
        hourUpdate(chunk, group),
      ),
    ),
    ...GROUP_FIELDS.flatMap((field) => [
      writeAll(
        labels,
        groupBy(entries, ({ series: { organization, [field]: value } }) =>
          tupleId(organization, value),
        ).map((group) => labelUpdate(chunk, field, group)),
      ),
      writeAll(
        days,
        groupBy(entries, (entry) =>
          tupleId(entry.series.organization, entry.series[field], dayOf(entry)),
        ).map((group) => dayUpdate(chunk, field, group)),
      ),
    ]),
  ]);
}

/** Whole hours since the Unix epoch. */
export function hourOf(entry: TailEntry): number {
  return Math.floor(entry.time / HOUR_MS);
}

/** Whole days since the Unix epoch. */
export function dayOf(entry: TailEntry): number {
  return Math.floor(entry.time / DAY_MS);
}

type Group = readonly [TailEntry, ...TailEntry[]];

function groupBy(entries: readonly TailEntry[], keyOf: (entry: TailEntry) => string): Group[] {
  const groups = new Map<string, [TailEntry, ...TailEntry[]]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return [...groups.values()];
}

/** No upsert: a series is there, since its labels are written before its first event. */
function seriesUpdate(chunk: number, group: Group): AnyBulkWriteOperation<SeriesDocument> {
  const places = group.map((entry) => entry.place).toSorted();
  return {
    updateOne: {
      filter: { _id: group[0].series._id, chunk: { $lt: chunk } },
      update: {
        $set: { chunk },
        $inc: { count: group.length },
        $min: { first: places[0] ?? LAST_PLACE },
        $max: { last: places.at(-1) ?? '' },
      },
    },
  };
}

export function hourId(series: string, hour: number): string {
  return `${series} ${hour}`;
}

function hourUpdate(chunk: number, group: Group): AnyBulkWriteOperation<HourDocument> {
  const [entry] = group;
  const { _id: series, organization } = entry.series;
  const hour = hourOf(entry);
  return {
    updateOne: {
      filter: { _id: hourId(series, hour), chunk: { $lt: chunk } },
      update: { $set: { chunk, organization, series, hour }, $inc: { count: group.length } },
      upsert: true,
    },
  };
}

function labelUpdate(
  chunk: number,
  field: LabelDocument['field'],
  group: Group,
): AnyBulkWriteOperation<LabelDocument> {
  const { organization, [field]: value } = group[0].series;
  const times = group.map((entry) => entry.time);
  return {
    updateOne: {
      filter: { _id: tupleId(organization, field, value), chunk: { $lt: chunk } },
      update: {
        $set: { chunk, organization, field, value },
        $inc: { count: group.length },
        $min: { first: Math.min(...times) },
        $max: { last: Math.max(...times) },
      },
      upsert: true,
    },
  };
}

function dayUpdate(
  chunk: number,
  field: DayDocument['field'],
  group: Group,
): AnyBulkWriteOperation<DayDocument> {
  const [entry] = group;
  const { organization, [field]: value } = entry.series;
  const day = dayOf(entry);
  return {
    updateOne: {
      filter: { _id: tupleId(organization, field, value, day), chunk: { $lt: chunk } },
      update: { $set: { chunk, organization, field, value, day }, $inc: { count: group.length } },
      upsert: true,
    },
  };
}

/**
 * A total that counts the chunk already does not match, and its upsert is refused as a duplicate:
 * nothing to do. Some servers stop at the first refusal, so the rest is written again.
 */
async function writeAll<Document extends { readonly _id: string }>(
  collection: Collection<Document>,
  operations: readonly AnyBulkWriteOperation<Document>[],
): Promise<void> {
  let rest = operations;
  while (rest.length > 0) {
    try {
      await guard(() => collection.bulkWrite(rest, { ordered: false }));
      return;
    } catch (error) {
      const done = duplicatesOf(error);
      if (done === undefined) throw error;
      rest = rest.filter((_, index) => !done.has(index));
    }
  }
}
