import { expect } from 'chai';
import { brushBetween, countIn, edgeTime, moveEdge } from '../../dashboard/brush.ts';
import { freezeView, shifted, spanOf, zoomedOut } from '../../dashboard/ranges.ts';
import { createTimeFormat, fromLocalInput, toLocalInput } from '../../dashboard/time-format.ts';
import { shortZone, zoneOffset } from '../../dashboard/time-zone.ts';
import { EMPTY_VIEW } from '../../dashboard/url-state.ts';
import { NOON } from '../support/events.ts';

const HOUR = 3_600_000;
const bars = Array.from({ length: 24 }, (_, index) => ({
  ...{ start: NOON + index * HOUR, end: NOON + (index + 1) * HOUR, count: index },
  layers: { NONE: index, LOW: 0, MINOR: 0, MAJOR: 0, CRITICAL: 0 },
}));

describe('a brush over bars', () => {
  it('covers whole bars between two places, in whichever order', () => {
    expect(brushBetween(bars, 3.2, 7.9)).to.deep.equal({ start: 3, end: 8 });
    expect(brushBetween(bars, 7.9, 3.2)).to.deep.equal({ start: 3, end: 8 });
    expect(brushBetween(bars, 5, 5)).to.deep.equal({ start: 5, end: 6 });
    expect(brushBetween(bars, -4, 99)).to.deep.equal({ start: 0, end: 24 });
    expect(brushBetween([], 0, 1)).to.equal(null);
    expect(countIn(bars, { start: 3, end: 5 })).to.equal(7);
    expect(edgeTime(bars, 24)).to.equal(NOON + 24 * HOUR);
  });

  it('is moved by arrows, by ten with Shift, and its edges never meet', () => {
    const move = (key: string, edge: 'start' | 'end', shiftKey = false) =>
      moveEdge({ start: 4, end: 9 }, edge, { key, shiftKey }, bars.length);
    expect(move('ArrowRight', 'start')).to.deep.equal({ start: 5, end: 9 });
    expect(move('ArrowRight', 'start', true)).to.deep.equal({ start: 8, end: 9 });
    expect(move('ArrowLeft', 'end', true)).to.deep.equal({ start: 4, end: 5 });
    expect(move('ArrowRight', 'end', true)).to.deep.equal({ start: 4, end: 19 });
    expect(move('Home', 'start')).to.deep.equal({ start: 0, end: 9 });
    expect(move('End', 'end')).to.deep.equal({ start: 4, end: 24 });
    expect(move('x', 'end')).to.equal(undefined);
  });
});

describe('a range', () => {
  it('is left for the time around it, and for the one before and behind it', () => {
    const span = { start: NOON - 4 * HOUR, end: NOON - 2 * HOUR };
    expect(zoomedOut(span, NOON)).to.deep.equal({
      from: new Date(NOON - 5 * HOUR).toISOString(),
      to: new Date(NOON - HOUR).toISOString(),
    });
    expect(shifted(span, -1, NOON).to).to.equal(new Date(NOON - 4 * HOUR).toISOString());
    // What reaches the present goes on with it.
    expect(shifted(span, 1, NOON)).to.deep.equal({
      from: new Date(NOON - 2 * HOUR).toISOString(),
      to: '',
    });
    expect(spanOf({ ...EMPTY_VIEW, from: '-2h' }, null, NOON)).to.deep.equal({
      start: NOON - 2 * HOUR,
      end: NOON,
    });
    expect(spanOf(EMPTY_VIEW, null, NOON)).to.equal(null);
  });

  it('that is relative becomes fixed in a link to exactly this', () => {
    const frozen = freezeView({ ...EMPTY_VIEW, from: '-24h', type: ['x'] }, NOON, 'Asia/Tokyo');
    expect(frozen).to.deep.equal({
      ...EMPTY_VIEW,
      type: ['x'],
      from: new Date(NOON - 24 * HOUR).toISOString(),
      to: new Date(NOON).toISOString(),
      zone: 'Asia/Tokyo',
    });
    expect(freezeView(frozen, NOON + HOUR, 'UTC').to).to.equal(frozen.to);
  });
});

describe('a time zone', () => {
  it('has its own clocks, on the day that they change too', () => {
    const at = Date.parse('2026-03-29T01:30:00Z');
    expect(createTimeFormat('en-GB', 'Europe/Berlin').minute(at)).to.equal('03:30');
    expect(createTimeFormat('en-GB', 'Asia/Kathmandu').minute(at)).to.equal('07:15');
    expect(createTimeFormat('en-GB', 'Europe/Berlin').minute(at - HOUR)).to.equal('01:30');
  });

  it('is what is written into a field for a time, and what is read out of it', () => {
    for (const zone of ['Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'UTC']) {
      for (const iso of ['2026-03-29T12:00:00.000Z', '2026-10-25T12:00:00.000Z']) {
        expect(fromLocalInput(toLocalInput(iso, zone), zone), zone).to.equal(iso);
      }
    }
    expect(toLocalInput('2026-07-01T10:15:42.000Z', 'Asia/Tokyo')).to.equal('2026-07-01T19:15');
  });

  it('skips an hour in spring, and has one twice in autumn', () => {
    const read = (text: string) => fromLocalInput(text, 'Europe/Berlin');
    expect(read('2026-03-29T02:30')).to.equal('2026-03-29T01:30:00.000Z');
    expect(read('2026-10-25T02:30')).to.equal('2026-10-25T00:30:00.000Z');
    // A day of 23 hours, and one of 25.
    expect(Date.parse(read('2026-03-30T00:00')) - Date.parse(read('2026-03-29T00:00'))).to.equal(
      23 * HOUR,
    );
    expect(Date.parse(read('2026-10-26T00:00')) - Date.parse(read('2026-10-25T00:00'))).to.equal(
      25 * HOUR,
    );
  });

  it('has a short name, and says how far it is ahead', () => {
    expect(shortZone('America/Argentina/Buenos_Aires')).to.equal('Buenos Aires');
    expect(zoneOffset('Europe/Berlin', Date.parse('2026-07-01T00:00:00Z'))).to.equal('UTC+2');
    expect(zoneOffset('Europe/Berlin', Date.parse('2026-01-01T00:00:00Z'))).to.equal('UTC+1');
  });
});
