/** Times as senders and readers write them. Pure; shared with the browser, so no library. */

export type EventTime =
  | { readonly kind: 'now' }
  | { readonly kind: 'at'; readonly ms: number }
  | { readonly kind: 'invalid'; readonly message: string };

export const OFFSET_REQUIRED =
  'timezone is required, use an ISO 8601 offset such as 2025-01-15T14:30:00Z or +02:00, or NOW';

const EVENT_TIME_FORMS =
  'must be NOW, ISO 8601 with an offset such as 2025-01-15T14:30:00Z or +02:00, or RFC 2822 with a numeric zone such as Wed, 15 Jan 2025 14:30:00 +0200';

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?(Z|[+-]\d{2}:?\d{2})?$/;
const DATE_ONLY = /^(\d{4})-(\d{2})-(\d{2})$/;
const RFC_2822 =
  /^(?:mon|tue|wed|thu|fri|sat|sun), (\d{1,2}) ([a-z]{3}) (\d{4}) (\d{2}):(\d{2}):(\d{2})(?: ([+-]\d{4}))?$/i;
const RELATIVE = /^(?:now)?-(\d{1,7})([smhdw])$/i;
const MONTHS = [
  'jan',
  'feb',
  'mar',
  'apr',
  'may',
  'jun',
  'jul',
  'aug',
  'sep',
  'oct',
  'nov',
  'dec',
] as const;
const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};
/** 0000-01-01 to 9999-12-31: what four digits of a year can say, and what ISO 8601 output can hold. */
const MIN_MS = -62_167_219_200_000;
const MAX_MS = 253_402_300_799_999;

interface CalendarTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
}

/** Reads the `time` of an event (`spec.md` 2.1): `NOW`, ISO 8601 or RFC 2822, calendar-checked. */
export function parseEventTime(text: string): EventTime {
  if (/^now$/i.test(text)) return { kind: 'now' };
  const read = readIso(text) ?? readRfc2822(text);
  if (read === undefined || !read.hasSeconds) return invalid(EVENT_TIME_FORMS);
  if (read.offset === undefined) return invalid(OFFSET_REQUIRED);
  return toInstant(read.calendar, read.offset);
}

export interface QueryTimeContext {
  /** ms since the Unix epoch; what relative times count from. */
  readonly now: number;
  /** IANA zone for times without an offset. */
  readonly timezone?: string | undefined;
  /** A date without a time means the first ms of the day, or the last. */
  readonly edge: 'start' | 'end';
}

export type QueryTime =
  | { readonly kind: 'at'; readonly ms: number }
  | { readonly kind: 'invalid'; readonly message: string };

/** Reads `from`, `to` and `at`: ISO 8601, relative (`-2h`, `now`), or local time of `timezone`. */
export function parseQueryTime(text: string, context: QueryTimeContext): QueryTime {
  if (/^now$/i.test(text)) return { kind: 'at', ms: context.now };
  const relative = RELATIVE.exec(text);
  if (relative) {
    const unit = UNIT_MS[(relative[2] ?? '').toLowerCase()] ?? 0;
    return { kind: 'at', ms: Math.max(MIN_MS, context.now - Number(relative[1]) * unit) };
  }
  // A plus sign that was not percent-encoded arrives as a space.
  const read = readIso(text.replace(/ (\d{2}:?\d{2})$/, '+$1')) ?? readDate(text, context.edge);
  if (read === undefined) {
    return invalid(
      `'${clip(text)}' is not a time, use ISO 8601 with an offset such as 2025-01-15T14:30:00Z, a relative time such as -2h, -7d or now, or a date-time without an offset together with timezone`,
    );
  }
  if (read.offset !== undefined) return toInstant(read.calendar, read.offset);
  if (context.timezone === undefined) {
    return invalid(
      'timezone is required, add an offset such as Z or +02:00, or pass timezone=Europe/Berlin',
    );
  }
  const problem = calendarProblem(read.calendar);
  if (problem !== undefined) return invalid(problem);
  // Where a change of clocks repeats the end of a day, the day ends with the second one.
  const pick = DATE_ONLY.test(text) && context.edge === 'end' ? Math.max : Math.min;
  return inRange(localToInstant(utc(read.calendar), context.timezone, pick));
}

/** Whether `Intl` knows the zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

interface ReadTime {
  readonly calendar: CalendarTime;
  /** Minutes east of UTC, or why it is none. */
  readonly offset: number | 'invalid' | undefined;
  readonly hasSeconds: boolean;
}

