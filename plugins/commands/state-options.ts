import { CONNECTION_OPTIONS } from './connection.ts';
import { FILTER_OPTIONS, ZONE_OPTIONS } from './filters.ts';
import { commandHelp } from './help.ts';

const { source, environment, subject } = FILTER_OPTIONS;

export const STATE_OPTIONS = {
  source: { ...source, help: 'Only of this system; this and the next two may be repeated' },
  environment: { ...environment, help: 'Only there, such as production' },
  subject,
  at: {
    type: 'string',
    value: '<time>',
    help: 'As it was then: ISO 8601, or relative as -7d; now when absent',
  },
  ...ZONE_OPTIONS,
  json: { type: 'boolean', help: 'A JSON array instead of a table' },
  ...CONNECTION_OPTIONS,
  help: { type: 'boolean', short: 'h', help: 'This text' },
} as const;

export const STATE_HELP = commandHelp(
  'milepost state [options]',
  STATE_OPTIONS,
  `What runs where: for each environment and system the version of the latest deployment, release or
rollback. In a terminal an environment is named once; elsewhere in each line, for grep and awk.

What ran in production when it broke:
  milepost state --environment production --at 2026-03-10T13:40:00Z

Exit codes:
  0  done, also when nothing matches
  1  Milepost is down
  2  wrong usage or wrong configuration
`,
);
