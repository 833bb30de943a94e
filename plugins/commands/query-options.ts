import { CONNECTION_OPTIONS } from './connection.ts';
import { FILTER_OPTIONS, RANGE_OPTIONS, ZONE_OPTIONS } from './filters.ts';
import { commandHelp } from './help.ts';
import type { Values } from './options.ts';

export const QUERY_OPTIONS = {
  ...FILTER_OPTIONS,
  ...RANGE_OPTIONS,
  ...ZONE_OPTIONS,
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
