/** Counts: the totals, what the ledger has behind them, and events where a range cuts an hour. */
import type { Filter } from 'mongodb';
import type { EventFilter, GroupField } from '../../model/query.ts';
import { isOpen, isUnconditional, splitByVersion } from '../filters.ts';
import type { BucketCount, ValueCount } from '../port.ts';
import { DAY_MS, HOUR_MS, wholeSpans } from '../spans.ts';
import { NEVER } from './bounds.ts';
import { eventFilter, matchingSeries } from './conditions.ts';
import type { Collections, EventDocument, SeriesDocument } from './documents.ts';
import { guard } from './errors.ts';
import { QUERY_MS } from './page.ts';
import { dayOf, hourId, hourOf, type TailEntry, type Tallies } from './tallies.ts';

export interface CountDependencies {
  readonly collections: Collections;
  readonly tallies: Tallies;
}

/** How many events of one series fall into a bucket; `start` is null where nobody asked. */
interface SeriesCount {
  readonly series: SeriesDocument;
  readonly start: number | null;
  readonly count: number;
}

/** Value counts of each field, most frequent first; when each was seen first and last at all. */
export async function countValues(
  dependencies: CountDependencies,
  organization: string,
  fields: readonly GroupField[],
  filter: EventFilter,
): Promise<Partial<Record<GroupField, ValueCount[]>>> {
  const isWhole = isUnconditional(filter) && isOpen(filter);
  const seen = await readLabels(dependencies, organization, fields);
  if (isWhole) return Object.fromEntries(fields.map((field) => [field, sorted(seen[field])]));
  const counts = new Map<GroupField, Map<string | null, number>>(
    fields.map((field) => [field, new Map()]),
  );
  for await (const { series, count } of countSeries(dependencies, organization, filter)) {
    for (const [field, values] of counts) add(values, series[field], count);
  }
  return Object.fromEntries(
    fields.map((field) => {
      const values = [...(counts.get(field) ?? [])].flatMap(([value, count]) => {
        const label = seen[field]?.get(value);
        return label === undefined || count === 0 ? [] : [{ ...label, count }];
      });
      return [field, sorted(new Map(values.map((one) => [one.value, one])))];
    }),
  );
}

type Labels = Partial<Record<GroupField, Map<string | null, ValueCount>>>;

/** All values of an organization, with what the ledger adds. The ledger is read first: see `tail`. */
async function readLabels(
  { collections, tallies }: CountDependencies,
  organization: string,
  fields: readonly GroupField[],
): Promise<Labels> {
  const tail = await tallies.tail(organization);
  const documents = await guard(() =>
    collections.labels.find({ organization, field: { $in: [...fields] } }).toArray(),
  );
  const labels: Labels = {};
  for (const field of fields) {
    const values = new Map<string | null, ValueCount & { readonly chunk: number }>();
    for (const { field: own, value, count, first, last, chunk } of documents) {
      if (own !== field) continue;
      const seen = count > 0 ? { first, last } : NEVER;
      values.set(value, { value, count, firstSeen: seen.first, lastSeen: seen.last, chunk });
    }
    for (const { series, time, chunk } of tail) {
      const value = series[field];
      const known = values.get(value);
      if (known !== undefined && known.chunk >= chunk) continue;
      values.set(value, {
        value,
        chunk: known?.chunk ?? 0,
        count: (known?.count ?? 0) + 1,
        firstSeen: Math.min(known?.firstSeen ?? time, time),
        lastSeen: Math.max(known?.lastSeen ?? time, time),
      });
    }
    // Retention leaves labels without events behind.
    labels[field] = new Map([...values].filter(([, { count }]) => count > 0));
  }
  return labels;
}

/** Counts by bucket and value, oldest bucket first. */
export async function countBuckets(
  dependencies: CountDependencies,
  organization: string,
  field: GroupField,
  bucketMs: number,
  filter: EventFilter,
): Promise<BucketCount[]> {
  const buckets = new Map<number, Map<string | null, number>>();
  const addTo = (start: number, value: string | null, count: number): void => {
    const values = buckets.get(start) ?? new Map<string | null, number>();
    add(values, value, count);
    buckets.set(start, values);
  };
  const isByDay = bucketMs % DAY_MS === 0 && isUnconditional(filter);
  if (isByDay) await addDays(dependencies, organization, field, bucketMs, filter, addTo);
  else {
    for await (const one of countSeries(dependencies, organization, filter, bucketMs)) {
      addTo(one.start ?? 0, one.series[field], one.count);
    }
  }
  return [...buckets]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([start, values]) => [...values].map(([value, count]) => ({ start, value, count })))
    .filter(({ count }) => count > 0);
}

