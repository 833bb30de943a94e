import { expect } from 'chai';
import { appendPage, includesEvent, insertEvents, matchesFilter } from '../../dashboard/rows.ts';
import { EMPTY_VIEW, toEventFilter } from '../../dashboard/url-state.ts';
import { NOON } from '../support/events.ts';
import { ids, storedEvent } from './events.ts';

describe('rows', () => {
  it('take an event in at the place of its time, newest first', () => {
    const rows = insertEvents([], [storedEvent(1), storedEvent(3), storedEvent(2)]);
    expect(ids(rows)).to.deep.equal(['event-3', 'event-2', 'event-1']);
    expect(ids(insertEvents(rows, [storedEvent(0)]))).to.deep.equal([...ids(rows), 'event-0']);
  });

  it('put the later received first where times are equal, as the server does', () => {
    const same = ['a', 'b', 'c'].map((id) => storedEvent(1, { id }));
    expect(ids(insertEvents([storedEvent(0)], same))).to.deep.equal(['c', 'b', 'a', 'event-0']);
  });

  it('hold each event once; the same id of another source is another event', () => {
    const rows = insertEvents([], [storedEvent(1), storedEvent(2)]);
    expect(insertEvents(rows, [storedEvent(1), storedEvent(2)])).to.equal(rows);
    const twin = storedEvent(1, { source: 'other' });
    expect(includesEvent(rows, twin)).to.equal(false);
    expect(insertEvents(rows, [twin, twin])).to.have.length(3);
  });

  it('leave what they were given as it was', () => {
    const rows = Object.freeze([storedEvent(2)]);
    expect(insertEvents(rows, [storedEvent(3)])).not.to.equal(rows);
    expect(appendPage(rows, [storedEvent(1)])).to.have.length(2);
    expect(rows).to.have.length(1);
  });

  it('go on with a page, without what is there already', () => {
    const rows = [storedEvent(3), storedEvent(2)];
    const next = appendPage(rows, [storedEvent(2), storedEvent(1), storedEvent(0)]);
    expect(ids(next)).to.deep.equal(['event-3', 'event-2', 'event-1', 'event-0']);
  });

  it('keep their order through a thousand events that come in any order', () => {
    const minutes = Array.from({ length: 1000 }, (_, index) => (index * 619) % 1000);
    const rows = insertEvents(
      [],
      minutes.map((minute) => storedEvent(minute)),
    );
    expect(ids(rows)).to.deep.equal(minutes.map((_, index) => `event-${999 - index}`));
  });
});

describe('the filter of live events', () => {
  const matches = (view: object, over = {}) =>
    matchesFilter(storedEvent(0, over), toEventFilter({ ...EMPTY_VIEW, ...view }, NOON));

  it('agrees with the server’s: alternatives within a field, all fields together', () => {
    expect(matches({ type: ['release', 'deployment'] })).to.equal(true);
    expect(matches({ type: ['deployment'], subject: ['staging'] })).to.equal(false);
    expect(matches({ severity: ['LOW'] }, { severity: null })).to.equal(false);
  });

  it('searches in type, version and source in any case', () => {
    expect(matches({ search: 'DEPLOY' })).to.equal(true);
    expect(matches({ search: 'strasse' }, { source: 'straße' })).to.equal(true);
    expect(matches({ search: 'as planned' })).to.equal(false);
  });

  it('has a range that includes both ends', () => {
    const at = '2026-01-15T12:00:00.000Z';
    expect(matches({ from: at, to: at })).to.equal(true);
    expect(matches({ from: '2026-01-15T12:00:00.001Z' })).to.equal(false);
  });
});
