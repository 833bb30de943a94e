import { unavailable } from '../../errors.ts';
import type { NewEvent, TimelineEvent } from '../../model/event.ts';
import { foldCase } from '../../model/query.ts';
import { dataToText, extensionsToText } from '../json-text.ts';
import type { AppendOutcome } from '../port.ts';
import type { Collections, EventDocument, LedgerEntry, SeriesDocument } from './documents.ts';
import { duplicatesOf, guard } from './errors.ts';
import { toEvent } from './events.ts';
import type { Ledger } from './ledger.ts';
import { LAST_PLACE, placeOf, tupleId } from './places.ts';
import { trigramsOf } from './search.ts';

/** Entries of a cache, after which it starts afresh. */
const CACHE_LIMIT = 100_000;

export interface AppendDependencies {
  readonly collections: Collections;
  readonly ledger: Ledger;
  readonly newReceipt: () => string;
  /** Called when events were published; must not wait. */
  readonly onPublished: () => void;
  /** Entries of which it is not known whether they are stored or published. */
  readonly onUncertain: (entries: readonly LedgerEntry[]) => void;
}

/**
 * Labels and versions first (one too many does no harm), then the events, then their publication;
 * answered when all three are durable. What fails behind the events is repaired later.
 */
export function createAppend(
  dependencies: AppendDependencies,
): (events: readonly NewEvent[]) => Promise<readonly AppendOutcome[]> {
  const { collections, ledger, newReceipt, onPublished, onUncertain } = dependencies;
  const learnSeries = createLearner(collections.series);
  const learnVersions = createLearner(collections.versions);

  return async (events) => {
    if (events.length === 0) return [];
    const documents = events.map((event) => toDocument(event, newReceipt()));
    await Promise.all([
      learnSeries(documents.map(toSeries)),
      learnVersions(documents.flatMap(toVersions)),
    ]);
    const entries = documents.map(toEntry);
    let duplicates: ReadonlySet<number>;
    try {
      duplicates = await insertNew(collections, documents);
      await ledger.publish(entries.filter((_, index) => !duplicates.has(index)));
    } catch (error) {
      onUncertain(entries);
      throw error;
    }
    onPublished();
    const existing = await findExisting(
      collections,
      events.filter((_, index) => duplicates.has(index)),
    );
    return documents.map((document, index): AppendOutcome => {
      if (!duplicates.has(index)) return { kind: 'created', event: toEvent(document) };
      const event = existing.get(identityOf(document));
      // Deleted by retention in between: the next attempt stores it.
      if (event === undefined) throw unavailable('an event came again while it was being deleted');
      return { kind: 'existing', event };
    });
  };
}

/** The places of those that were there before. */
async function insertNew(
  { events }: Collections,
  documents: readonly EventDocument[],
): Promise<ReadonlySet<number>> {
  try {
    await guard(() => events.insertMany(documents, { ordered: false }));
    return new Set();
  } catch (error) {
    const duplicates = duplicatesOf(error);
    if (duplicates === undefined) throw error;
    return duplicates;
  }
}

async function findExisting(
  { events }: Collections,
  wanted: readonly NewEvent[],
): Promise<ReadonlyMap<string, TimelineEvent>> {
  if (wanted.length === 0) return new Map();
  const found = await guard(() =>
    events
      .find({
        organization: { $in: unique(wanted.map((event) => event.organization)) },
        id: { $in: unique(wanted.map((event) => event.id)) },
        source: { $in: unique(wanted.map((event) => event.source)) },
      })
      .toArray(),
  );
  return new Map(found.map((document) => [identityOf(document), toEvent(document)]));
}

function identityOf({
  organization,
  id,
  source,
}: {
  organization: string;
  id: string;
  source: string;
}) {
  return JSON.stringify([organization, id, source]);
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}

function toDocument(event: NewEvent, receipt: string): EventDocument {
  const { organization, type, source, subject, severity, version } = event;
  return {
    _id: receipt,
    place: placeOf(event.time, receipt),
    organization,
    id: event.id,
    source,
    type,
    time: new Date(event.time),
    subject,
    severity,
    version,
    foldedVersion: version === null ? null : foldCase(version),
    datacontenttype: event.datacontenttype,
    dataschema: event.dataschema,
    data: dataToText(event.data),
    extensions: extensionsToText(event.extensions),
    createdAt: new Date(event.createdAt),
    series: tupleId(organization, type, source, subject, severity),
  };
}

function toEntry(document: EventDocument): LedgerEntry {
  return { receipt: document._id, series: document.series, time: document.time.getTime() };
}

function toSeries(document: EventDocument): SeriesDocument {
  const { series, organization, type, source, subject, severity } = document;
  return {
    _id: series,
    organization,
    type,
    source,
    subject,
    severity,
    foldedType: foldCase(type),
    foldedSource: foldCase(source),
    chunk: 0,
    count: 0,
    first: LAST_PLACE,
    last: '',
  };
}

function toVersions({ organization, version, foldedVersion }: EventDocument) {
  if (version === null || foldedVersion === null) return [];
  return [
    {
      _id: tupleId(organization, version),
      organization,
      version,
      folded: foldedVersion,
      trigrams: trigramsOf(foldedVersion),
    },
  ];
}

interface Insertable<Document> {
  insertMany(documents: Document[], options: { ordered: false }): Promise<unknown>;
}

/** Inserts what this process has not seen before; that somebody else has is no error. */
function createLearner<Document extends { readonly _id: string }>(collection: unknown) {
  const target = collection as Insertable<Document>;
  const known = new Set<string>();
  return async (documents: readonly Document[]): Promise<void> => {
    const fresh = new Map(
      documents.filter(({ _id }) => !known.has(_id)).map((document) => [document._id, document]),
    );
    if (fresh.size === 0) return;
    try {
      await guard(() => target.insertMany([...fresh.values()], { ordered: false }));
    } catch (error) {
      if (duplicatesOf(error) === undefined) throw error;
    }
    if (known.size > CACHE_LIMIT) known.clear();
    for (const id of fresh.keys()) known.add(id);
  };
}
