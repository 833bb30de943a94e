import { expect } from 'chai';
import type { NewEvent } from '../../../../backend/model/event.ts';
import { foldCase } from '../../../../backend/model/query.ts';
import { createAppend } from '../../../../backend/store/sqlite/append.ts';
import { type Database, openDatabase } from '../../../../backend/store/sqlite/database.ts';
import { findWords } from '../../../../backend/store/sqlite/search.ts';
import { createTotals } from '../../../../backend/store/sqlite/totals.ts';
import { newEvent, VOCABULARY } from '../../../support/events.ts';

const VERSIONS = [
  ...VOCABULARY.version.filter((version) => version !== null),
  '1',
  'ab',
  'a"b',
  "a'b*",
  'AND OR NOT NEAR',
  'ΟΔΟΣ-1',
  'straße',
  '100%',
  'a_b',
  '倉庫',
  '😀🚀-1',
  '-1.0.0',
];

const OTHERS = ['zzz', 'STRAẞE', 'b"', '""', '*', '%%', 'a b', 'deployment '];

/** Everything that someone may type to find a value, in another case too. */
function partsOf(text: string): string[] {
  const characters = [...text];
  const parts = characters.flatMap((_, start) =>
    [1, 2, 3, 4, characters.length].map((length) =>
      characters.slice(start, start + length).join(''),
    ),
  );
  return parts.flatMap((part) => [part, part.toUpperCase(), part.toLowerCase()]);
}

function containing(values: readonly string[], search: string): string[] {
  return [...new Set(values)].filter((value) => foldCase(value).includes(foldCase(search))).sort();
}

/** Stores events, and has their words counted at once. */
function add(db: Database, events: readonly NewEvent[]): void {
  createAppend(db)(events);
  createTotals(db).settle();
}

describe('the words of a search in SQLite', () => {
  let db: Database;
  const events: NewEvent[] = [
    ...VERSIONS.map((version) => ({ version })),
    ...VOCABULARY.type.map((type) => ({ type })),
    ...VOCABULARY.source.map((source) => ({ source })),
    { version: null },
  ].map((over, index) => newEvent({ id: `e${index}`, ...over }));
  before(async () => {
    db = await openDatabase(':memory:');
    add(db, [
      ...events,
      newEvent({
        organization: 'other',
        type: 'theirs-only',
        source: 'theirs-only',
        version: 'theirs-only',
      }),
    ]);
  });
  after(() => db.close());

  it('are those that contain it, for any part of any value', () => {
    const types = events.map(({ type }) => type);
    const sources = events.map(({ source }) => source);
    const versions = events.map(({ version }) => version).filter((version) => version !== null);
    const searches = new Set([...types, ...sources, ...versions].flatMap(partsOf));
    for (const search of [...searches, ...OTHERS]) {
      const words = findWords(db, 'default', search);
      expect(words.folded).to.equal(foldCase(search));
      expect([...words.types].sort(), search).to.deep.equal(containing(types, search));
      expect([...words.sources].sort(), search).to.deep.equal(containing(sources, search));
      expect([...(words.versions ?? [])].sort(), search).to.deep.equal(
        containing(versions, search),
      );
    }
    expect(searches.size).to.be.above(200);
  });

  it('are those of the organization alone', () => {
    for (const search of ['theirs-only', 'the', 't']) {
      const { types, sources, versions } = findWords(db, 'default', search);
      for (const words of [types, sources, versions ?? []]) {
        expect(words).to.not.include('theirs-only');
      }
    }
    expect(findWords(db, 'other', 'THEIRS').versions).to.deep.equal(['theirs-only']);
  });
});

describe('the words of a search among very many', () => {
  let db: Database;
  before(async () => {
    db = await openDatabase(':memory:');
    const versions = Array.from({ length: 1000 }, (_, index) => `common-${index}`);
    add(
      db,
      versions.map((version) => newEvent({ id: version, version })),
    );
  });
  after(() => db.close());

  it('are listed up to a thousand, and called many beyond', () => {
    expect(findWords(db, 'default', 'common').versions).to.have.length(1000);
    add(db, [newEvent({ id: 'one more', version: 'common-more' })]);
    expect(findWords(db, 'default', 'common').versions).to.equal(undefined);
    expect(findWords(db, 'default', 'common-99').versions).to.have.length(11);
  });

  it('are called many where a short text begins too much to be spelt out', () => {
    expect(findWords(db, 'default', '-9').versions).to.have.length(111);
    expect(findWords(db, 'default', '9').versions).to.have.length(271);
    const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
    const versions = letters.flatMap((one) => letters.map((other) => `~${one}${other}`));
    add(
      db,
      versions.map((version) => newEvent({ id: version, version })),
    );
    expect(findWords(db, 'default', '~').versions).to.equal(undefined);
    expect(findWords(db, 'default', '~q').versions).to.have.length(36);
  });
});
