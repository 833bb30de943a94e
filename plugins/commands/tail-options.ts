import { CONNECTION_OPTIONS } from './connection.ts';
import { FILTER_OPTIONS, ZONE_OPTIONS } from './filters.ts';
import { commandHelp } from './help.ts';

export const TAIL_OPTIONS = {
  ...FILTER_OPTIONS,
  since: {
    type: 'string',
    value: '<time>',
    help: 'Show what happened since then first: ISO 8601, or relative as -1h',
  },
  last: { type: 'string', value: '<n>', help: 'Show the last n events first, up to 1,000' },
  limit: { type: 'string', value: '<n>', help: 'End after n events' },
  ...ZONE_OPTIONS,
  json: { type: 'boolean', help: 'One event as JSON a line instead of a table' },
  ...CONNECTION_OPTIONS,
  timeout: {
    type: 'string',
    value: '<seconds>',
    help: 'How long to keep trying: 30 at the start and without end later, when absent',
  },
  help: { type: 'boolean', short: 'h', help: 'This text' },
} as const;

export const TAIL_HELP = commandHelp(
  'milepost tail [options]',
  TAIL_OPTIONS,
  `Shows events as they are recorded, until Ctrl-C. When the connection is lost it comes back by itself
and shows what was recorded meanwhile; stderr says both, once.

Wait for the next rollback in production:
  milepost tail --type rollback --environment production --limit 1 --json

Exit codes:
  0  ended by Ctrl-C, or by --limit
  1  Milepost is down
  2  wrong usage or wrong configuration, also when the key is revoked meanwhile
`,
);
