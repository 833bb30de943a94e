import { CONNECTION_OPTIONS } from './connection.ts';
import { FILTER_OPTIONS, RANGE_OPTIONS, ZONE_OPTIONS } from './filters.ts';
import { commandHelp } from './help.ts';

export const EXPORT_OPTIONS = {
  ...FILTER_OPTIONS,
  ...RANGE_OPTIONS,
  ...ZONE_OPTIONS,
  order: { type: 'string', value: '<order>', help: 'desc, newest first, or asc; desc when absent' },
  format: {
    type: 'string',
    value: '<format>',
    help: 'ndjson, one event as JSON a line, or csv; ndjson when absent',
  },
  output: {
    type: 'string',
    value: '<file>',
    help: 'Where to write it, compressed when it ends in .gz; stdout when absent or -',
  },
  ...CONNECTION_OPTIONS,
  help: { type: 'boolean', short: 'h', help: 'This text' },
} as const;

export const EXPORT_HELP = commandHelp(
  'milepost export [options]',
  EXPORT_OPTIONS,
  `The file appears under its name when it is whole, and not before. milepost import reads what this
writes as ndjson; with --order asc, events of the same time keep their order there.

Everything that happened in the past year:
  milepost export --from -365d --order asc --output timeline.ndjson.gz

Exit codes:
  0  everything that matches was written
  1  Milepost is down, or the export was cut: what stdout got is not whole
  2  wrong usage or wrong configuration
`,
);
