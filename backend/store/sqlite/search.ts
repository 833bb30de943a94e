import { foldCase } from '../../model/query.ts';
import type { Database } from './database.ts';

/** Ends each version in the index: see the table `versions_search`. */
export const PADDING = '\u0001\u0001';

/** More matching versions than this are not listed: then many events match, and reading finds them. */
const VERSION_LIMIT = 1000;
/** The same for the trigrams that a text of one or two characters may begin. */
const TRIGRAM_LIMIT = 200;

/** The distinct values that contain a text, case-insensitively. */
export interface Words {
  readonly folded: string;
  readonly types: readonly string[];
  readonly sources: readonly string[];
  /** Undefined when too many match to be listed. */
  readonly versions: readonly string[] | undefined;
}

/** Looks a text up in the vocabulary, which grows with what occurs and not with the history. */
export function findWords(db: Database, organization: string, search: string): Words {
  const folded = foldCase(search);
  return {
    folded,
    types: findLabels(db, organization, 'type', folded),
    sources: findLabels(db, organization, 'source', folded),
    versions: findVersions(db, organization, folded),
  };
}

function findLabels(db: Database, organization: string, field: string, folded: string) {
  return db
    .all<{ value: string }>(
      'SELECT value FROM labels WHERE organization = ? AND field = ? AND instr(folded, ?) > 0',
      organization,
      field,
      folded,
    )
    .map((row) => row.value);
}

function findVersions(db: Database, organization: string, folded: string) {
  const query = trigramQuery(db, folded);
  if (query === 'many') return undefined;
  if (query === 'none') return [];
  // CROSS JOIN keeps the order of the loops: the index first, then each version that it found.
  const rows = db.all<{ version: string }>(
    `SELECT v.version FROM versions_search f CROSS JOIN versions v ON v.id = f.rowid
     WHERE f.padded MATCH ? AND v.organization = ? AND instr(v.folded, ?) > 0 LIMIT ?`,
    query,
    organization,
    folded,
    VERSION_LIMIT + 1,
  );
  return rows.length > VERSION_LIMIT ? undefined : rows.map((row) => row.version);
}

/** A query of the full-text index; a short text is spelt out. */
function trigramQuery(db: Database, folded: string): string | 'none' | 'many' {
  if ([...folded].length >= 3) return quote(folded);
  const rows = db.all<{ term: string }>(
    'SELECT term FROM versions_trigrams WHERE term >= ? AND term < ? LIMIT ?',
    folded,
    `${folded}\u{10ffff}`,
    TRIGRAM_LIMIT + 1,
  );
  if (rows.length === 0) return 'none';
  if (rows.length > TRIGRAM_LIMIT) return 'many';
  return rows.map((row) => quote(row.term)).join(' OR ');
}

function quote(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}
