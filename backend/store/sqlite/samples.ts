import { isSameSeries, type NewSample } from '../../model/metric.ts';
import type { SampleCounts } from '../metric-port.ts';
import { HOUR_MS } from '../spans.ts';
import type { Database } from './database.ts';

const UPSERT_SERIES = `
  INSERT INTO metric_series (organization, metric, subject, source, unit, first_time, last_time)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
  ON CONFLICT DO UPDATE SET unit = ifnull(?5, unit),
    first_time = min(first_time, ?6), last_time = max(last_time, ?7)
  RETURNING id`;
/** Samples of one statement: calling one costs about as much as what it inserts. */
const ROWS = 50;
const INSERT_SAMPLE = insertOf(1);
const INSERT_SAMPLES = insertOf(ROWS);
const UPDATE_SAMPLE = 'UPDATE metric_samples SET value = ? WHERE series = ? AND time = ?';
const ADD_TO_HOUR = `
  INSERT INTO metric_hours VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET count = count + excluded.count, sum = sum + excluded.sum,
    min = min(min, excluded.min), max = max(max, excluded.max)`;
const RECOUNT_HOUR = `
  REPLACE INTO metric_hours
  SELECT series, ?, count(*), total(value), min(value), max(value) FROM metric_samples
  WHERE series = ? AND time BETWEEN ? AND ? GROUP BY series`;

interface HourTally {
  readonly hour: number;
  count: number;
  sum: number;
  min: number;
  max: number;
  /** Something in it was replaced, so it cannot be added up. */
  isStale: boolean;
}

/** Writes all samples of a call in one transaction. */
export function createSampleWriter(
  db: Database,
): (organization: string, samples: readonly NewSample[]) => SampleCounts {
  return (organization, samples) =>
    db.transaction(() => {
      let created = 0;
      for (const group of groupBySeries(samples)) {
        created += writeGroup(db, seriesId(db, organization, group), group);
      }
      return { created, replaced: samples.length - created };
    });
}

type Group = readonly [NewSample, ...NewSample[]];

function groupBySeries(samples: readonly NewSample[]): Iterable<Group> {
  const groups = new Map<string, [NewSample, ...NewSample[]]>();
  let last: [NewSample, ...NewSample[]] | undefined;
  for (const sample of samples) {
    // Samples of one series mostly stand together, and comparing costs less than making a key.
    if (last !== undefined && isSameSeries(last[0], sample)) {
      last.push(sample);
      continue;
    }
    const key = `${sample.metric}\0${sample.subject}\0${sample.source ?? ''}`;
    last = groups.get(key);
    if (last === undefined) {
      last = [sample];
      groups.set(key, last);
    } else last.push(sample);
  }
  return groups.values();
}

function seriesId(db: Database, organization: string, group: Group): number {
  const [{ metric, subject, source }] = group;
  let unit: string | null = null;
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const sample of group) {
    unit = sample.unit ?? unit;
    first = Math.min(first, sample.time);
    last = Math.max(last, sample.time);
  }
  const row = db.get<{ id: number }>(
    UPSERT_SERIES,
    organization,
    metric,
    subject,
    source ?? '',
    unit,
    first,
    last,
  );
  if (row === undefined) throw new Error('a series of samples has no id');
  return row.id;
}

/** Answers how many samples were not there before. */
function writeGroup(db: Database, series: number, group: Group): number {
  const hours = new Map<number, HourTally>();
  let created = 0;
  for (let start = 0; start < group.length; ) {
    const size = group.length - start >= ROWS ? ROWS : 1;
    created += writeChunk(db, series, group, { start, end: start + size }, hours);
    start += size;
  }
  for (const tally of hours.values()) writeHour(db, series, tally);
  return created;
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Inserts all; where some are there already, every one is set once more, the later ones last. */
function writeChunk(
  db: Database,
  series: number,
  group: Group,
  { start, end }: Stretch,
  hours: Map<number, HourTally>,
): number {
  const values: number[] = [];
  for (let index = start; index < end; index += 1) {
    const { time, value } = group[index] ?? group[0];
    values.push(series, time, value);
  }
  const size = end - start;
  const { changes } = db.run(size === 1 ? INSERT_SAMPLE : INSERT_SAMPLES, ...values);
  let tally: HourTally | undefined;
  for (let index = start; index < end; index += 1) {
    const { time, value } = group[index] ?? group[0];
    const hour = Math.floor(time / HOUR_MS);
    if (tally?.hour !== hour) tally = hourTally(hours, hour);
    if (changes === size) addToTally(tally, value);
    else {
      db.run(UPDATE_SAMPLE, value, series, time);
      tally.isStale = true;
    }
  }
  return changes;
}

function addToTally(tally: HourTally, value: number): void {
  tally.count += 1;
  tally.sum += value;
  if (value < tally.min) tally.min = value;
  if (value > tally.max) tally.max = value;
}

function insertOf(rows: number): string {
  const values = Array.from({ length: rows }, () => '(?, ?, ?)').join(', ');
  return `INSERT INTO metric_samples VALUES ${values} ON CONFLICT DO NOTHING`;
}

function hourTally(hours: Map<number, HourTally>, hour: number): HourTally {
  const known = hours.get(hour);
  if (known !== undefined) return known;
  const { POSITIVE_INFINITY: min, NEGATIVE_INFINITY: max } = Number;
  const made = { hour, count: 0, sum: 0, min, max, isStale: false };
  hours.set(hour, made);
  return made;
}

function writeHour(db: Database, series: number, tally: HourTally): void {
  const { hour, count, sum, min, max, isStale } = tally;
  if (isStale) {
    db.run(RECOUNT_HOUR, hour, series, hour * HOUR_MS, (hour + 1) * HOUR_MS - 1);
  } else db.run(ADD_TO_HOUR, series, hour, count, sum, min, max);
}