/** Totals of whole days, and the events of the days that the range cuts. */
async function addDays(
  { collections, tallies }: CountDependencies,
  organization: string,
  field: GroupField,
  bucketMs: number,
  filter: EventFilter,
  addTo: (start: number, value: string | null, count: number) => void,
): Promise<void> {
  const { first, last, edges } = wholeSpans(filter, DAY_MS);
  const tail = await tallies.tail(organization);
  const documents = await guard(() =>
    collections.days.find({ organization, field, day: { $gte: first, $lte: last } }).toArray(),
  );
  const chunks = new Map<string, number>();
  for (const { day, value, count, chunk } of documents) {
    chunks.set(JSON.stringify([day, value]), chunk);
    if (count > 0) addTo(floorTo(day * DAY_MS, bucketMs), value, count);
  }
  for (const entry of tail) {
    const day = dayOf(entry);
    const value = entry.series[field];
    const isCounted = (chunks.get(JSON.stringify([day, value])) ?? 0) >= entry.chunk;
    if (day < first || day > last || isCounted) continue;
    addTo(floorTo(entry.time, bucketMs), value, 1);
  }
  for (const edge of edges) {
    const cursor = collections.events
      .find((await eventFilter(collections, organization, { ...filter, ...edge })) ?? NOTHING)
      .project<{ time: Date } & Pick<SeriesDocument, GroupField>>({ time: 1, [field]: 1 })
      .maxTimeMS(QUERY_MS);
    for await (const document of guarded(cursor)) {
      addTo(floorTo(document.time.getTime(), bucketMs), document[field], 1);
    }
  }
}

const NOTHING: Filter<EventDocument> = { _id: '' };

/** What matches, by series: totals where labels decide, else the events; below 0 what is taken off. */
async function* countSeries(
  dependencies: CountDependencies,
  organization: string,
  filter: EventFilter,
  bucketMs?: number,
): AsyncGenerator<SeriesCount> {
  const { collections } = dependencies;
  const split = splitByVersion(filter);
  if (split !== undefined) {
    yield* countSeries(dependencies, organization, split.all, bucketMs);
    for await (const one of countEvents(collections, organization, split.excluded, bucketMs)) {
      yield { ...one, count: -one.count };
    }
    return;
  }
  if (filter.version !== undefined || filter.id !== undefined) {
    yield* countEvents(collections, organization, filter, bucketMs);
    return;
  }
  const series = await matchingSeries(collections, organization, filter);
  yield* countWhole(dependencies, organization, series, filter, bucketMs);
  if (filter.search === undefined) return;
  const whole = new Set(series.map(({ _id }) => _id));
  yield* countEvents(collections, organization, filter, bucketMs, whole);
}

async function* countWhole(
  { collections, tallies }: CountDependencies,
  organization: string,
  series: readonly SeriesDocument[],
  filter: EventFilter,
  bucketMs: number | undefined,
): AsyncGenerator<SeriesCount> {
  const byId = new Map(series.map((one) => [one._id, one]));
  if (bucketMs !== undefined && bucketMs % HOUR_MS !== 0) {
    yield* countIn(collections, organization, byId, filter, bucketMs);
    return;
  }
  const tail = (await tallies.tail(organization)).filter((entry) => byId.has(entry.series._id));
  if (bucketMs === undefined && isOpen(filter)) {
    yield* countTotals(collections, series, tail);
    return;
  }
  const hours = wholeSpans(filter, HOUR_MS);
  yield* countHours(collections, organization, byId, tail, hours, bucketMs);
  for (const edge of hours.edges) {
    yield* countIn(collections, organization, byId, { ...filter, ...edge }, bucketMs);
  }
}

