import { expect } from 'chai';
import {
  createTimeFormat,
  formatDuration,
  formatRelative,
  fromLocalInput,
  toLocalInput,
} from '../../dashboard/time-format.ts';

const NOW = Date.UTC(2026, 10, 21, 13, 30, 5);
const berlin = createTimeFormat('en-GB', 'Europe/Berlin');

describe('times', () => {
  it('are as short as they can be: a clock today, a day this year, else a date', () => {
    expect(berlin.short(NOW - 60_000, NOW)).to.equal('14:29:05');
    expect(berlin.short(NOW - 86_400_000, NOW)).to.equal('20 Nov, 14:30');
    expect(berlin.short(Date.UTC(2024, 1, 29), NOW)).to.equal('29 Feb 2024');
  });

  it('take the day from the reader’s zone, not from UTC', () => {
    const late = Date.UTC(2026, 10, 20, 23, 30);
    expect(berlin.short(late, NOW)).to.equal('00:30:00');
    expect(createTimeFormat('en-GB', 'UTC').short(late, NOW)).to.equal('20 Nov, 23:30');
  });

  it('have 24 hours in every locale', () => {
    const midnight = Date.UTC(2026, 10, 21, 5, 0, 0);
    expect(createTimeFormat('en-US', 'America/New_York').short(midnight, NOW)).to.equal('00:00:00');
    expect(createTimeFormat('ja-JP', 'Asia/Tokyo').short(NOW, NOW)).to.equal('22:30:05');
  });

  it('say the zone where they say everything, on both sides of a change of clocks', () => {
    expect(berlin.absolute(Date.UTC(2026, 9, 25, 0, 30))).to.match(/02:30:00 (CEST|GMT\+2)$/);
    expect(berlin.absolute(Date.UTC(2026, 9, 25, 1, 30))).to.match(/02:30:00 (CET|GMT\+1)$/);
  });

  it('do not say twice what both ends of a range share', () => {
    const start = Date.UTC(2026, 10, 21, 9);
    expect(berlin.range(start, start + 3_600_000)).to.equal('21 Nov, 10:00 – 11:00');
    expect(berlin.range(start, start + 86_400_000)).to.equal('21 Nov, 10:00 – 22 Nov, 10:00');
  });
});

describe('how long ago', () => {
  it('is said in the largest unit that fits, and never rounded up', () => {
    const ago = (ms: number) => formatRelative(NOW - ms, NOW);
    expect(ago(0)).to.equal('now');
    expect(ago(2999)).to.equal('now');
    expect(ago(59_999)).to.equal('59s ago');
    expect(ago(60_000)).to.equal('1m ago');
    expect(ago(7_199_999)).to.equal('1h ago');
    expect(ago(6 * 86_400_000)).to.equal('6d ago');
    expect(ago(400 * 86_400_000)).to.equal('1y ago');
  });

  it('knows the future: clocks of pipelines go ahead', () => {
    expect(formatRelative(NOW + 1000, NOW)).to.equal('now');
    expect(formatRelative(NOW + 7_200_000, NOW)).to.equal('in 2h');
  });

  it('gives lengths of time in one unit', () => {
    expect([400, 3000, 840_000, 7_200_000, 432_000_000].map(formatDuration)).to.deep.equal([
      '400 ms',
      '3 s',
      '14 min',
      '2 h',
      '5 d',
    ]);
  });
});

describe('the fields of a range of one’s own', () => {
  it('hold local times and give back UTC', () => {
    const iso = '2026-11-21T13:30:00.000Z';
    expect(fromLocalInput(toLocalInput(iso))).to.equal(iso);
    expect(toLocalInput(iso)).to.match(/^2026-11-2\dT\d\d:\d\d$/);
  });

  it('are empty for no time and for presets', () => {
    expect([toLocalInput(''), toLocalInput('-24h'), fromLocalInput('')]).to.deep.equal([
      '',
      '',
      '',
    ]);
  });
});
