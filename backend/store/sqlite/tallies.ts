/** The totals that are kept beside the events: how a stretch of events changes them. */
import { foldCase, GROUP_FIELDS, type GroupField } from '../../model/query.ts';
import { DAY_MS, HOUR_MS } from '../spans.ts';
import type { Database } from './database.ts';

const HOURS_PER_DAY = DAY_MS / HOUR_MS;

/** By series and whole hour since the Unix epoch; SQLite's division rounds towards zero. */
const GROUP_STRETCH = `
  SELECT g.*, s.organization, s.type, s.source,
    ifnull(s.subject, '') AS subject, ifnull(s.severity, '') AS severity
  FROM (
    SELECT series, (time - (time % ?1 + ?1) % ?1) / ?1 AS hour,
      count(*) AS count, min(time) AS first, max(time) AS last
    FROM events WHERE seq > ?2 AND seq <= ?3 GROUP BY 1, 2) g
  JOIN series s ON s.id = g.series`;
const COUNT_IN_SERIES = `
  UPDATE series SET count = count + ?1, first_time = min(ifnull(first_time, ?2), ?2),
    (last_time, last_seq) = (
      SELECT e.time, e.seq FROM events e INDEXED BY events_by_series
      WHERE e.series = ?3 ORDER BY e.time DESC, e.seq DESC LIMIT 1)
  WHERE id = ?3`;
const COUNT_IN_HOUR = `
  INSERT INTO series_hours (organization, hour, series, count) VALUES (?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET count = count + excluded.count`;
const COUNT_IN_LABEL = `
  INSERT INTO labels (organization, field, value, folded, count, first_time, last_time)
  VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET count = count + excluded.count,
    first_time = min(first_time, excluded.first_time),
    last_time = max(last_time, excluded.last_time)`;
const COUNT_IN_DAY = `
  INSERT INTO label_days (organization, field, day, value, count) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET count = count + excluded.count`;

/** Events of one series within one hour. */
interface Group extends Readonly<Record<GroupField, string>> {
  readonly organization: string;
  readonly series: number;
  /** Whole hours since the Unix epoch. */
  readonly hour: number;
  readonly count: number;
  /** ms since the Unix epoch. */
  readonly first: number;
  readonly last: number;
}

interface Tally {
  count: number;
  first: number;
  last: number;
}

interface LabelTally extends Tally {
  readonly organization: string;
  readonly field: GroupField;
  readonly value: string;
  /** Counts by whole days since the Unix epoch. */
  readonly days: Map<number, number>;
}

/** Adds the events behind `after`, up to `until`, to the totals; each row is written once. */
export function tally(db: Database, after: number, until: number): void {
  const series = new Map<number, Tally>();
  const labels = new Map<string, LabelTally>();
  for (const group of db.all<Group>(GROUP_STRETCH, HOUR_MS, after, until)) {
    db.run(COUNT_IN_HOUR, group.organization, group.hour, group.series, group.count);
    add(getOrSet(series, group.series, emptyTally), group);
    for (const field of GROUP_FIELDS) addToLabel(labels, field, group);
  }
  for (const [id, { count, first }] of series) db.run(COUNT_IN_SERIES, count, first, id);
  for (const label of labels.values()) writeLabel(db, label);
}

function addToLabel(labels: Map<string, LabelTally>, field: GroupField, group: Group): void {
  const { organization } = group;
  const value = group[field];
  const label = getOrSet(labels, `${organization}\0${field}\0${value}`, () => ({
    organization,
    field,
    value,
    days: new Map(),
    ...emptyTally(),
  }));
  add(label, group);
  const day = Math.floor(group.hour / HOURS_PER_DAY);
  label.days.set(day, (label.days.get(day) ?? 0) + group.count);
}

function writeLabel(db: Database, label: LabelTally): void {
  const { organization, field, value, count, first, last, days } = label;
  db.run(COUNT_IN_LABEL, organization, field, value, foldCase(value), count, first, last);
  for (const [day, counted] of days) {
    db.run(COUNT_IN_DAY, organization, field, day, value, counted);
  }
}

function add(tally: Tally, { count, first, last }: Group): void {
  tally.count += count;
  tally.first = Math.min(tally.first, first);
  tally.last = Math.max(tally.last, last);
}

function emptyTally(): Tally {
  return { count: 0, first: Number.MAX_SAFE_INTEGER, last: Number.MIN_SAFE_INTEGER };
}

function getOrSet<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
