import type { EventFilter } from '../../model/query.ts';
import type { CellState, FeedEntry, FeedStretch } from '../port.ts';
import { LATEST, seriesMatches, toConditions } from './conditions.ts';
import type { Database } from './database.ts';
import { EVENT_COLUMNS, type EventRow, toEvent } from './rows.ts';

/**
 * The newest event of each (source, subject). Each series knows its newest event; one seek finds
 * the newest up to `at` where that lies behind it. The history is not read.
 */
export function latestByCell(
  db: Database,
  organization: string,
  filter: EventFilter,
  at: number = LATEST,
): CellState[] {
  const series = seriesMatches(toConditions(db, organization, { ...filter, to: at }));
  const rows = db.all<EventRow>(
    `WITH newest AS (
       SELECT s.source, s.subject, iif(s.last_time <= ?1, s.last_seq, (
         SELECT e.seq FROM events e INDEXED BY events_by_series
         WHERE e.series = s.id AND e.time <= ?1 ORDER BY e.time DESC, e.seq DESC LIMIT 1)) AS seq
       FROM series s WHERE ${series.text}),
     ranked AS (
       SELECT n.seq, row_number() OVER (
         PARTITION BY n.source, n.subject ORDER BY e.time DESC, e.seq DESC) AS place
       FROM newest n JOIN events e ON e.seq = n.seq)
     SELECT ${EVENT_COLUMNS} FROM events
     WHERE seq IN (SELECT seq FROM ranked WHERE place = 1) ORDER BY source, subject`,
    at,
    ...series.values,
  );
  return rows.map((row) => ({ source: row.source, subject: row.subject, event: toEvent(row) }));
}

/** One writer at a time, and `seq` given inside its transaction: visible in the order of `seq`. */
export function readSince(db: Database, position: number, limit: number): FeedStretch {
  const entries: FeedEntry[] = db
    .all<EventRow>(
      `SELECT ${EVENT_COLUMNS} FROM events WHERE seq > ? ORDER BY seq LIMIT ?`,
      position,
      limit,
    )
    .map((row) => ({ position: row.seq, event: toEvent(row) }));
  return { entries, position: entries.at(-1)?.position ?? position };
}

/** Never falls: where the newest events were deleted, the mark of the totals remembers them. */
export function readHead(db: Database): number {
  const row = db.get<{ head: number }>(
    'SELECT max(seq, ifnull((SELECT max(seq) FROM events), 0)) AS head FROM counted',
  );
  return row?.head ?? 0;
}
