/** The options that choose events, and their times, the same in every command. */
import { isTimeZone } from '../../backend/model/time.ts';
import { UsageError, type Values } from './options.ts';

const many = (value: string, help: string) =>
  ({ type: 'string', multiple: true, value, help }) as const;

export const FILTER_OPTIONS = {
  type: many('<type>', 'Kind of operation; this and the next five may be repeated'),
  source: many('<source>', 'The system that changed'),
  environment: many('<name>', 'Where, such as production'),
  subject: many('<name>', 'The same as --environment'),
  severity: many('<level>', 'LOW, MINOR, MAJOR or CRITICAL'),
  version: many('<version>', 'The release or build'),
  search: { type: 'string', value: '<text>', help: 'Part of type, version or source' },
} as const;

export const RANGE_OPTIONS = {
  from: { type: 'string', value: '<time>', help: 'Not before: ISO 8601, or relative as -2h, -7d' },
  to: { type: 'string', value: '<time>', help: 'Not after: as --from' },
} as const;

export const ZONE_OPTIONS = {
  timezone: {
    type: 'string',
    value: '<zone>',
    help: 'Zone of all times, such as Europe/Berlin; that of this machine when absent',
  },
  utc: { type: 'boolean', help: 'The same as --timezone UTC' },
} as const;

/** What is asked of the server, which checks the values. */
export function toParameters(
  values: Values<typeof FILTER_OPTIONS>,
  others: Readonly<Record<string, string | undefined>>,
): URLSearchParams {
  const query = new URLSearchParams();
  append(query, 'type', values.type);
  append(query, 'source', values.source);
  append(query, 'subject', [...values.environment, ...values.subject]);
  append(
    query,
    'severity',
    values.severity.map((level) => level.toUpperCase()),
  );
  append(query, 'version', values.version);
  append(query, 'search', [values.search]);
  for (const [name, value] of Object.entries(others)) append(query, name, [value]);
  return query;
}

/** An empty value, such as of an unset variable, counts as not given. */
export function append(
  query: URLSearchParams,
  name: string,
  values: readonly (string | undefined)[],
): void {
  for (const value of values) if (value) query.append(name, value);
}

/** Throws a `UsageError`. */
export function zoneOf({ utc, timezone }: Values<typeof ZONE_OPTIONS>): string {
  const zone = utc ? 'UTC' : timezone || Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!isTimeZone(zone)) throw new UsageError(`--timezone ${zone}: there is no such time zone`);
  return zone;
}

/** Such as `2026-03-10 14:45:00`. */
export function localTime(time: string, zone: string): string {
  const options = { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' } as const;
  // Sweden writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', options).format(new Date(time));
}
