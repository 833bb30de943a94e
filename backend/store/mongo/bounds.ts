/** When series and labels were seen first and last, once some of their events are gone. */
import { GROUP_FIELDS } from '../../model/query.ts';
import type { Collections, EventDocument, SeriesDocument } from './documents.ts';
import { guard } from './errors.ts';
import { LAST_PLACE, timeOf, tupleId } from './places.ts';

/** Others write the same totals; after so many attempts the next removal makes it good. */
const ATTEMPTS = 5;

/** The bounds of labels without events: whatever comes lies outside. */
export const NEVER = { first: Number.MAX_SAFE_INTEGER, last: Number.MIN_SAFE_INTEGER } as const;

/** Oldest and newest event of a series without some that are about to go. */
export async function refreshSeries(
  { events, series }: Collections,
  _id: string,
  except: readonly string[],
): Promise<void> {
  const end = (direction: 1 | -1) =>
    guard(() =>
      events.findOne(
        { series: _id, _id: { $nin: [...except] } },
        { sort: { place: direction }, projection: { place: 1 } },
      ),
    ) as Promise<Pick<EventDocument, 'place'> | null>;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const known = await guard(() => series.findOne({ _id }));
    if (known === null) return;
    const [oldest, newest] = await Promise.all([end(1), end(-1)]);
    const bounds = { first: oldest?.place ?? LAST_PLACE, last: newest?.place ?? '' };
    if (bounds.first === known.first && bounds.last === known.last) return;
    // Whoever adds a chunk meanwhile changes one of these.
    const { chunk, first, last } = known;
    const { matchedCount } = await guard(() =>
      series.updateOne({ _id, chunk, first, last }, { $set: bounds }),
    );
    if (matchedCount > 0) return;
  }
}

/** The bounds of all labels of an organization, from its series. */
export async function refreshLabels(
  { meta, series, labels }: Collections,
  organization: string,
): Promise<void> {
  // Up to here every total counts; labels that count more are being written just now.
  const compacted = (await guard(() => meta.findOne({ _id: 'compaction' })))?.value ?? 0;
  const known = await guard(() => labels.find({ organization }).toArray());
  const seen = new Map<string, { first: number; last: number }>();
  const cursor = series.find({ organization, count: { $gt: 0 } });
  for (const one of await guard(() => cursor.toArray())) addSeries(seen, one);
  for (const { _id, chunk, first, last } of known) {
    const bounds = seen.get(_id) ?? NEVER;
    if (chunk > compacted || (first === bounds.first && last === bounds.last)) continue;
    await guard(() => labels.updateOne({ _id, chunk }, { $set: bounds }));
  }
}

function addSeries(seen: Map<string, { first: number; last: number }>, one: SeriesDocument): void {
  if (one.last === '') return;
  const first = timeOf(one.first);
  const last = timeOf(one.last);
  for (const field of GROUP_FIELDS) {
    const id = tupleId(one.organization, field, one[field]);
    const bounds = seen.get(id) ?? NEVER;
    seen.set(id, { first: Math.min(bounds.first, first), last: Math.max(bounds.last, last) });
  }
}
