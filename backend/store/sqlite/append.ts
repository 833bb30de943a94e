import { type NewEvent, toTimelineEvent } from '../../model/event.ts';
import { foldCase } from '../../model/query.ts';
import { dataToText, extensionsToText } from '../json-text.ts';
import type { AppendOutcome } from '../port.ts';
import type { Database } from './database.ts';
import { EVENT_COLUMNS, type EventRow, toEvent } from './rows.ts';
import { PADDING } from './search.ts';

/** Entries of a cache, after which it starts afresh; a series or a word is about 200 bytes. */
const CACHE_LIMIT = 100_000;

const INSERT_EVENT = `
  INSERT INTO events (organization, id, source, type, time, subject, severity, version,
    datacontenttype, dataschema, data, extensions, created_at, series)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT DO NOTHING`;
const SELECT_BY_IDENTITY = `
  SELECT ${EVENT_COLUMNS} FROM events WHERE organization = ? AND id = ? AND source = ?`;
const INSERT_SERIES = `
  INSERT INTO series (organization, type, source, subject, severity) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT DO NOTHING`;
const SELECT_SERIES = `
  SELECT id FROM series WHERE organization = ? AND type = ? AND source = ?
    AND ifnull(subject, '') = ? AND ifnull(severity, '') = ?`;
const INSERT_VERSION = `
  INSERT INTO versions (organization, version, folded) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`;
const SELECT_GENERATION = 'SELECT generation FROM vocabulary';
const INDEX_VERSION = 'INSERT INTO versions_search (rowid, padded) VALUES (?, ?)';

/** Returns the append of one open database: one transaction a call, whatever the number of events. */
export function createAppend(
  db: Database,
): (events: readonly NewEvent[]) => readonly AppendOutcome[] {
  const seriesIds = new Map<string, number>();
  const knownVersions = new Set<string>();
  let generation: number | undefined;

  const forget = (): void => {
    seriesIds.clear();
    knownVersions.clear();
  };

  /** Retention, in this process or in another, may have deleted what the caches know. */
  const checkGeneration = (): void => {
    const current = db.get<{ generation: number }>(SELECT_GENERATION)?.generation;
    if (current !== generation) forget();
    generation = current;
  };

  const seriesOf = (event: NewEvent): number => {
    const { organization, type, source, subject, severity } = event;
    // No label holds NUL: the door refuses it.
    const key = `${organization}\0${type}\0${source}\0${subject ?? ''}\0${severity ?? ''}`;
    const known = seriesIds.get(key);
    if (known !== undefined) return known;
    db.run(INSERT_SERIES, organization, type, source, subject, severity);
    const labels = [organization, type, source, subject ?? '', severity ?? ''];
    const row = db.get<{ id: number }>(SELECT_SERIES, ...labels);
    if (row === undefined) throw new Error('a series was inserted and is not there');
    if (seriesIds.size >= CACHE_LIMIT) seriesIds.clear();
    seriesIds.set(key, row.id);
    return row.id;
  };

  const learnVersion = ({ organization, version }: NewEvent): void => {
    if (version === null) return;
    const key = `${organization}\0${version}`;
    if (knownVersions.has(key)) return;
    const folded = foldCase(version);
    const { changes, rowid } = db.run(INSERT_VERSION, organization, version, folded);
    if (changes > 0) db.run(INDEX_VERSION, rowid, folded + PADDING);
    if (knownVersions.size >= CACHE_LIMIT) knownVersions.clear();
    knownVersions.add(key);
  };

  const insert = (event: NewEvent): AppendOutcome => {
    const series = seriesOf(event);
    const { changes, rowid } = db.run(INSERT_EVENT, ...toColumns(event), series);
    if (changes === 0) return { kind: 'existing', event: existing(db, event) };
    learnVersion(event);
    return { kind: 'created', event: toTimelineEvent(event, String(rowid)) };
  };

  return (events) => {
    try {
      return db.transaction(() => {
        checkGeneration();
        return events.map(insert);
      });
    } catch (error) {
      // What the caches learnt in the transaction went with it.
      forget();
      throw error;
    }
  };
}

function toColumns(event: NewEvent) {
  return [
    event.organization,
    event.id,
    event.source,
    event.type,
    event.time,
    event.subject,
    event.severity,
    event.version,
    event.datacontenttype,
    event.dataschema,
    dataToText(event.data),
    extensionsToText(event.extensions),
    event.createdAt,
  ];
}

function existing(db: Database, event: NewEvent) {
  const row = db.get<EventRow>(SELECT_BY_IDENTITY, event.organization, event.id, event.source);
  if (row === undefined) throw new Error('an event was refused as known and is not there');
  return toEvent(row);
}
