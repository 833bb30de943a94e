/** What a filter means for one event: stores are held against it, live feeds use it. */
import { expect } from 'chai';
import { type TimelineEvent, toTimelineEvent } from '../../../backend/model/event.ts';
import { BUCKET_MS, type EventFilter, foldCase, matches } from '../../../backend/model/query.ts';
import { NOON, newEvent } from '../../support/events.ts';

function eventOf(over: Partial<TimelineEvent> = {}): TimelineEvent {
  return { ...toTimelineEvent(newEvent(), '1'), ...over };
}

describe('matches', () => {
  const event = eventOf({
    id: 'event-1',
    type: 'Deployment',
    source: '//github.com/acme/Straße',
    subject: 'production',
    severity: 'MINOR',
    version: '1.0.0-ΟΔΟΣ',
  });

  const MATCHING: readonly EventFilter[] = [
    {},
    { type: ['Deployment'] },
    { type: ['rollback', 'Deployment'] },
    { type: ['Deployment'], source: ['//github.com/acme/Straße'], subject: ['production'] },
    { severity: ['LOW', 'MINOR'], version: ['1.0.0-ΟΔΟΣ'], id: ['event-1'] },
    { from: NOON },
    { to: NOON },
    { from: NOON, to: NOON },
    { search: '' },
    { search: 'DEPLOY' },
    { search: 'ploym' },
    { search: 'ACME/STRASSE' },
    { search: 'straße' },
    { search: 'οδος' },
    { search: '1.0.0-οδο' },
    { search: 'deployment', type: ['Deployment'], from: NOON - 1 },
    { type: undefined, search: undefined, from: undefined, to: undefined },
  ];
  for (const filter of MATCHING) {
    it(`lets through ${JSON.stringify(filter)}`, () => {
      expect(matches(event, filter)).to.equal(true);
    });
  }

  const OTHER: readonly EventFilter[] = [
    { type: [] },
    { type: ['deployment'] },
    { type: ['Deploy'] },
    { source: ['//github.com/acme/Strasse'] },
    { subject: ['Production'] },
    { severity: ['MAJOR'] },
    { version: ['1.0.0'] },
    { id: ['event-2'] },
    { type: ['Deployment'], subject: ['staging'] },
    { from: NOON + 1 },
    { to: NOON - 1 },
    // Neither an id nor an environment is searched, nor two fields as one.
    { search: 'event-1' },
    { search: 'production' },
    { search: 'Deployment1' },
    { search: 'deploy%' },
    { search: 'dep.oy' },
    { search: 'deployment', to: NOON - 1 },
    { search: 'rollback', type: ['Deployment'] },
  ];
  for (const filter of OTHER) {
    it(`keeps back ${JSON.stringify(filter)}`, () => {
      expect(matches(event, filter)).to.equal(false);
    });
  }

  it('finds no absent value, by whatever name', () => {
    const bare = eventOf({ subject: null, severity: null, version: null });
    for (const filter of [
      { subject: [''] },
      { subject: ['null'] },
      { version: ['null'] },
      { search: 'null' },
    ]) {
      expect(matches(bare, filter), JSON.stringify(filter)).to.equal(false);
    }
    expect(matches(bare, { search: 'shop' })).to.equal(true);
  });
});

describe('foldCase', () => {
  const SAME: readonly (readonly string[])[] = [
    ['straße', 'STRASSE', 'STRAẞE', 'Strasse'],
    ['οδος', 'ΟΔΟΣ', 'οδοσ'],
    ['ÄNDERUNG', 'änderung'],
    ['ﬁx', 'FIX', 'fix'],
  ];
  for (const words of SAME) {
    it(`makes one of ${words.join(', ')}`, () => {
      expect(new Set(words.map(foldCase)).size).to.equal(1);
    });
  }

  it('changes nothing a second time, for any character', () => {
    for (let point = 1; point < 0x20000; point += 1) {
      if (point >= 0xd800 && point < 0xe000) continue;
      const folded = foldCase(String.fromCodePoint(point));
      if (foldCase(folded) !== folded) expect.fail(`U+${point.toString(16)}`);
    }
  });

  it('keeps apart what differs in more than case', () => {
    for (const [one, other] of [
      ['a', 'ä'],
      ['o', '0'],
      ['1.0', '1_0'],
      ['倉', '庫'],
    ]) {
      expect(foldCase(one ?? '')).to.not.equal(foldCase(other ?? ''));
    }
  });
});

describe('BUCKET_MS', () => {
  it('is as long as its name says', () => {
    const minute = 60_000;
    expect(BUCKET_MS).to.deep.equal({
      '1m': minute,
      '5m': 5 * minute,
      '1h': 60 * minute,
      '1d': 1440 * minute,
    });
  });
});
