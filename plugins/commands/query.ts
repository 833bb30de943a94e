/** `milepost query`: the timeline in a terminal, or as JSON for a script. */
import { tellFailure, tellRetry } from './ask.ts';
import { connect } from './connection.ts';
import { jsonOutput, tableOutput } from './event-output.ts';
import { EXIT } from './exit.ts';
import { toParameters, zoneOf } from './filters.ts';
import { parseOptions, UsageError } from './options.ts';
import { LARGEST_PAGE, readPages } from './pages.ts';
import { QUERY_HELP, QUERY_OPTIONS } from './query-options.ts';
import type { Terminal } from './terminal.ts';

/** Resolves with the exit code. Throws a `UsageError`. */
export async function queryCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const values = parseOptions(QUERY_OPTIONS, args);
  if (values.help) {
    terminal.out(QUERY_HELP);
    return EXIT.ok;
  }
  if (values.all && values.limit !== undefined) {
    throw new UsageError('--all and --limit contradict each other');
  }
  const timezone = zoneOf(values);
  const connection = connect(values, terminal);
  if (connection === undefined) return EXIT.configuration;
  const { from, to, order } = values;
  const limit = values.all ? String(LARGEST_PAGE) : values.limit;
  const query = toParameters(values, { timezone, from, to, order, limit });
  const output = values.json ? jsonOutput(terminal) : tableOutput(terminal, timezone);
  const delivery = { ...terminal.delivery, onRetry: tellRetry(terminal) };
  for await (const page of readPages(query, connection, delivery)) {
    if (page.kind === 'failed') return tellFailure(page, terminal);
    output.page(page.events);
    if (page.hasMore && values.all) continue;
    output.end();
    if (page.hasMore) terminal.err('There are more: use --all, or narrow the query.\n');
    break;
  }
  return EXIT.ok;
}
