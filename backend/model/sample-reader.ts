/**
 * Reads the samples that nearly all are: the members that there are, in their usual forms. It knows
 * no more than the schema, and leaves everything else to it, what is wrong above all. That both say
 * the same is held by a test.
 */
import { METRIC_LIMITS, METRIC_NAME, type NewSample } from './metric.ts';
import { parseEventTime } from './time.ts';

/** `now`: ms. The sample, or undefined for what the schema has to look at. */
export function createSampleReader(now: number): (input: unknown) => NewSample | undefined {
  const readMetric = createTextReader((text) => METRIC_NAME.test(text));
  const readSubject = createTextReader((text) => isPlain(text, METRIC_LIMITS.subject));
  const readSource = createTextReader((text) => isPlain(text, METRIC_LIMITS.source));
  const readUnit = createTextReader((text) => isPlain(text, METRIC_LIMITS.unit));
  const readTime = createTimeReader(now);
  return (input) => {
    if (typeof input !== 'object' || input === null || !hasKnownMembers(input)) return undefined;
    const given: Given = input;
    const metric = readMetric(given.metric);
    const subject = readSubject(given.subject);
    const time = readTime(given.time);
    const { value } = given;
    if (metric === undefined || subject === undefined || time === undefined) return undefined;
    if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
    const source = given.source == null ? null : readSource(given.source);
    const unit = given.unit == null ? null : readUnit(given.unit);
    if (source === undefined || unit === undefined) return undefined;
    return { metric, subject, source, unit, time, value };
  };
}

interface Given {
  readonly metric?: unknown;
  readonly subject?: unknown;
  readonly source?: unknown;
  readonly unit?: unknown;
  readonly time?: unknown;
  readonly value?: unknown;
}

function hasKnownMembers(input: object): boolean {
  for (const name in input) {
    switch (name) {
      case 'metric':
      case 'value':
      case 'time':
      case 'subject':
      case 'source':
      case 'unit':
        break;
      default:
        return false;
    }
  }
  return !Array.isArray(input);
}

/** Remembers the last text: samples of one series mostly stand together. */
function createTextReader(isGood: (text: string) => boolean) {
  let last: string | undefined;
  return (given: unknown): string | undefined => {
    if (typeof given !== 'string') return undefined;
    if (given !== last) {
      if (!isGood(given)) return undefined;
      last = given;
    }
    return last;
  };
}

/** Printable ASCII, of which code points and UTF-16 units are the same in number. */
function isPlain(text: string, limit: number): boolean {
  return text.length <= limit && /^[\x20-\x7e]+$/.test(text);
}

const DAY_LENGTH = 10;
const SECONDS_LENGTH = '2025-01-15T14:30:00Z'.length;
const MILLISECONDS_LENGTH = '2025-01-15T14:30:00.000Z'.length;

/** `2025-01-15T14:30:00Z`, with milliseconds too. The day is read once, by who knows the calendar. */
function createTimeReader(now: number) {
  let day = '';
  let midnight = 0;
  return (given: unknown): number | undefined => {
    if (typeof given !== 'string') return undefined;
    if (given === 'NOW') return now;
    const { length } = given;
    if (length !== SECONDS_LENGTH && length !== MILLISECONDS_LENGTH) return undefined;
    if (!given.startsWith(day) || day === '') {
      const start = parseEventTime(`${given.slice(0, DAY_LENGTH)}T00:00:00Z`);
      if (start.kind !== 'at') return undefined;
      day = given.slice(0, DAY_LENGTH);
      midnight = start.ms;
    }
    const ms = timeOfDay(given);
    return ms === undefined ? undefined : midnight + ms;
  };
}

const [ZERO, COLON, DOT, T, Z] = [0x30, 0x3a, 0x2e, 0x54, 0x5a];

function timeOfDay(text: string): number | undefined {
  const hasMilliseconds = text.length === MILLISECONDS_LENGTH;
  const isForm =
    text.charCodeAt(10) === T &&
    text.charCodeAt(13) === COLON &&
    text.charCodeAt(16) === COLON &&
    text.charCodeAt(text.length - 1) === Z &&
    (!hasMilliseconds || text.charCodeAt(19) === DOT);
  if (!isForm) return undefined;
  const hour = digits(text, 11, 2);
  const minute = digits(text, 14, 2);
  const second = digits(text, 17, 2);
  const millisecond = hasMilliseconds ? digits(text, 20, 3) : 0;
  // A comparison with NaN is false.
  if (!(hour < 24 && minute < 60 && second < 60 && millisecond < 1000)) return undefined;
  return ((hour * 60 + minute) * 60 + second) * 1000 + millisecond;
}

/** NaN where one is none. */
function digits(text: string, start: number, count: number): number {
  let number = 0;
  for (let index = start; index < start + count; index += 1) {
    const digit = text.charCodeAt(index) - ZERO;
    if (digit < 0 || digit > 9) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}
