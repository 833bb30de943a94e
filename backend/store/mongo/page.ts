import type { Filter } from 'mongodb';
import type { TimelineEvent } from '../../model/event.ts';
import type { Page, PageRequest, TimeSpan } from '../port.ts';
import { eventFilter } from './conditions.ts';
import type { Collections, EventDocument } from './documents.ts';
import { guard } from './errors.ts';
import { toEvent } from './events.ts';
import { placeOf, timeOf } from './places.ts';

/** A query that takes longer is given up, ms. */
export const QUERY_MS = 10_000;

/** One page, in the order of `place`, which is that of the timeline. */
export async function readPage(
  collections: Collections,
  organization: string,
  { filter, order, limit, after }: PageRequest,
): Promise<Page> {
  const condition = await eventFilter(collections, organization, filter);
  if (condition === undefined) return { events: [], hasMore: false };
  const direction = order === 'desc' ? -1 : 1;
  const conditions: Filter<EventDocument>[] = [condition];
  if (after !== undefined) {
    const place = placeOf(after.time, after.receipt);
    conditions.push({ place: order === 'desc' ? { $lt: place } : { $gt: place } });
  }
  const documents = await guard(() =>
    collections.events
      .find({ $and: conditions })
      .sort({ place: direction })
      .limit(limit + 1)
      .maxTimeMS(QUERY_MS)
      .toArray(),
  );
  return { events: documents.slice(0, limit).map(toEvent), hasMore: documents.length > limit };
}

/** Events with one id, of one source or of any, in the order of receipt. */
export async function readWithId(
  { events }: Collections,
  organization: string,
  id: string,
  source: string | undefined,
  limit: number,
): Promise<readonly TimelineEvent[]> {
  const documents = await guard(() =>
    events
      .find({ organization, id, ...(source === undefined ? {} : { source }) })
      .sort({ _id: 1 })
      .limit(limit)
      .maxTimeMS(QUERY_MS)
      .toArray(),
  );
  return documents.map(toEvent);
}

/** Oldest and newest event time of an organization. */
export async function timeSpan({ events }: Collections, organization: string): Promise<TimeSpan> {
  const end = (direction: 1 | -1) =>
    guard(() =>
      events.findOne(
        { organization },
        { sort: { place: direction }, projection: { place: 1 }, maxTimeMS: QUERY_MS },
      ),
    );
  const [first, last] = await Promise.all([end(1), end(-1)]);
  if (first === null || last === null) return null;
  return { first: timeOf(first.place), last: timeOf(last.place) };
}
