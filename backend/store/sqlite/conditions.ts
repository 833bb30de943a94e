/** A filter as SQL. Lists travel as one JSON value each, so that the statements stay few. */
import { type EventFilter, type ExcludedField, GROUP_FIELDS } from '../../model/query.ts';
import type { Database } from './database.ts';
import type { SqlValue } from './driver.ts';
import { findWords, type Words } from './search.ts';

export interface Sql {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

export const EARLIEST = Number.MIN_SAFE_INTEGER;
export const LATEST = Number.MAX_SAFE_INTEGER;

/** A filter whose search has been looked up: what every query of this store starts from. */
export interface Conditions {
  readonly organization: string;
  readonly filter: EventFilter;
  readonly from: number;
  readonly to: number;
  readonly words: Words | undefined;
}

export function toConditions(db: Database, organization: string, filter: EventFilter): Conditions {
  return {
    organization,
    filter,
    from: filter.from ?? EARLIEST,
    to: filter.to ?? LATEST,
    words: filter.search === undefined ? undefined : findWords(db, organization, filter.search),
  };
}

/** Whether no event can match, because nothing in the vocabulary does. */
export function isHopeless({ words }: Conditions): boolean {
  return (
    words !== undefined &&
    words.types.length + words.sources.length === 0 &&
    words.versions?.length === 0
  );
}

/** Joins with AND; `TRUE` when there is nothing to join. */
export function all(...conditions: readonly Sql[]): Sql {
  const joined = conditions.filter((one) => one.text !== 'TRUE');
  return {
    text: joined.map((one) => one.text).join(' AND ') || 'TRUE',
    values: joined.flatMap((one) => one.values),
  };
}

export function any(...conditions: readonly Sql[]): Sql {
  return {
    text: `(${conditions.map((one) => one.text).join(' OR ')})`,
    values: conditions.flatMap((one) => one.values),
  };
}

export function oneOf(column: string, wanted: readonly (string | number)[] | undefined): Sql {
  if (wanted === undefined) return { text: 'TRUE', values: [] };
  if (wanted.length === 1) return { text: `${column} = ?`, values: [wanted[0] ?? ''] };
  return {
    text: `${column} IN (SELECT value FROM json_each(?))`,
    values: [JSON.stringify(wanted)],
  };
}

export function noneOf(column: string, unwanted: readonly (string | number)[]): Sql {
  return {
    text: `${column} NOT IN (SELECT value FROM json_each(?))`,
    values: [JSON.stringify(unwanted)],
  };
}

/** The labels that the filter names, over `events e` or `series s`. */
export function labelsMatch(alias: 'e' | 's', { filter }: Conditions): Sql {
  return all(
    ...GROUP_FIELDS.map((label) => oneOf(`${alias}.${label}`, filter[label])),
    ...GROUP_FIELDS.map((label) => notExcluded(alias, label, filter)),
  );
}

/** What has no such field is not excluded by it. */
function notExcluded(alias: 'e' | 's', field: ExcludedField, { not }: EventFilter): Sql {
  const unwanted = not?.[field];
  if (unwanted === undefined) return all();
  const { text, values } = noneOf(`${alias}.${field}`, unwanted);
  return { text: `(${alias}.${field} IS NULL OR ${text})`, values };
}

/** The versions that the filter wants and does not want. */
export function versionMatches({ filter }: Conditions): Sql {
  return all(oneOf('e.version', filter.version), notExcluded('e', 'version', filter));
}

/** Type or source of an event contain the searched text. */
function isNamed(words: Words): Sql {
  return any(oneOf('e.type', words.types), oneOf('e.source', words.sources));
}

/** The same of a series; one index serves each half. */
function isNamedSeries(organization: string, words: Words): Sql {
  const types = oneOf('type', words.types);
  const sources = oneOf('source', words.sources);
  return {
    text: `s.id IN (
      SELECT id FROM series WHERE organization = ? AND ${types.text}
      UNION SELECT id FROM series WHERE organization = ? AND ${sources.text})`,
    values: [organization, ...types.values, organization, ...sources.values],
  };
}

/** Everything that a filter asks of one event, but its organization and its range. */
export function eventMatches(conditions: Conditions): Sql {
  const { filter, words } = conditions;
  return all(
    labelsMatch('e', conditions),
    versionMatches(conditions),
    oneOf('e.id', filter.id),
    words === undefined ? all() : any(isNamed(words), versionContains(words)),
  );
}

/** SQLite folds ASCII only, hence the folded form beside each distinct version. */
function versionContains(words: Words): Sql {
  if (words.versions !== undefined) return oneOf('e.version', words.versions);
  return {
    text: `EXISTS (SELECT 1 FROM versions v WHERE v.organization = e.organization
      AND v.version = e.version AND instr(v.folded, ?) > 0)`,
    values: [words.folded],
  };
}

export function eventInRange({ organization, from, to }: Conditions): Sql {
  return {
    text: 'e.organization = ? AND e.time BETWEEN ? AND ?',
    values: [organization, from, to],
  };
}

/** Series that match as a whole, by their labels; with events, and touching the range. */
export function seriesMatches(conditions: Conditions): Sql {
  const { organization, from, to, words } = conditions;
  return all(
    { text: 's.organization = ?', values: [organization] },
    labelsMatch('s', conditions),
    { text: 's.count > 0 AND s.last_time >= ? AND s.first_time <= ?', values: [from, to] },
    words === undefined ? all() : isNamedSeries(organization, words),
  );
}
