import { expect } from 'chai';
import type { EventFilter } from '../../../../backend/model/query.ts';
import { isAboutLabels, isUnconditional } from '../../../../backend/store/filters.ts';
import {
  all,
  any,
  type Conditions,
  EARLIEST,
  isHopeless,
  LATEST,
  noneOf,
  oneOf,
  type Sql,
  toConditions,
} from '../../../../backend/store/sqlite/conditions.ts';
import { type Database, openDatabase } from '../../../../backend/store/sqlite/database.ts';

const VALUES = ['a', 'B', "o'brien", '"', '%', '[]', '😀', '', ') OR TRUE --'];

describe('the conditions of SQLite', () => {
  let db: Database;
  before(async () => {
    db = await openDatabase(':memory:');
  });
  after(() => db.close());

  /** The values for which a condition on the column `value` is true. */
  const matching = (condition: Sql): string[] =>
    db
      .all<{ value: string }>(
        `SELECT value FROM json_each(?) WHERE ${condition.text} ORDER BY key`,
        JSON.stringify(VALUES),
        ...condition.values,
      )
      .map(({ value }) => value);

  it('take the values that are asked for, however they are spelt', () => {
    for (const value of VALUES) expect(matching(oneOf('value', [value]))).to.deep.equal([value]);
    expect(matching(oneOf('value', VALUES))).to.deep.equal(VALUES);
    expect(matching(oneOf('value', ['😀', "o'brien", 'nobody']))).to.deep.equal(["o'brien", '😀']);
  });

  it('tell no list from an empty one', () => {
    expect(matching(oneOf('value', undefined))).to.deep.equal(VALUES);
    expect(matching(oneOf('value', []))).to.deep.equal([]);
    expect(matching(noneOf('value', []))).to.deep.equal(VALUES);
  });

  it('leave out what is not asked for', () => {
    expect(matching(noneOf('value', VALUES.slice(1)))).to.deep.equal(['a']);
  });

  it('have few statements, however long the lists are', () => {
    const lists = [['a', 'b'], VALUES, ['x', 'y', 'z']];
    expect(new Set(lists.map((list) => oneOf('value', list).text)).size).to.equal(1);
    expect(new Set(lists.map((list) => noneOf('value', list).text)).size).to.equal(1);
  });

  it('narrow with all, and widen with any', () => {
    const [first, second] = [oneOf('value', ['a', 'B']), oneOf('value', ['B', '%'])];
    expect(matching(all(first, second))).to.deep.equal(['B']);
    expect(matching(any(first, second))).to.deep.equal(['a', 'B', '%']);
    // The alternatives stay together next to something else.
    expect(matching(all(any(first, second), oneOf('value', ['%'])))).to.deep.equal(['%']);
    expect(matching(all(oneOf('value', ['%']), any(first, second)))).to.deep.equal(['%']);
    expect(matching(all())).to.deep.equal(VALUES);
    expect(matching(all(oneOf('value', undefined), first))).to.deep.equal(['a', 'B']);
  });
});

describe('what a filter asks for', () => {
  let db: Database;
  before(async () => {
    db = await openDatabase(':memory:');
  });
  after(() => db.close());
  const conditionsOf = (filter: EventFilter) => toConditions(db, 'default', filter);

  it('is all of time where it does not say', () => {
    expect(conditionsOf({})).to.include({ from: EARLIEST, to: LATEST, words: undefined });
    expect(conditionsOf({ from: 0, to: 0 })).to.include({ from: 0, to: 0 });
  });

  const KINDS: readonly (readonly [EventFilter, boolean, boolean])[] = [
    [{}, true, true],
    [{ from: 1, to: 2 }, true, true],
    [{ type: ['x'] }, true, false],
    [{ source: ['x'] }, true, false],
    [{ subject: [] }, true, false],
    [{ severity: ['LOW'], from: 1 }, true, false],
    [{ version: ['x'] }, false, false],
    [{ id: ['x'] }, false, false],
    [{ search: 'x' }, false, false],
  ];
  for (const [filter, aboutLabels, unconditional] of KINDS) {
    it(`is known of ${JSON.stringify(filter)}`, () => {
      expect(isAboutLabels(filter)).to.equal(aboutLabels);
      expect(isUnconditional(filter)).to.equal(unconditional);
    });
  }

  it('is hopeless only when no word of any field contains it', () => {
    const withWords = (words: Partial<NonNullable<Conditions['words']>>): boolean =>
      isHopeless({
        ...conditionsOf({}),
        words: { folded: 'X', types: [], sources: [], versions: [], ...words },
      });
    expect(withWords({})).to.equal(true);
    expect(withWords({ types: ['x'] })).to.equal(false);
    expect(withWords({ sources: ['x'] })).to.equal(false);
    expect(withWords({ versions: ['x'] })).to.equal(false);
    // Too many to be listed is the opposite of none.
    expect(withWords({ versions: undefined })).to.equal(false);
    expect(isHopeless(conditionsOf({}))).to.equal(false);
  });
});
