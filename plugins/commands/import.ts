/** `milepost import`: events of a file, in chunks, each of which can be sent again without harm. */
import { logLine } from '../text.ts';
import { tellFailure, tellRetry } from './ask.ts';
import { connect } from './connection.ts';
import { EXIT } from './exit.ts';
import { openInput } from './import-input.ts';
import { IMPORT_HELP, IMPORT_OPTIONS } from './import-options.ts';
import { openRejects } from './import-rejects.ts';
import { importAll, type Outcome } from './import-run.ts';
import { countOf, parseCommand, UsageError } from './options.ts';
import { countText, createProgress, durationText } from './progress.ts';
import type { Terminal } from './terminal.ts';

/** Resolves with the exit code. Throws a `UsageError`. */
export async function importCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, operands } = parseCommand(IMPORT_OPTIONS, args, 1);
  if (values.help) {
    terminal.out(IMPORT_HELP);
    return EXIT.ok;
  }
  const [path] = operands;
  if (path === undefined) throw new UsageError('name a file, or - for stdin');
  const from = countOf('--from-line', values['from-line'], Number.MAX_SAFE_INTEGER);
  const isDryRun = values['dry-run'];
  const connection = isDryRun ? undefined : connect(values, terminal);
  if (connection === undefined && !isDryRun) return EXIT.configuration;
  const progress = createProgress(terminal);
  const opened = await openAll(path, values.rejects, terminal, progress);
  if (typeof opened === 'string') {
    terminal.err(`milepost: ${logLine(opened)}\n`);
    return EXIT.configuration;
  }
  const { input, rejects } = opened;
  const signal = terminal.interrupted();
  const tell = tellRetry(terminal);
  const onRetry = (reason: string, waitMs: number) => {
    progress.clear();
    tell(reason, waitMs);
  };
  const { clock } = terminal.delivery;
  const start = clock();
  const run = { input, rejects, progress, connection, terminal, signal, onRetry };
  const outcome = await importAll({ ...run, firstPlace: from ?? 1 });
  progress.clear();
  await rejects.close();
  const summary = { outcome, rejected: rejects.count(), isDryRun, path, ms: clock() - start };
  if (values.json) terminal.out(`${jsonOf(summary)}\n`);
  return conclude(summary, terminal);
}

/** Or what is wrong with a file. */
async function openAll(
  path: string,
  rejectsPath: string | undefined,
  terminal: Terminal,
  progress: ReturnType<typeof createProgress>,
) {
  try {
    const input = await openInput(path, terminal);
    return { input, rejects: await openRejects(rejectsPath, terminal, progress) };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

interface Summary {
  readonly outcome: Outcome;
  readonly rejected: number;
  readonly isDryRun: boolean;
  readonly path: string;
  readonly ms: number;
}

function jsonOf({ outcome, rejected, isDryRun }: Summary): string {
  const { created, replayed, read, nextPlace } = outcome;
  const counts = isDryRun ? { wellFormed: read } : { created, replayed };
  return JSON.stringify({
    ...counts,
    rejected,
    ...(nextPlace === undefined ? {} : { nextLine: nextPlace }),
  });
}

/** Says what became of it; gives the exit code. */
function conclude({ outcome, rejected, isDryRun, path, ms }: Summary, terminal: Terminal): number {
  const { created, replayed, read, stopped, broken, nextPlace } = outcome;
  const { err } = terminal;
  const said = isDryRun
    ? `Checked: ${countText(read)} are JSON objects, ${countText(rejected)} are not. Nothing was sent.`
    : `Imported in ${durationText(ms)}: ${countText(created)} new, ${countText(replayed)} stored before, ${countText(rejected)} rejected.`;
  err(`${said}\n`);
  if (stopped !== undefined) {
    const code = stopped === 'interrupted' ? EXIT.outage : tellFailure(stopped, terminal);
    const file = path === '-' ? '-' : logLine(path);
    err(`To go on: milepost import --from-line ${nextPlace} ${file}\n`);
    return code;
  }
  if (broken === undefined) return rejected === 0 ? EXIT.ok : EXIT.configuration;
  const before = read === 0 ? '' : '; what stands before that was taken';
  err(`milepost: ${logLine(`${path}: ${broken}${before}`)}\n`);
  return EXIT.configuration;
}
