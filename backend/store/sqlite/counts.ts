/** Counts, from the totals that are kept beside the events; events are read where those end. */
import type { EventFilter, GroupField } from '../../model/query.ts';
import { isAboutLabels, isOpen, isUnconditional, splitByVersion } from '../filters.ts';
import type { BucketCount, TimeSpan, ValueCount } from '../port.ts';
import { DAY_MS, HOUR_MS, wholeSpans } from '../spans.ts';
import {
  all,
  type Conditions,
  eventInRange,
  eventMatches,
  isHopeless,
  noneOf,
  type Sql,
  seriesMatches,
  toConditions,
} from './conditions.ts';
import type { Database } from './database.ts';

/** Value counts of each field, most frequent first; when each was seen first and last at all. */
export function countValues(
  db: Database,
  organization: string,
  fields: readonly GroupField[],
  filter: EventFilter,
): Partial<Record<GroupField, ValueCount[]>> {
  const conditions = toConditions(db, organization, filter);
  const counts = isHopeless(conditions) ? new Map() : countByField(db, fields, conditions);
  return Object.fromEntries(fields.map((field) => [field, counts.get(field) ?? []]));
}

interface ValueRow {
  readonly field: GroupField;
  readonly value: string;
  readonly count: number;
  readonly first_time: number;
  readonly last_time: number;
}

function countByField(db: Database, fields: readonly GroupField[], conditions: Conditions) {
  const { organization, filter } = conditions;
  const isWhole = isUnconditional(filter) && isOpen(filter);
  const counted: Sql = isWhole ? WHOLE_TIMELINE : grouped(fields, countSeries(db, conditions));
  const rows = db.all<ValueRow>(
    `${counted.text} WHERE l.organization = ? ORDER BY 3 DESC, 2`,
    ...counted.values,
    organization,
  );
  const byField = new Map<GroupField, ValueCount[]>(fields.map((field) => [field, []]));
  for (const row of rows) byField.get(row.field)?.push(toValueCount(row));
  return byField;
}

const WHOLE_TIMELINE: Sql = {
  text: 'SELECT l.field, l.value, l.count, l.first_time, l.last_time FROM labels l',
  values: [],
};

function grouped(fields: readonly GroupField[], counted: Sql): Sql {
  const byField = fields.map(
    (field) => `SELECT '${field}' AS field, ifnull(s.${field}, '') AS value, sum(c.count) AS count
      FROM counted c JOIN series s ON s.id = c.series GROUP BY 2`,
  );
  return {
    text: `WITH counted AS MATERIALIZED (
        SELECT series, sum(count) AS count FROM (${counted.text}) GROUP BY series HAVING sum(count) > 0)
      SELECT g.field, g.value, g.count, l.first_time, l.last_time
      FROM (${byField.join(' UNION ALL ')}) g
      JOIN labels l ON l.field = g.field AND l.value = g.value`,
    values: counted.values,
  };
}

function toValueCount(row: ValueRow): ValueCount {
  return {
    value: row.value === '' ? null : row.value,
    count: row.count,
    firstSeen: row.first_time,
    lastSeen: row.last_time,
  };
}

/** Counts by bucket and value, oldest bucket first. */
export function countBuckets(
  db: Database,
  organization: string,
  field: GroupField,
  bucketMs: number,
  filter: EventFilter,
): BucketCount[] {
  const conditions = toConditions(db, organization, filter);
  if (isHopeless(conditions)) return [];
  const counted =
    bucketMs % DAY_MS === 0 && isUnconditional(filter)
      ? countLabelDays(field, bucketMs, conditions)
      : bucketsOfSeries(field, countSeries(db, conditions, bucketMs));
  return db
    .all<{ start: number; value: string; count: number }>(
      `SELECT start, value, sum(count) AS count FROM (${counted.text})
       GROUP BY 1, 2 HAVING sum(count) > 0 ORDER BY 1, 2`,
      ...counted.values,
    )
    .map((row) => ({ ...row, value: row.value === '' ? null : row.value }));
}

function bucketsOfSeries(field: GroupField, counted: Sql): Sql {
  return {
    text: `SELECT ifnull(s.${field}, '') AS value, c.start, c.count
      FROM (${counted.text}) c JOIN series s ON s.id = c.series`,
    values: counted.values,
  };
}

