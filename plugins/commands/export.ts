/** `milepost export`: everything that matches, streamed; a cut is never taken for the end. */
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { explainFailure } from '../failure.ts';
import { logLine } from '../text.ts';
import type { HttpStream } from '../transport.ts';
import { getRequest, tellFailure, tellRetry } from './ask.ts';
import { type Connection, connect } from './connection.ts';
import { EXIT } from './exit.ts';
import { EXPORT_HELP, EXPORT_OPTIONS } from './export-options.ts';
import { toParameters, zoneOf } from './filters.ts';
import { Interrupted } from './interrupt.ts';
import { openStream } from './open-stream.ts';
import { parseOptions } from './options.ts';
import { type Output, openOutput } from './output-file.ts';
import { bytesText, countText, createProgress, rateText } from './progress.ts';
import { heard } from './silence.ts';
import type { Terminal } from './terminal.ts';

/** Resolves with the exit code. Throws a `UsageError`. */
export async function exportCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const values = parseOptions(EXPORT_OPTIONS, args);
  if (values.help) {
    terminal.out(EXPORT_HELP);
    return EXIT.ok;
  }
  const timezone = zoneOf(values);
  const connection = connect(values, terminal);
  if (connection === undefined) return EXIT.configuration;
  const { from, to, order, format, output: path } = values;
  const query = toParameters(values, { timezone, from, to, order, format });
  let output: Output;
  try {
    output = await openOutput(path, terminal);
  } catch (error) {
    terminal.err(`milepost: --output ${logLine(messageOf(error))}\n`);
    return EXIT.configuration;
  }
  const code = await transfer(query, connection, output, terminal);
  if (code !== EXIT.ok) await output.discard();
  return code;
}

async function transfer(
  query: URLSearchParams,
  connection: Connection,
  output: Output,
  terminal: Terminal,
): Promise<number> {
  const signal = terminal.interrupted();
  const { url } = connection.target;
  const request = getRequest('/api/v1/events/export', query, connection.target, { Accept: '*/*' });
  try {
    const opened = await openStream(request, connection, terminal, signal, tellRetry(terminal));
    if (opened.kind === 'failed') return tellFailure(opened, terminal);
    const problem = await copy(opened.stream, output, query.get('format') === 'csv', terminal);
    if (problem === undefined) return EXIT.ok;
    terminal.err(`milepost: ${logLine(`${url}: ${problem}`)}; the export is not whole\n`);
  } catch (error) {
    const isInterrupted = signal.aborted || error instanceof Interrupted;
    const { reason } = explainFailure(error, NEVER, 0);
    const said = isInterrupted ? 'interrupted' : `${url}: ${reason}`;
    terminal.err(`milepost: ${logLine(said)}; the export is not whole\n`);
  }
  return EXIT.outage;
}

const NEVER = new AbortController().signal;
const NEW_LINE = 10;
/** The server sends page after page: one that takes longer will not come, ms. */
const SILENCE_MS = 60_000;

/** Resolves with what is wrong with the end. Rejects when the line is cut. */
async function copy(
  { headers, body }: HttpStream,
  output: Output,
  isCsv: boolean,
  terminal: Terminal,
): Promise<string | undefined> {
  const { clock } = terminal.delivery;
  const progress = createProgress(terminal, true);
  const start = clock();
  let bytes = 0;
  let events = 0;
  let lastByte = NEW_LINE;
  const said = () => {
    // A line of CSV is not an event: texts may have several.
    const count = isCsv
      ? ''
      : `${countText(events)} events, ${rateText(events, clock() - start)}, `;
    return `${count}${bytesText(bytes)}`;
  };
  const counter = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      if (!isCsv) events += linesIn(chunk);
      lastByte = chunk.at(-1) ?? lastByte;
      progress.show(said);
      done(null, chunk);
    },
  });
  try {
    await pipeline(heard(body, SILENCE_MS), counter, output.stream);
  } finally {
    progress.clear();
  }
  // Without either, an end and a cut are the same: HTTP/1.0, which old proxies speak.
  if (headers['transfer-encoding'] === undefined && headers['content-length'] === undefined) {
    return 'a proxy on the way hides whether all of it arrived, have it speak HTTP/1.1';
  }
  if (lastByte !== NEW_LINE) return 'it ended inside of an event';
  await output.keep();
  terminal.err(`Exported ${isCsv ? bytesText(bytes) : `${countText(events)} events`}.\n`);
  return undefined;
}

function linesIn(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(NEW_LINE); at !== -1; at = chunk.indexOf(NEW_LINE, at + 1)) {
    count += 1;
  }
  return count;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
