/** Takes deleted events out of the totals and the vocabulary: the opposite of `tallies.ts`. */
import { GROUP_FIELDS, type GroupField } from '../../model/query.ts';
import { DAY_MS, HOUR_MS } from '../spans.ts';
import type { Database } from './database.ts';
import type { ExpiringSeries } from './expire.ts';

/** A counted event that was deleted. */
export interface Victim {
  readonly seq: number;
  /** ms since the Unix epoch. */
  readonly time: number;
  readonly version: string | null;
}

const UNCOUNT_SERIES = `
  UPDATE series SET count = count - ?1,
    first_time = (
      SELECT e.time FROM events e INDEXED BY events_by_series
      WHERE e.series = ?2 ORDER BY e.time, e.seq LIMIT 1),
    (last_time, last_seq) = (
      SELECT e.time, e.seq FROM events e INDEXED BY events_by_series
      WHERE e.series = ?2 ORDER BY e.time DESC, e.seq DESC LIMIT 1)
  WHERE id = ?2`;
/** Not while it has events that are not counted yet. */
const DELETE_EMPTY_SERIES = `
  DELETE FROM series WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM events WHERE series = ?1)`;
const UNCOUNT_HOUR = `
  UPDATE series_hours SET count = count - ? WHERE organization = ? AND hour = ? AND series = ?`;
const DELETE_EMPTY_HOUR = `
  DELETE FROM series_hours WHERE organization = ? AND hour = ? AND series = ? AND count <= 0`;
const UNCOUNT_DAY = `
  UPDATE label_days SET count = count - ?
  WHERE organization = ? AND field = ? AND day = ? AND value = ?`;
const DELETE_EMPTY_DAY = `
  DELETE FROM label_days
  WHERE organization = ? AND field = ? AND day = ? AND value = ? AND count <= 0`;
const UNCOUNT_LABEL = `
  UPDATE labels SET count = count - ? WHERE organization = ? AND field = ? AND value = ?
  RETURNING count, last_time`;
const DELETE_LABEL = 'DELETE FROM labels WHERE organization = ? AND field = ? AND value = ?';
const DELETE_UNUSED_VERSION = `
  DELETE FROM versions WHERE organization = ?1 AND version = ?2 AND NOT EXISTS (
    SELECT 1 FROM events WHERE organization = ?1 AND version = ?2)
  RETURNING id`;

/** In the transaction that deletes them; all are of one series. */
export function untally(
  db: Database,
  organization: string,
  series: ExpiringSeries,
  victims: readonly Victim[],
): void {
  for (const [hour, count] of countBy(victims, ({ time }) => Math.floor(time / HOUR_MS))) {
    db.run(UNCOUNT_HOUR, count, organization, hour, series.id);
    db.run(DELETE_EMPTY_HOUR, organization, hour, series.id);
  }
  db.run(UNCOUNT_SERIES, victims.length, series.id);
  const isEmpty = db.run(DELETE_EMPTY_SERIES, series.id).changes > 0;
  const days = countBy(victims, ({ time }) => Math.floor(time / DAY_MS));
  const newest = victims.at(-1)?.time ?? 0;
  for (const field of GROUP_FIELDS) {
    const label = { organization, field, value: series[field] };
    for (const [day, count] of days) {
      db.run(UNCOUNT_DAY, count, organization, field, day, label.value ?? '');
      db.run(DELETE_EMPTY_DAY, organization, field, day, label.value ?? '');
    }
    uncountLabel(db, label, victims.length, newest);
  }
  const isForgotten = forgetVersions(db, organization, victims);
  if (isEmpty || isForgotten) db.run('UPDATE vocabulary SET generation = generation + 1');
}

interface Label {
  readonly organization: string;
  readonly field: GroupField;
  readonly value: string | null;
}

function uncountLabel(db: Database, label: Label, count: number, newest: number): void {
  const { organization, field, value } = label;
  const key = [organization, field, value ?? ''];
  const left = db.get<{ count: number; last_time: number }>(UNCOUNT_LABEL, count, ...key);
  if (left === undefined) return;
  if (left.count <= 0) {
    db.run(DELETE_LABEL, ...key);
    return;
  }
  const seen = `FROM series WHERE organization = ? AND ${field} IS ? AND first_time >= ?`;
  db.run(
    `UPDATE labels SET first_time = ifnull((
       SELECT first_time ${seen} ORDER BY first_time LIMIT 1), first_time)
     WHERE organization = ? AND field = ? AND value = ?`,
    organization,
    value,
    Number.MIN_SAFE_INTEGER,
    ...key,
  );
  if (newest < left.last_time) return;
  // All series of the label are looked at; rare, since the newest event of a label is seldom old.
  db.run(
    `UPDATE labels SET last_time = ifnull((SELECT max(last_time) ${seen}), last_time)
     WHERE organization = ? AND field = ? AND value = ?`,
    organization,
    value,
    Number.MIN_SAFE_INTEGER,
    ...key,
  );
}

/** Whether versions were deleted from the vocabulary, since no event has them any more. */
function forgetVersions(db: Database, organization: string, victims: readonly Victim[]): boolean {
  let isAny = false;
  for (const version of new Set(victims.map((one) => one.version))) {
    if (version === null) continue;
    const gone = db.get<{ id: number }>(DELETE_UNUSED_VERSION, organization, version);
    if (gone === undefined) continue;
    db.run('DELETE FROM versions_search WHERE rowid = ?', gone.id);
    isAny = true;
  }
  return isAny;
}

function countBy(
  victims: readonly Victim[],
  spanOf: (victim: Victim) => number,
): Map<number, number> {
  const counts = new Map<number, number>();
  for (const victim of victims) {
    const span = spanOf(victim);
    counts.set(span, (counts.get(span) ?? 0) + 1);
  }
  return counts;
}
