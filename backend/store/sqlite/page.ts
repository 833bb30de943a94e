/**
 * Pages of the timeline. Common conditions are met within a few rows of where the page starts, so
 * the timeline itself is read first, up to a budget; rare ones are then looked up series by series
 * (or version by version) and merged. Either way the cost follows the page, not the history.
 */
import type { TimelineEvent } from '../../model/event.ts';
import { isUnconditional } from '../filters.ts';
import type { Page, PageRequest } from '../port.ts';
import {
  all,
  type Conditions,
  EARLIEST,
  eventInRange,
  eventMatches,
  isHopeless,
  LATEST,
  labelsMatch,
  noneOf,
  oneOf,
  type Sql,
  seriesMatches,
  toConditions,
  versionMatches,
} from './conditions.ts';
import type { Database } from './database.ts';
import { type Key, mergeStreams, type Stream } from './merge.ts';
import { EVENT_COLUMNS, type EventRow, toEvent } from './rows.ts';

/** Rows of the timeline read in the hope of a full page; again while so many match that it comes. */
const WALK_BUDGET = 1000;
const MAX_WALKS = 8;
/** The same where nothing but reading on can find the rest. */
const LONG_WALK_BUDGET = 20_000;

interface PageQuery {
  readonly db: Database;
  readonly conditions: Conditions;
  readonly matches: Sql;
  readonly order: 'asc' | 'desc';
}

/** One page, and whether there is more. Lets other requests in between when it has to read far. */
export async function readPage(
  db: Database,
  organization: string,
  { filter, order, limit, after }: PageRequest,
): Promise<Page> {
  const conditions = toConditions(db, organization, filter);
  if (isHopeless(conditions)) return { events: [], hasMore: false };
  const beginning = order === 'desc' ? LATEST : EARLIEST;
  const start: Key =
    after === undefined
      ? { time: beginning, seq: beginning }
      : { time: after.time, seq: Number(after.receipt) };
  const query = { db, conditions, matches: eventMatches(conditions), order };
  const rows = await readRows(query, start, limit + 1);
  return { events: rows.slice(0, limit).map(toEvent), hasMore: rows.length > limit };
}

async function readRows(query: PageQuery, start: Key, count: number): Promise<EventRow[]> {
  const { conditions, matches, order } = query;
  const { id, version } = conditions.filter;
  if (id !== undefined) return read(query, 'events_identity', matches, start, count);
  if (isUnconditional(conditions.filter)) return read(query, 'events_by_time', all(), start, count);
  if (version !== undefined) {
    const streams = [...new Set(version)].map((one) => versionStream(query, one, matches));
    return mergeStreams(streams, order, start, count);
  }
  const rows: EventRow[] = [];
  let from = start;
  for (let walks = 1; walks <= MAX_WALKS; walks += 1) {
    const walked = walk(query, from, count - rows.length, WALK_BUDGET);
    rows.push(...walked.rows);
    if (walked.end === undefined || rows.length === count) return rows;
    from = walked.end;
    if (walked.rows.length * MAX_WALKS < count) break;
  }
  rows.push(...(await readSparse(query, from, count - rows.length)));
  return rows;
}

async function readSparse(query: PageQuery, start: Key, count: number): Promise<EventRow[]> {
  const { db, conditions, order } = query;
  const { words } = conditions;
  if (words !== undefined && words.versions === undefined) return walkOn(query, start, count);
  const condition = seriesMatches(conditions);
  const series = db.all<SeriesBounds>(
    `SELECT s.id, s.first_time, s.last_time FROM series s WHERE ${condition.text}`,
    ...condition.values,
  );
  const others = all(
    labelsMatch('e', conditions),
    versionMatches(conditions),
    noneOf(
      'e.series',
      series.map((one) => one.id),
    ),
  );
  const streams = [
    ...series.map((one) => seriesStream(query, one)),
    ...(words?.versions ?? []).map((version) => versionStream(query, version, others)),
  ];
  return mergeStreams(streams, order, start, count);
}

