/**
 * Retention, in steps of one short transaction each. A step looks at some series, takes the oldest
 * events of those that have expired ones, and takes them out of everything that is kept beside the
 * events, in the same transaction: there is no moment at which counts and events disagree.
 */
import { STATE_TYPES } from '../../model/query.ts';
import type { Expiry } from '../port.ts';
import type { Database } from './database.ts';
import type { Totals } from './totals.ts';
import { untally, type Victim } from './untally.ts';

/** Series ids of one step: those that have nothing to delete are cheap, and not free. */
const SERIES_WINDOW = 1000;

const SELECT_WINDOW = `
  SELECT id, type, source, subject, severity, first_time FROM series
  WHERE id > ? AND id <= ? AND organization = ? AND first_time IS NOT NULL ORDER BY id`;
const EXPIRED = `
  FROM events e INDEXED BY events_by_series
  WHERE e.series = ? AND e.time < ? AND e.seq <= (SELECT seq FROM counted) AND e.seq <> ?`;
/** By the index on labels; the newest up to now, as the state matrix has it. */
const SELECT_RUNNING = `
  SELECT e.seq FROM series s JOIN events e INDEXED BY events_by_series ON e.series = s.id
  WHERE s.organization = ? AND s.type IN (${STATE_TYPES.map(() => '?').join(', ')})
    AND s.source = ? AND ifnull(s.subject, '') = ?
    AND e.seq = (
      SELECT n.seq FROM events n INDEXED BY events_by_series
      WHERE n.series = s.id AND n.time <= ? ORDER BY n.time DESC, n.seq DESC LIMIT 1)
  ORDER BY e.time DESC, e.seq DESC LIMIT 1`;
const NOTHING_KEPT = -1;

export interface ExpiringSeries {
  readonly id: number;
  readonly type: string;
  readonly source: string;
  readonly subject: string | null;
  readonly severity: string | null;
  readonly first_time: number;
}

interface Step {
  readonly deleted: number;
  /** The series behind which the next step begins; undefined at the end. */
  readonly next: number | undefined;
}

export async function* expire(
  db: Database,
  totals: Totals,
  organization: string,
  expiry: Expiry,
): AsyncGenerator<number, void, undefined> {
  let after: number | undefined = 0;
  while (after !== undefined) {
    // What is not counted yet cannot be taken out of the counts.
    totals.settle();
    const start: number = after;
    const take = (): Step => takeStep(db, organization, expiry, start);
    // A trial takes long at a time, and the write lock is for those who write.
    const step: Step = expiry.isTrial ? take() : db.transaction(take);
    if (step.deleted > 0 && !expiry.isTrial) await moveOn(db);
    yield step.deleted;
    after = step.next;
  }
}

/**
 * A step changes pages all over the file. Left to gather in the log, some thousand of them would be
 * moved at once, while everybody waits; so few are moved at a time.
 */
async function moveOn(db: Database): Promise<void> {
  await new Promise((resume) => setImmediate(resume));
  db.checkpoint('PASSIVE');
}

function takeStep(db: Database, organization: string, expiry: Expiry, after: number): Step {
  const until = after + SERIES_WINDOW;
  const window = db.all<ExpiringSeries>(SELECT_WINDOW, after, until, organization);
  let deleted = 0;
  for (const series of window) {
    const cutoff = expiry.cutoffOf(series);
    if (cutoff === undefined || series.first_time >= cutoff) continue;
    const kept = runningIn(db, organization, series, expiry.now);
    if (expiry.isTrial) {
      deleted += countExpired(db, series, cutoff, kept);
      continue;
    }
    deleted += deleteSome(db, organization, series, cutoff, kept, expiry.limit - deleted);
    if (deleted >= expiry.limit) return { deleted, next: series.id - 1 };
  }
  const last = db.get<{ last: number | null }>('SELECT max(id) AS last FROM series')?.last ?? 0;
  return { deleted, next: until < last ? until : undefined };
}

/** The event of the state matrix in the series' cell, which stays however old it is. */
function runningIn(
  db: Database,
  organization: string,
  { type, source, subject }: ExpiringSeries,
  now: number,
): number {
  if (!STATE_TYPES.some((one) => one === type)) return NOTHING_KEPT;
  const cell = [source, subject ?? '', now];
  const row = db.get<{ seq: number }>(SELECT_RUNNING, organization, ...STATE_TYPES, ...cell);
  return row?.seq ?? NOTHING_KEPT;
}

function countExpired(db: Database, { id }: ExpiringSeries, cutoff: number, kept: number): number {
  const sql = `SELECT count(*) AS count ${EXPIRED}`;
  return db.get<{ count: number }>(sql, id, cutoff, kept)?.count ?? 0;
}

function deleteSome(
  db: Database,
  organization: string,
  series: ExpiringSeries,
  cutoff: number,
  kept: number,
  limit: number,
): number {
  const victims = db.all<Victim>(
    `SELECT e.seq, e.time, e.version ${EXPIRED} ORDER BY e.time, e.seq LIMIT ?`,
    series.id,
    cutoff,
    kept,
    limit,
  );
  if (victims.length === 0) return 0;
  db.run(
    'DELETE FROM events WHERE seq IN (SELECT value FROM json_each(?))',
    JSON.stringify(victims.map(({ seq }) => seq)),
  );
  untally(db, organization, series, victims);
  return victims.length;
}