function readIso(text: string): ReadTime | undefined {
  const match = ISO.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, fraction, zone] = match;
  return {
    calendar: {
      year: Number(year),
      month: Number(month),
      day: Number(day),
      hour: Number(hour),
      minute: Number(minute),
      second: Number(second ?? 0),
      // Cut, not rounded: 59.9996 s must not become the next minute.
      millisecond: Number(`${fraction ?? ''}000`.slice(0, 3)),
    },
    offset: zone === undefined ? undefined : readOffset(zone),
    hasSeconds: second !== undefined,
  };
}

function readRfc2822(text: string): ReadTime | undefined {
  const match = RFC_2822.exec(text);
  if (!match) return undefined;
  const [, day, monthName, year, hour, minute, second, zone] = match;
  const month = (MONTHS as readonly string[]).indexOf((monthName ?? '').toLowerCase()) + 1;
  return {
    calendar: {
      year: Number(year),
      month,
      day: Number(day),
      hour: Number(hour),
      minute: Number(minute),
      second: Number(second),
      millisecond: 0,
    },
    offset: zone === undefined ? undefined : readOffset(zone),
    hasSeconds: true,
  };
}

function readDate(text: string, edge: 'start' | 'end'): ReadTime | undefined {
  const match = DATE_ONLY.exec(text);
  if (!match) return undefined;
  const [, year, month, day] = match;
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  const calendar =
    edge === 'start'
      ? { ...date, hour: 0, minute: 0, second: 0, millisecond: 0 }
      : { ...date, hour: 23, minute: 59, second: 59, millisecond: 999 };
  return { calendar, offset: undefined, hasSeconds: true };
}

function readOffset(zone: string): number | 'invalid' {
  if (zone === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 23 || minutes > 59) return 'invalid';
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

function toInstant(calendar: CalendarTime, offset: number | 'invalid') {
  const problem = calendarProblem(calendar);
  if (problem !== undefined) return invalid(problem);
  if (offset === 'invalid') return invalid('offset must be between -23:59 and +23:59');
  return inRange(utc(calendar) - offset * 60_000);
}

function inRange(ms: number) {
  if (ms < MIN_MS || ms > MAX_MS) return invalid('must lie between the years 0000 and 9999 in UTC');
  return { kind: 'at', ms } as const;
}

function calendarProblem(time: CalendarTime): string | undefined {
  const { year, month, day, hour, minute, second } = time;
  if (month < 1 || month > 12) return 'no such month';
  if (day < 1 || day > daysInMonth(year, month)) return 'no such day in the calendar';
  if (hour > 23 || minute > 59 || second > 59) return 'no such time of day';
  return undefined;
}

function daysInMonth(year: number, month: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month, 0);
  return date.getUTCDate();
}

// Not Date.UTC: that reads the years 0 to 99 as 1900 to 1999.
function utc(time: CalendarTime): number {
  const date = new Date(0);
  date.setUTCFullYear(time.year, time.month - 1, time.day);
  return date.setUTCHours(time.hour, time.minute, time.second, time.millisecond);
}

/**
 * Of a local time that a change of clocks repeats `pick` takes the instant; one that it skips is
 * read with the offset before the change (Temporal's disambiguation `compatible`).
 */
function localToInstant(
  local: number,
  timezone: string,
  pick: (...instants: number[]) => number,
): number {
  const day = UNIT_MS['d'] ?? 0;
  const before = local - offsetAt(local - day, timezone);
  const after = local - offsetAt(local + day, timezone);
  const exact = [before, after].filter((ms) => ms + offsetAt(ms, timezone) === local);
  return exact.length > 0 ? pick(...exact) : before;
}

/** The zone's offset from UTC at an instant, in ms. */
export function offsetAt(ms: number, timezone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(ms);
  const value = (type: string): number =>
    Number(parts.find((part) => part.type === type)?.value ?? 0);
  const era = parts.find((part) => part.type === 'era')?.value ?? 'AD';
  const local = utc({
    year: era.startsWith('B') ? 1 - value('year') : value('year'),
    month: value('month'),
    day: value('day'),
    hour: value('hour'),
    minute: value('minute'),
    second: value('second'),
    millisecond: 0,
  });
  return local - Math.floor(ms / 1000) * 1000;
}

function invalid(message: string) {
  return { kind: 'invalid', message } as const;
}

function clip(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text;
}