/** Reads on until the page is full or the timeline ends. */
async function walkOn(query: PageQuery, start: Key, count: number): Promise<EventRow[]> {
  const rows: EventRow[] = [];
  let from: Key | undefined = start;
  while (from !== undefined && rows.length < count) {
    const walked = walk(query, from, count - rows.length, LONG_WALK_BUDGET);
    rows.push(...walked.rows);
    from = walked.end;
    await new Promise((resume) => setImmediate(resume));
  }
  return rows;
}

/** Reads at most `budget` rows behind `start`; `end` is where it stopped, undefined at the end. */
function walk(
  { db, conditions, matches, order }: PageQuery,
  start: Key,
  count: number,
  budget: number,
) {
  const inRange = all(eventInRange(conditions), behind(start, order));
  const end = db.get<Key>(
    `SELECT e.time, e.seq FROM events e INDEXED BY events_by_time
     WHERE ${inRange.text} ${orderBy(order)} LIMIT 1 OFFSET ?`,
    ...inRange.values,
    budget - 1,
  );
  const rows = db.all<EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM (
       SELECT * FROM events e INDEXED BY events_by_time
       WHERE ${inRange.text} ${orderBy(order)} LIMIT ?) e
     WHERE ${matches.text} LIMIT ?`,
    ...inRange.values,
    budget,
    ...matches.values,
    count,
  );
  return { rows, end };
}

interface SeriesBounds {
  readonly id: number;
  /** Event time of the oldest and the newest event, ms. */
  readonly first_time: number;
  readonly last_time: number;
}

function seriesStream(query: PageQuery, series: SeriesBounds): Stream<EventRow> {
  const own: Sql = { text: 'e.series = ?', values: [series.id] };
  const matches = all(own, versionMatches(query.conditions));
  return {
    bound: query.order === 'desc' ? series.last_time : series.first_time,
    read: (start, count) => read(query, 'events_by_series', matches, start, count),
  };
}

function versionStream(query: PageQuery, version: string, conditions: Sql): Stream<EventRow> {
  const matches = all({ text: 'e.version = ?', values: [version] }, conditions);
  return {
    bound: query.order === 'desc' ? LATEST : EARLIEST,
    read: (start, count) => read(query, 'events_by_version', matches, start, count),
  };
}

/** Rows behind `start`, in order, by the index that the planner would not always choose. */
function read(
  { db, conditions, order }: PageQuery,
  index: string,
  matches: Sql,
  start: Key,
  count: number,
): EventRow[] {
  const where = all(eventInRange(conditions), behind(start, order), matches);
  return db.all<EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM events e INDEXED BY ${index}
     WHERE ${where.text} ${orderBy(order)} LIMIT ?`,
    ...where.values,
    count,
  );
}

function behind(key: Key, order: 'asc' | 'desc'): Sql {
  const sign = order === 'desc' ? '<' : '>';
  return { text: `(e.time, e.seq) ${sign} (?, ?)`, values: [key.time, key.seq] };
}

function orderBy(order: 'asc' | 'desc'): string {
  return order === 'desc' ? 'ORDER BY e.time DESC, e.seq DESC' : 'ORDER BY e.time, e.seq';
}

/** Events with one id, of one source or of any. */
export function readWithId(
  db: Database,
  organization: string,
  id: string,
  source: string | undefined,
  limit: number,
): readonly TimelineEvent[] {
  const where = all(
    { text: 'organization = ? AND id = ?', values: [organization, id] },
    oneOf('source', source === undefined ? undefined : [source]),
  );
  return db
    .all<EventRow>(
      `SELECT ${EVENT_COLUMNS} FROM events WHERE ${where.text} ORDER BY seq LIMIT ?`,
      ...where.values,
      limit,
    )
    .map(toEvent);
}
