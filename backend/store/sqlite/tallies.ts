/** The totals that are kept beside the events, in the same transaction. */
import type { NewEvent } from '../../model/event.ts';
import { foldCase, GROUP_FIELDS } from '../../model/query.ts';
import type { Database } from './database.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

const COUNT_IN_SERIES = `
  UPDATE series SET count = count + ?1, first_time = min(ifnull(first_time, ?2), ?2),
    last_seq = iif(last_time > ?3, last_seq, ?4), last_time = max(ifnull(last_time, ?3), ?3)
  WHERE id = ?5`;
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

/** Counts of one thing: in total, and by whole hours or days since the Unix epoch. */
interface Tally {
  count: number;
  first: number;
  last: number;
  readonly spans: Map<number, number>;
}

/** What one transaction adds: gathered first, so that each row is written once. */
export interface Tallies {
  /** `seq` rises from call to call. */
  add(event: NewEvent, series: number, seq: number): void;
  write(db: Database): void;
}

interface Label {
  readonly organization: string;
  readonly field: string;
  readonly value: string;
}

export function createTallies(): Tallies {
  const series = new Map<number, Tally & { readonly organization: string; lastSeq: number }>();
  const labels = new Map<string, Tally & Label>();

  const addLabel = (label: Label, time: number): void => {
    const key = `${label.organization} ${label.field} ${label.value}`;
    const tally = labels.get(key) ?? { ...label, ...emptyTally() };
    count(tally, time, DAY_MS);
    labels.set(key, tally);
  };

  return {
    add: (event, id, seq) => {
      const { organization, time } = event;
      const tally = series.get(id) ?? { organization, lastSeq: seq, ...emptyTally() };
      if (time >= tally.last) tally.lastSeq = seq;
      count(tally, time, HOUR_MS);
      series.set(id, tally);
      for (const field of GROUP_FIELDS) {
        addLabel({ organization, field, value: event[field] ?? '' }, time);
      }
    },
    write: (db) => {
      for (const [id, { organization, count, first, last, lastSeq, spans }] of series) {
        db.run(COUNT_IN_SERIES, count, first, last, lastSeq, id);
        for (const [hour, counted] of spans) {
          db.run(COUNT_IN_HOUR, organization, hour, id, counted);
        }
      }
      for (const { organization, field, value, count, first, last, spans } of labels.values()) {
        db.run(COUNT_IN_LABEL, organization, field, value, foldCase(value), count, first, last);
        for (const [day, counted] of spans) {
          db.run(COUNT_IN_DAY, organization, field, day, value, counted);
        }
      }
    },
  };
}

function emptyTally(): Tally {
  return {
    count: 0,
    first: Number.MAX_SAFE_INTEGER,
    last: Number.MIN_SAFE_INTEGER,
    spans: new Map(),
  };
}

function count(tally: Tally, time: number, spanMs: number): void {
  const span = Math.floor(time / spanMs);
  tally.count += 1;
  tally.first = Math.min(tally.first, time);
  tally.last = Math.max(tally.last, time);
  tally.spans.set(span, (tally.spans.get(span) ?? 0) + 1);
}
