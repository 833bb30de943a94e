import { CONNECTION_OPTIONS } from './connection.ts';
import { commandHelp } from './help.ts';
import type { Values } from './options.ts';

export const SEND_OPTIONS = {
  type: { type: 'string', value: '<type>', help: 'Kind of operation, such as deployment' },
  source: { type: 'string', value: '<source>', help: 'The system that changed' },
  environment: { type: 'string', value: '<name>', help: 'Where, such as production' },
  subject: { type: 'string', value: '<name>', help: 'The same as --environment' },
  version: { type: 'string', value: '<version>', help: 'What runs there now' },
  status: {
    type: 'string',
    value: '<status>',
    help: 'started, success, failure or cancelled, in the words of any CI',
  },
  'started-at': {
    type: 'string',
    value: '<time>',
    help: 'When the job began, for its duration: as --time, or ms since 1970',
  },
  severity: {
    type: 'string',
    value: '<level>',
    help: 'LOW, MINOR, MAJOR, CRITICAL, none, or auto (in a CI when absent)',
  },
  description: { type: 'string', value: '<text>', help: 'What people read on the timeline' },
  data: { type: 'string', value: '<json>', help: 'JSON object with more facts' },
  time: { type: 'string', value: '<time>', help: 'ISO 8601 with an offset; now when absent' },
  id: { type: 'string', value: '<id>', help: 'Id of the event; derived in a CI, else random' },
  replay: {
    type: 'string',
    value: '<file>',
    help: 'Record events that were kept as JSON; - is stdin',
  },
  'fail-on-error': {
    type: 'string',
    value: '<when>',
    help: 'What ends with an exit code: never, config or always; config when absent',
  },
  'dry-run': { type: 'boolean', help: 'Print the event, send nothing' },
  ...CONNECTION_OPTIONS,
  help: { type: 'boolean', short: 'h', help: 'This text' },
} as const;

export type SendValues = Values<typeof SEND_OPTIONS>;

export const SEND_HELP = commandHelp(
  'milepost send [options]',
  SEND_OPTIONS,
  `What is not given is derived from the CI, else from the git working copy; stderr says where each
value comes from. A deployment of what ran before is a rollback: the server is asked. --status started
and then the end make a pair, such as deployment-started and deployment, or deployment-failed. stdout is
the event as JSON: as it was stored or, when it was not recorded, as --replay takes it.

Exit codes:
  0  recorded; or not recorded, and --fail-on-error lets that pass
  1  not recorded, Milepost is down (with --fail-on-error always)
  2  not recorded, wrong configuration (unless --fail-on-error never); or wrong usage
`,
);