/** The totals again, now that the end of the ledger is known: they may have grown in between. */
async function* countTotals(
  collections: Collections,
  series: readonly SeriesDocument[],
  tail: readonly TailEntry[],
): AsyncGenerator<SeriesCount> {
  const ids = series.map(({ _id }) => _id);
  const totals = await guard(() => collections.series.find({ _id: { $in: ids } }).toArray());
  const chunks = new Map(totals.map((one) => [one._id, one.chunk]));
  for (const one of totals) {
    if (one.count > 0) yield { series: one, start: null, count: one.count };
  }
  for (const entry of tail) {
    if ((chunks.get(entry.series._id) ?? 0) < entry.chunk) {
      yield { series: entry.series, start: null, count: 1 };
    }
  }
}

async function* countHours(
  collections: Collections,
  organization: string,
  series: ReadonlyMap<string, SeriesDocument>,
  tail: readonly TailEntry[],
  { first, last }: { readonly first: number; readonly last: number },
  bucketMs: number | undefined,
): AsyncGenerator<SeriesCount> {
  const chunks = new Map<string, number>();
  const cursor = collections.hours
    .find({ organization, hour: { $gte: first, $lte: last } })
    .maxTimeMS(QUERY_MS);
  for await (const { _id, series: id, hour, count, chunk } of guarded(cursor)) {
    const own = series.get(id);
    if (own === undefined) continue;
    chunks.set(_id, chunk);
    if (count > 0) yield { series: own, start: bucketOf(hour * HOUR_MS, bucketMs), count };
  }
  for (const entry of tail) {
    const hour = hourOf(entry);
    const isCounted = (chunks.get(hourId(entry.series._id, hour)) ?? 0) >= entry.chunk;
    if (hour < first || hour > last || isCounted) continue;
    yield { series: entry.series, start: bucketOf(entry.time, bucketMs), count: 1 };
  }
}

/** The events of a range that belong to some series. */
async function* countIn(
  collections: Collections,
  organization: string,
  series: ReadonlyMap<string, SeriesDocument>,
  { from, to }: EventFilter,
  bucketMs: number | undefined,
): AsyncGenerator<SeriesCount> {
  if (series.size === 0) return;
  const condition = await eventFilter(collections, organization, { from, to });
  const cursor = collections.events
    .find(condition ?? NOTHING)
    .project<Pick<EventDocument, 'series' | 'time'>>({ series: 1, time: 1 })
    .maxTimeMS(QUERY_MS);
  for await (const document of guarded(cursor)) {
    const own = series.get(document.series);
    if (own === undefined) continue;
    yield { series: own, start: bucketOf(document.time.getTime(), bucketMs), count: 1 };
  }
}

/** The events that match, one by one; those of `except` are counted elsewhere. */
async function* countEvents(
  collections: Collections,
  organization: string,
  filter: EventFilter,
  bucketMs: number | undefined,
  except: ReadonlySet<string> = new Set(),
): AsyncGenerator<SeriesCount> {
  const condition = await eventFilter(collections, organization, filter);
  if (condition === undefined) return;
  const labels = new Map<string, SeriesDocument>();
  const cursor = collections.events.find(condition).maxTimeMS(QUERY_MS);
  for await (const { series: id, type, source, subject, severity, time } of guarded(cursor)) {
    if (except.has(id)) continue;
    const series =
      labels.get(id) ?? ({ _id: id, type, source, subject, severity } as SeriesDocument);
    labels.set(id, series);
    yield { series, start: bucketOf(time.getTime(), bucketMs), count: 1 };
  }
}

function bucketOf(ms: number, bucketMs: number | undefined): number | null {
  return bucketMs === undefined ? null : floorTo(ms, bucketMs);
}

function floorTo(ms: number, bucketMs: number): number {
  return Math.floor(ms / bucketMs) * bucketMs;
}

function add(values: Map<string | null, number>, value: string | null, count: number): void {
  values.set(value, (values.get(value) ?? 0) + count);
}

function sorted(values: ReadonlyMap<string | null, ValueCount> | undefined): ValueCount[] {
  return [...(values?.values() ?? [])]
    .map(({ value, count, firstSeen, lastSeen }) => ({ value, count, firstSeen, lastSeen }))
    .toSorted((a, b) => b.count - a.count || String(a.value).localeCompare(String(b.value)));
}

async function* guarded<T>(cursor: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = cursor[Symbol.asyncIterator]();
  for (;;) {
    const next = await guard(() => iterator.next());
    if (next.done) return;
    yield next.value;
  }
}
