/** Times as people read them. Pure; formatters are costly to make, so each is made once. */

import { offsetAt, parseQueryTime } from '../backend/model/time.ts';
import { readersZone, zoneName } from './time-zone.ts';

/** A clock of 24 hours everywhere: it is narrower, and sorts the way it reads. */
const HOURS = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const DAY = { day: 'numeric', month: 'short' } as const;

const FORMS = {
  clock: { ...HOURS, second: '2-digit' },
  minute: HOURS,
  dayAndTime: { ...DAY, ...HOURS },
  day: { ...DAY, year: 'numeric' },
  absolute: {
    ...{ weekday: 'short', ...DAY, year: 'numeric', ...HOURS, second: '2-digit' },
    timeZoneName: 'short',
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export interface TimeFormat {
  /** As short as it can be said today: a clock, a day and a clock, or a date. */
  short(ms: number, now: number): string;
  /** With everything: weekday, year, seconds and zone. */
  absolute(ms: number): string;
  /** Day, month and clock. */
  moment(ms: number): string;
  /** Day, month and year. */
  day(ms: number): string;
  /** Hours and minutes. */
  minute(ms: number): string;
  /** A mark on an axis of this length, ms. */
  axis(ms: number, span: number): string;
  /** From and to, without saying twice what both share. */
  range(from: number, to: number): string;
}

const DAY_MS = 86_400_000;
const UNITS = [
  ['year', 365 * DAY_MS],
  ['month', 30 * DAY_MS],
  ['week', 7 * DAY_MS],
  ['day', DAY_MS],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;
const RELATIVE = new Intl.RelativeTimeFormat('en', { style: 'narrow', numeric: 'always' });
/** Clocks of machines differ by that much without being wrong, ms. */
const JUST_NOW_MS = 3000;

/** `locale` and `timeZone` default to the reader's own. */
export function createTimeFormat(locale?: string, timeZone?: string): TimeFormat {
  const zone = timeZone === undefined ? {} : { timeZone };
  const make = (form: keyof typeof FORMS) =>
    new Intl.DateTimeFormat(locale, { ...FORMS[form], ...zone });
  const formats = {
    clock: make('clock'),
    minute: make('minute'),
    dayAndTime: make('dayAndTime'),
    day: make('day'),
    absolute: make('absolute'),
  };
  const isSameDay = (one: number, other: number) =>
    formats.day.format(one) === formats.day.format(other);
  const isSameYear = (one: number, other: number) =>
    formats.day.format(one).match(/\d{4}/)?.[0] === formats.day.format(other).match(/\d{4}/)?.[0];
  return {
    short: (ms, now) => {
      if (isSameDay(ms, now)) return formats.clock.format(ms);
      return isSameYear(ms, now) ? formats.dayAndTime.format(ms) : formats.day.format(ms);
    },
    absolute: (ms) => formats.absolute.format(ms),
    moment: (ms) => formats.dayAndTime.format(ms),
    day: (ms) => formats.day.format(ms),
    minute: (ms) => formats.minute.format(ms),
    axis: (ms, span) => {
      if (span <= DAY_MS) return formats.minute.format(ms);
      return span <= 8 * DAY_MS ? formats.dayAndTime.format(ms) : formats.day.format(ms);
    },
    range: (from, to) => {
      const end = isSameDay(from, to) ? formats.minute.format(to) : formats.dayAndTime.format(to);
      return `${formats.dayAndTime.format(from)} – ${end}`;
    },
  };
}

const byZone = new Map<string, TimeFormat>();

/** In the zone that the reader has chosen, and their language; who reads it in a view follows both. */
export const readersTime: TimeFormat = {
  short: (ms, now) => inReadersZone().short(ms, now),
  absolute: (ms) => inReadersZone().absolute(ms),
  moment: (ms) => inReadersZone().moment(ms),
  day: (ms) => inReadersZone().day(ms),
  minute: (ms) => inReadersZone().minute(ms),
  axis: (ms, span) => inReadersZone().axis(ms, span),
  range: (from, to) => inReadersZone().range(from, to),
};

function inReadersZone(): TimeFormat {
  const zone = readersZone.value;
  const format = byZone.get(zone) ?? createTimeFormat(undefined, zone === '' ? undefined : zone);
  byZone.set(zone, format);
  return format;
}

/** `4m ago`, `in 2h`, `now`. */
export function formatRelative(ms: number, now: number): string {
  const distance = ms - now;
  const length = Math.abs(distance);
  if (length < JUST_NOW_MS) return 'now';
  for (const [unit, size] of UNITS) {
    if (length >= size) return RELATIVE.format(Math.trunc(distance / size), unit);
  }
  return 'now';
}

/** A length of time as one reads it off: `3 s`, `14 min`, `2 h`, `5 d`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${Math.round(ms / 1000)} s`;
  if (ms < 7_200_000) return `${Math.round(ms / 60_000)} min`;
  return ms < 2 * DAY_MS ? `${Math.round(ms / 3_600_000)} h` : `${Math.round(ms / DAY_MS)} d`;
}

/** What `<input type="datetime-local">` holds, in the reader's zone; empty for no time. */
export function toLocalInput(iso: string, zone = zoneName(readersZone.peek())): string {
  const ms = Date.parse(iso);
  if (Number.isNaN(ms)) return '';
  return new Date(ms + offsetAt(ms, zone)).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}

/**
 * ISO 8601 in UTC of what such an input holds; empty where it holds no time. Of a time that the
 * clocks repeat the first is meant, and one that they skip is as much later.
 */
export function fromLocalInput(text: string, zone = zoneName(readersZone.peek())): string {
  if (text === '') return '';
  const time = parseQueryTime(text, { now: 0, timezone: zone, edge: 'start' });
  return time.kind === 'at' ? new Date(time.ms).toISOString() : '';
}
