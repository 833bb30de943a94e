import type { EventFilter } from '../../model/query.ts';
import type { CellState, FeedEntry, FeedStretch } from '../port.ts';
import { matchingSeries } from './conditions.ts';
import type { Collections, EventDocument, LedgerDocument, SeriesDocument } from './documents.ts';
import { guard } from './errors.ts';
import { toEvent } from './events.ts';
import type { Ledger } from './ledger.ts';
import { QUERY_MS } from './page.ts';
import { LAST_RECEIPT, placeOf, receiptOf } from './places.ts';
import type { TailEntry, Tallies } from './tallies.ts';

/** Look-ups of single series that run at the same time. */
const PARALLEL = 16;

/**
 * The newest event of each (source, subject). Each series knows its newest event; one look-up finds
 * the newest up to `at` where that lies behind it. The history is not read.
 */
export async function latestByCell(
  collections: Collections,
  tallies: Tallies,
  organization: string,
  filter: EventFilter,
  at: number | undefined,
): Promise<CellState[]> {
  const tail = await tallies.tail(organization);
  const series = await matchingSeries(collections, organization, filter);
  const limit = at === undefined ? undefined : placeOf(at, LAST_RECEIPT);
  const newest = await newestPlaces(collections, series, tail, limit);
  const cells = new Map<string, string>();
  for (const [{ source, subject }, place] of newest) {
    const cell = JSON.stringify([source, subject]);
    if (place > (cells.get(cell) ?? '')) cells.set(cell, place);
  }
  const receipts = [...cells.values()].map(receiptOf);
  const documents = await guard(() =>
    collections.events
      .find({ _id: { $in: receipts } })
      .maxTimeMS(QUERY_MS)
      .toArray(),
  );
  return documents.map((document) => ({
    source: document.source,
    subject: document.subject,
    event: toEvent(document),
  }));
}

type Newest = readonly [SeriesDocument, string];

async function newestPlaces(
  collections: Collections,
  series: readonly SeriesDocument[],
  tail: readonly TailEntry[],
  limit: string | undefined,
): Promise<Newest[]> {
  const known = new Map(series.map((one) => [one._id, one.last]));
  for (const { series: one, place } of tail) {
    const last = known.get(one._id);
    if (last !== undefined && place > last) known.set(one._id, place);
  }
  const newest: Newest[] = [];
  const unknown: SeriesDocument[] = [];
  for (const one of series) {
    const last = known.get(one._id) ?? '';
    if (last === '') continue;
    if (limit === undefined || last <= limit) newest.push([one, last]);
    else unknown.push(one);
  }
  for (let start = 0; start < unknown.length; start += PARALLEL) {
    const some = unknown.slice(start, start + PARALLEL);
    const found = await Promise.all(
      some.map((one) => newestUpTo(collections, one, limit ?? LAST_RECEIPT)),
    );
    newest.push(...found.flat());
  }
  return newest;
}

async function newestUpTo(
  { events }: Collections,
  series: SeriesDocument,
  limit: string,
): Promise<Newest[]> {
  const found = await guard(() =>
    events.findOne(
      { series: series._id, place: { $lte: limit } },
      { sort: { place: -1 }, projection: { place: 1 }, maxTimeMS: QUERY_MS },
    ),
  );
  return found === null ? [] : [[series, found.place]];
}

/** Entries of the ledger behind a position, with their events; deleted ones are skipped. */
export async function readSince(
  collections: Collections,
  ledger: Ledger,
  position: number,
  limit: number,
): Promise<FeedStretch | 'expired'> {
  const entries: FeedEntry[] = [];
  let reached = position;
  for (;;) {
    const documents = await ledger.since(reached);
    if (documents === undefined) return 'expired';
    const behind = reached;
    const places = documents
      .flatMap(placesIn)
      .filter((place) => place.position > behind)
      .slice(0, limit - entries.length);
    const found = await readPlaces(collections, places);
    entries.push(...found);
    reached = places.at(-1)?.position ?? reached;
    // Who reads takes a short answer for the end of the feed.
    const isWhole = found.length === places.length;
    if (isWhole || entries.length === limit) return { entries, position: reached };
  }
}

interface Place {
  readonly position: number;
  readonly receipt: string;
}

function placesIn({ _id, entries }: LedgerDocument): Place[] {
  return entries.map(({ receipt }, index) => ({ position: _id + index, receipt }));
}

async function readPlaces({ events }: Collections, places: readonly Place[]): Promise<FeedEntry[]> {
  if (places.length === 0) return [];
  const receipts = places.map(({ receipt }) => receipt);
  const found = await guard(() =>
    events
      .find({ _id: { $in: receipts } })
      .maxTimeMS(QUERY_MS)
      .toArray(),
  );
  const byReceipt = new Map<string, EventDocument>(found.map((one) => [one._id, one]));
  return places.flatMap(({ position, receipt }): FeedEntry[] => {
    const document = byReceipt.get(receipt);
    // Deleted by now, by retention.
    return document === undefined ? [] : [{ position, event: toEvent(document) }];
  });
}
