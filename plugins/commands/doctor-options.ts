import { CONNECTION_OPTIONS } from './connection.ts';
import { commandHelp } from './help.ts';

export const DOCTOR_OPTIONS = {
  json: { type: 'boolean', help: 'The findings as JSON' },
  url: CONNECTION_OPTIONS.url,
  timeout: {
    type: 'string',
    value: '<seconds>',
    help: 'How long to wait for each answer; 10 when absent',
  },
  help: { type: 'boolean', short: 'h', help: 'This text' },
} as const;

export const DOCTOR_HELP = commandHelp(
  'milepost doctor [options]',
  DOCTOR_OPTIONS,
  `Looks at everything between here and the timeline, in this order: the variables, the host name, the
proxy, the connection, TLS, whether it is Milepost that answers, versions, clocks, its store, the key
and what it may do, the CI and what would be derived from it. Says for each what to do. Sends nothing
to the timeline and never shows the key.

Exit codes:
  0  everything works; there may be warnings
  1  Milepost is down, or cannot be reached
  2  wrong usage or wrong configuration
`,
);