/** Totals of whole days, and the events of the days that the range cuts. */
function countLabelDays(field: GroupField, bucketMs: number, conditions: Conditions): Sql {
  const { organization } = conditions;
  const days = wholeSpans(conditions.filter, DAY_MS);
  const edges = days.edges.map((edge) =>
    countEvents({ ...conditions, ...edge }, all(), bucketMs, `ifnull(e.${field}, '')`),
  );
  return unionAll(
    {
      text: `SELECT value, ${floor(`day * ${DAY_MS}`, bucketMs)} AS start, count FROM label_days
        WHERE organization = ? AND field = ? AND day BETWEEN ? AND ?`,
      values: [organization, field, days.first, days.last],
    },
    ...edges,
  );
}

/**
 * Rows of (series, start, count), several of one series and start among them: whole series and their
 * hours where labels decide, else events. What is taken off again has counts below 0.
 */
function countSeries(db: Database, conditions: Conditions, bucketMs?: number): Sql {
  const { words, filter } = conditions;
  const split = splitByVersion(filter);
  if (split !== undefined) {
    const excluded = { ...conditions, filter: split.excluded };
    return unionAll(
      countSeries(db, { ...conditions, filter: split.all }, bucketMs),
      countEvents(excluded, eventMatches(excluded), bucketMs, 'e.series', '-count(*)'),
    );
  }
  if (isAboutLabels(conditions.filter)) return countWholeSeries(conditions, bucketMs);
  if (words === undefined || !isAboutLabels(withoutSearch(conditions))) {
    return countEvents(conditions, eventMatches(conditions), bucketMs, 'e.series');
  }
  const condition = seriesMatches(conditions);
  const named = db.all<{ id: number }>(
    `SELECT s.id FROM series s WHERE ${condition.text}`,
    ...condition.values,
  );
  const others = noneOf(
    'e.series',
    named.map((one) => one.id),
  );
  const rest = countEvents(conditions, all(eventMatches(conditions), others), bucketMs, 'e.series');
  return unionAll(countWholeSeries(conditions, bucketMs), rest);
}

function withoutSearch({ filter }: Conditions): EventFilter {
  return { ...filter, search: undefined };
}

function countWholeSeries(conditions: Conditions, bucketMs: number | undefined): Sql {
  const condition = seriesMatches(conditions);
  if (bucketMs === undefined && isOpen(conditions.filter)) {
    return {
      text: `SELECT s.id AS series, NULL AS start, s.count FROM series s WHERE ${condition.text}`,
      values: condition.values,
    };
  }
  const inSeries: Sql = {
    text: `e.series IN (SELECT s.id FROM series s WHERE ${condition.text})`,
    values: condition.values,
  };
  if (bucketMs !== undefined && bucketMs % HOUR_MS !== 0) {
    return countEvents(conditions, inSeries, bucketMs, 'e.series');
  }
  const hours = wholeSpans(conditions.filter, HOUR_MS);
  return unionAll(
    {
      text: `SELECT e.series, ${floor(`e.hour * ${HOUR_MS}`, bucketMs)} AS start, e.count
        FROM series_hours e WHERE e.organization = ? AND e.hour BETWEEN ? AND ? AND ${inSeries.text}`,
      values: [conditions.organization, hours.first, hours.last, ...inSeries.values],
    },
    ...hours.edges.map((edge) =>
      countEvents({ ...conditions, ...edge }, inSeries, bucketMs, 'e.series'),
    ),
  );
}

function countEvents(
  conditions: Conditions,
  matches: Sql,
  bucketMs: number | undefined,
  group: string,
  count = 'count(*)',
): Sql {
  const where = all(eventInRange(conditions), matches);
  return {
    text: `SELECT ${group}, ${floor('e.time', bucketMs)} AS start, ${count} AS count
      FROM events e WHERE ${where.text} GROUP BY 1, 2`,
    values: where.values,
  };
}

/** The start of the bucket, also before 1970 where integer division rounds the other way. */
function floor(ms: string, bucketMs: number | undefined): string {
  if (bucketMs === undefined) return 'NULL';
  return `CAST(floor((${ms}) / ${bucketMs}.0) AS INTEGER) * ${bucketMs}`;
}

function unionAll(...queries: readonly Sql[]): Sql {
  return {
    text: queries.map((query) => query.text).join(' UNION ALL '),
    values: queries.flatMap((query) => query.values),
  };
}

/** Oldest and newest event time of an organization. */
export function timeSpan(db: Database, organization: string): TimeSpan {
  const row = db.get<{ first: number | null; last: number | null }>(
    `SELECT (SELECT min(time) FROM events WHERE organization = ?) AS first,
       (SELECT max(time) FROM events WHERE organization = ?) AS last`,
    organization,
    organization,
  );
  if (row === undefined || row.first === null || row.last === null) return null;
  return { first: row.first, last: row.last };
}
