import { CONNECTION_OPTIONS } from './connection.ts';
import { commandHelp } from './help.ts';

export const IMPORT_OPTIONS = {
  'from-line': {
    type: 'string',
    value: '<n>',
    help: 'Begin with this line of the file; of a JSON array, with its n-th event',
  },
  rejects: {
    type: 'string',
    value: '<file>',
    help: 'Write what was rejected, as JSON lines with line, error and event',
  },
  'dry-run': { type: 'boolean', help: 'Check that each line is a JSON object, send nothing' },
  json: { type: 'boolean', help: 'The counts as JSON on stdout' },
  ...CONNECTION_OPTIONS,
  help: { type: 'boolean', short: 'h', help: 'This text' },
} as const;

export const IMPORT_HELP = commandHelp(
  'milepost import [options] <file|->',
  IMPORT_OPTIONS,
  `Reads one event as JSON a line, or a JSON array, also compressed by gzip; - is stdin. Takes what
milepost export wrote and what milepost send kept: createdAt and nulls are left out.

An event is stored once, however often it is sent: import the same file again when in doubt. An event
without id gets one that is made from its line and its content, or by chance where its time is NOW.

Exit codes:
  0  everything is stored
  1  Milepost went down; stderr says with which --from-line to go on
  2  some events were rejected, stderr names their lines; or wrong usage or wrong configuration
`,
);
