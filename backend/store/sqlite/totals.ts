/**
 * When the totals are brought up to date: not with every event, which would write several times as
 * much as the event itself, but for many at once; and before anything that reads them. What is not
 * counted yet stands in the events behind a mark, so a process that dies leaves nothing uncounted.
 */
import { MilepostError } from '../../errors.ts';
import type { Database } from './database.ts';
import { tally } from './tallies.ts';

/** How long totals may lag behind while nobody reads them, ms. */
const LAG_MS = 100;
/** Events that are counted in one transaction: others wait for it. */
const CHUNK = 2000;

export interface Totals {
  /** Counts what was appended, a moment later. */
  countSoon(): void;
  /** Counts what was appended now, before a read. */
  settle(): void;
  stop(): void;
}

export function createTotals(db: Database): Totals {
  let timer: NodeJS.Timeout | undefined;
  const count = (): void => {
    timer = undefined;
    if (tryCount(db) === 'more') countSoon();
  };
  const countSoon = (): void => {
    timer ??= setTimeout(count, LAG_MS).unref();
  };
  return {
    countSoon,
    settle: () => {
      while (tryCount(db) === 'more');
    },
    stop: () => clearTimeout(timer),
  };
}

/** Totals that lag behind are better than no answer, when the disk is full or the file is locked. */
function tryCount(db: Database): 'more' | 'done' {
  try {
    return countAppended(db);
  } catch (error) {
    if (error instanceof MilepostError) return 'done';
    throw error;
  }
}

/** Counts one stretch of the events behind the mark. Other processes on the file may do the same. */
export function countAppended(db: Database): 'more' | 'done' {
  if (nextStretch(db) === undefined) return 'done';
  return db.transaction(() => {
    // Looked up again: another process may have counted it in between.
    const stretch = nextStretch(db);
    if (stretch === undefined) return 'done';
    const { counted, until, last } = stretch;
    tally(db, counted, until);
    db.run('UPDATE counted SET seq = ?', until);
    return until < last ? 'more' : 'done';
  });
}

function nextStretch(db: Database) {
  const row = db.get<{ last: number | null; counted: number }>(
    'SELECT (SELECT max(seq) FROM events) AS last, (SELECT seq FROM counted) AS counted',
  );
  if (row === undefined || row.last === null || row.last <= row.counted) return undefined;
  const { last, counted } = row;
  return { last, counted, until: Math.min(last, counted + CHUNK) };
}
