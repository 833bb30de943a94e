import { CONNECTION_OPTIONS } from './connection.ts';
import { commandHelp } from './help.ts';
import { UsageError, type Values } from './options.ts';

const many = (value: string, help: string) =>
  ({ type: 'string', multiple: true, value, help }) as const;

export const QUERY_OPTIONS = {
  type: many('<type>', 'Kind of operation; this and the next five may be repeated'),
  source: many('<source>', 'The system that changed'),
  environment: many('<name>', 'Where, such as production'),
  subject: many('<name>', 'The same as --environment'),
  severity: many('<level>', 'LOW, MINOR, MAJOR or CRITICAL'),
  version: many('<version>', 'The release or build'),
  search: { type: 'string', value: '<text>', help: 'Part of type, version or source' },
  from: { type: 'string', value: '<time>', help: 'Not before: ISO 8601, or relative as -2h, -7d' },
  to: { type: 'string', value: '<time>', help: 'Not after: as --from' },
  timezone: {
    type: 'string',
    value: '<zone>',
    help: 'Zone of all times, such as Europe/Berlin; that of this machine when absent',
  },
  utc: { type: 'boolean', help: 'The same as --timezone UTC' },
  order: { type: 'string', value: '<order>', help: 'desc, newest first, or asc; desc when absent' },
  limit: { type: 'string', value: '<n>', help: 'How many, 1 to 100; 25 when absent' },
  all: { type: 'boolean', help: 'Every event that matches, however many' },
  json: { type: 'boolean', help: 'A JSON array instead of a table' },
  ...CONNECTION_OPTIONS,
  help: { type: 'boolean', short: 'h', help: 'This text' },
} as const;

export type QueryValues = Values<typeof QUERY_OPTIONS>;

export const QUERY_HELP = commandHelp(
  'milepost query [options]',
  QUERY_OPTIONS,
  `What changed in production during the last two hours:
  milepost query --environment production --from -2h

Exit codes:
  0  done, also when nothing matches
  1  Milepost is down
  2  wrong usage or wrong configuration
`,
);

const LARGEST_PAGE = '100';

/** What is asked of `GET /api/v1/events`; the server checks the values. Throws a `UsageError`. */
export function toParameters(values: QueryValues, zone: string): URLSearchParams {
  if (values.all && values.limit !== undefined) {
    throw new UsageError('--all and --limit contradict each other');
  }
  const query = new URLSearchParams({ timezone: zone });
  const add = (name: string, ...given: readonly (string | undefined)[]) => {
    for (const value of given) if (value) query.append(name, value);
  };
  add('type', ...values.type);
  add('source', ...values.source);
  add('subject', ...values.environment, ...values.subject);
  add('severity', ...values.severity.map((level) => level.toUpperCase()));
  add('version', ...values.version);
  add('search', values.search);
  add('from', values.from);
  add('to', values.to);
  add('order', values.order);
  add('limit', values.all ? LARGEST_PAGE : values.limit);
  return query;
}
