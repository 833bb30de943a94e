/** What answers are made of. Outputs are loose objects: clients cache schemas, answers may grow. */
import { z } from 'zod';
import type { TimelineEvent } from '../model/event.ts';
import { offsetAt } from '../model/time.ts';
import type { ValueCount } from '../store/port.ts';
import { shorten } from './fit.ts';
import { characters, clip } from './text.ts';

const SUMMARY_LIMIT = 200;
/** Characters of `data` and extensions of one event in a list; get_event gives more. */
const DETAILS_LIMIT = 8000;

// What is always there, and no more: each word of a schema is paid for in every conversation.
export const rangeOutput = z
  .looseObject({})
  .meta({ description: 'from, to (absent: open), now, timezone.' });

export const eventOutput = z.looseObject({
  id: z.string(),
  time: z.string(),
  type: z.string(),
  source: z.string(),
});

export const valueOutput = z.looseObject({ value: z.string(), count: z.int() });

export const hintsOutput = z.array(z.string()).optional();

/** Bounds in ms, undefined where open. */
export interface Range {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export function toRange({ from, to }: Range, now: number, timezone: string | undefined) {
  return {
    from: from === undefined ? undefined : toTime(from, timezone),
    to: to === undefined ? undefined : toTime(to, timezone),
    now: toTime(now, timezone),
    timezone: timezone ?? 'UTC',
  };
}

/** What tools and services take as a time; undefined beyond the years that one can say. */
export function toUtc(ms: number | undefined): string | undefined {
  const text = ms === undefined ? undefined : new Date(ms).toISOString();
  return text !== undefined && /^\d{4}-/.test(text) ? text : undefined;
}

/** ISO 8601 with the offset of the zone, which tools accept again; UTC where it has no such form. */
export function toTime(ms: number, timezone: string | undefined): string {
  const utc = new Date(ms).toISOString();
  const offset = timezone === undefined ? 0 : offsetAt(ms, timezone);
  if (offset === 0 || offset % 60_000 !== 0) return utc;
  const local = toUtc(ms + offset);
  if (local === undefined) return utc;
  const minutes = Math.abs(offset) / 60_000;
  const digits = (value: number) => String(value).padStart(2, '0');
  const sign = offset < 0 ? '-' : '+';
  return `${local.slice(0, -1)}${sign}${digits(Math.floor(minutes / 60))}:${digits(minutes % 60)}`;
}

/** What a list shows of an event; empty fields are left out. */
export function toConcise(event: TimelineEvent, timezone: string | undefined) {
  const { id, type, source, subject, severity, version } = event;
  return {
    id,
    time: toTime(event.time, timezone),
    type,
    source,
    subject: subject ?? undefined,
    severity: severity ?? undefined,
    version: version ?? undefined,
    summary: summaryOf(event),
  };
}

function summaryOf({ data }: TimelineEvent): string | undefined {
  const description = data !== null && Object.hasOwn(data, 'description') && data['description'];
  if (typeof description !== 'string') return undefined;
  return clip(description.replace(/\s+/g, ' ').trim(), SUMMARY_LIMIT) || undefined;
}

/** The whole event; what does not fit into `limit` characters is cut and said to be. */
export function toDetailed(
  event: TimelineEvent,
  timezone: string | undefined,
  limit = DETAILS_LIMIT,
) {
  const { data, extensions, dataschema, datacontenttype } = event;
  const details = {
    data: data ?? undefined,
    extensions: Object.keys(extensions).length > 0 ? extensions : undefined,
  };
  const { value, isCut } = shorten(details, limit);
  const { summary, ...concise } = toConcise(event, timezone);
  return {
    ...concise,
    // Stands in the data again, unless that did not fit.
    summary: value === undefined ? summary : undefined,
    created_at: toTime(event.createdAt, timezone),
    dataschema: dataschema ?? undefined,
    datacontenttype: datacontenttype === 'application/json' ? undefined : datacontenttype,
    ...(value as typeof details | undefined),
    data_cut: isCut ? `shortened from ${characters(details)} characters` : undefined,
  };
}

/** `first_seen` and `last_seen` are over the whole timeline, whatever range was counted. */
export function toValue({ value, count, firstSeen, lastSeen }: ValueCount, timezone?: string) {
  return {
    value: value ?? '',
    count,
    first_seen: toTime(firstSeen, timezone),
    last_seen: toTime(lastSeen, timezone),
  };
}
