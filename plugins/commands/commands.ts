/** All commands, in the order of their help: what `milepost` does, says, completes and documents. */
import type { Command } from './command.ts';
import { completionCommand } from './completion.ts';
import { COMPLETION_HELP, COMPLETION_OPTIONS, SHELLS } from './completion-options.ts';
import { doctorCommand } from './doctor.ts';
import { DOCTOR_HELP, DOCTOR_OPTIONS } from './doctor-options.ts';
import { exportCommand } from './export.ts';
import { EXPORT_HELP, EXPORT_OPTIONS } from './export-options.ts';
import { importCommand } from './import.ts';
import { IMPORT_HELP, IMPORT_OPTIONS } from './import-options.ts';
import { queryCommand } from './query.ts';
import { QUERY_HELP, QUERY_OPTIONS } from './query-options.ts';
import { sendCommand } from './send.ts';
import { SEND_HELP, SEND_OPTIONS } from './send-options.ts';
import { SERVER_COMMANDS } from './server-commands.ts';
import { stateCommand } from './state.ts';
import { STATE_HELP, STATE_OPTIONS } from './state-options.ts';
import { tailCommand } from './tail.ts';
import { TAIL_HELP, TAIL_OPTIONS } from './tail-options.ts';

export const COMMANDS: readonly Command[] = [
  {
    name: 'send',
    usage: 'send [options]',
    summary: 'Record one event; derives what it can from the CI it runs in',
    options: SEND_OPTIONS,
    help: SEND_HELP,
    run: sendCommand,
  },
  {
    name: 'query',
    usage: 'query [options]',
    summary: 'List events',
    options: QUERY_OPTIONS,
    help: QUERY_HELP,
    run: queryCommand,
  },
  {
    name: 'tail',
    usage: 'tail [options]',
    summary: 'Show events as they are recorded',
    options: TAIL_OPTIONS,
    help: TAIL_HELP,
    run: (args, terminal) => tailCommand(args, terminal),
  },
  {
    name: 'state',
    usage: 'state [options]',
    summary: 'Show which version runs where',
    options: STATE_OPTIONS,
    help: STATE_HELP,
    run: stateCommand,
  },
  {
    name: 'export',
    usage: 'export [options]',
    summary: 'Write everything that matches, as NDJSON or CSV',
    options: EXPORT_OPTIONS,
    help: EXPORT_HELP,
    run: exportCommand,
  },
  {
    name: 'import',
    usage: 'import [options] <file|->',
    summary: 'Record the events of a file, however many',
    options: IMPORT_OPTIONS,
    words: 'files',
    help: IMPORT_HELP,
    run: importCommand,
  },
  {
    name: 'doctor',
    usage: 'doctor [options]',
    summary: 'Find out why it does not work',
    options: DOCTOR_OPTIONS,
    help: DOCTOR_HELP,
    run: doctorCommand,
  },
  ...SERVER_COMMANDS,
  {
    name: 'completion',
    usage: `completion ${SHELLS.join('|')}`,
    summary: 'Print the completion of a shell',
    options: COMPLETION_OPTIONS,
    words: SHELLS,
    help: COMPLETION_HELP,
    run: (args, terminal) => completionCommand(args, terminal, COMMANDS),
  },
];
