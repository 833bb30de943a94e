/** `milepost tail`: events as they are recorded, behind those of late. */
import type { StoredEvent } from '../../backend/model/event.ts';
import { logLine, showJson } from '../text.ts';
import { tellFailure, tellRetry } from './ask.ts';
import { connect } from './connection.ts';
import { createEventLines } from './event-output.ts';
import { EXIT } from './exit.ts';
import { toParameters, zoneOf } from './filters.ts';
import { type FollowOptions, follow } from './follow.ts';
import { Interrupted, interruptible } from './interrupt.ts';
import { countOf, parseOptions, type Values } from './options.ts';
import { LARGEST_PAGE, readPages } from './pages.ts';
import { TAIL_HELP, TAIL_OPTIONS } from './tail-options.ts';
import type { Terminal } from './terminal.ts';

type TailValues = Values<typeof TAIL_OPTIONS>;

const MOST_LAST = 1000;

/** Resolves with the exit code. Throws a `UsageError`. `silenceMs` as for `follow`. */
export async function tailCommand(
  args: readonly string[],
  terminal: Terminal,
  silenceMs?: number,
): Promise<number> {
  const values = parseOptions(TAIL_OPTIONS, args);
  if (values.help) {
    terminal.out(TAIL_HELP);
    return EXIT.ok;
  }
  const timezone = zoneOf(values);
  const last = countOf('--last', values.last, MOST_LAST);
  const show = createShow(values, timezone, terminal);
  const connection = connect(values, terminal);
  if (connection === undefined) return EXIT.configuration;
  const { since: from } = values;
  const order = last === undefined ? 'asc' : 'desc';
  const limit = String(Math.min(last ?? LARGEST_PAGE, LARGEST_PAGE));
  const history =
    last === undefined && !from
      ? undefined
      : { query: toParameters(values, { timezone, from, order, limit }), last };
  const followed: FollowOptions = {
    query: toParameters(values, {}),
    connection,
    returnMs: values.timeout ? connection.policy.budgetMs : Number.POSITIVE_INFINITY,
    terminal,
    signal: terminal.interrupted(),
    ...(silenceMs === undefined ? {} : { silenceMs }),
  };
  try {
    return await run(followed, history, show);
  } catch (error) {
    if (error instanceof Interrupted) return EXIT.ok;
    throw error;
  }
}

/** Resolves with false when enough has been shown. */
type Show = (event: StoredEvent) => Promise<boolean>;

interface History {
  readonly query: URLSearchParams;
  /** Newest first, and no more than this; else oldest first. */
  readonly last: number | undefined;
}

/** The history is read while the stream is open already: what comes between is in both. */
async function run(
  options: FollowOptions,
  history: History | undefined,
  show: Show,
): Promise<number> {
  const { connection, terminal, signal } = options;
  const shown = new Set<string>();
  const { err } = terminal;
  for await (const one of follow(options)) {
    switch (one.kind) {
      case 'connected': {
        err(`Following ${connection.target.url}; Ctrl-C ends it.\n`);
        if (history === undefined) break;
        const code = await showHistory(history, options, shown, show);
        if (code !== undefined) return code;
        break;
      }
      case 'event':
        if (shown.delete(keyOf(one.event))) break;
        if (!(await show(one.event))) return EXIT.ok;
        break;
      case 'lost':
        err(`Connection lost: ${logLine(one.reason)}. Trying to come back.\n`);
        break;
      case 'back':
        err('Connected again.\n');
        break;
      case 'gap':
        err('Too much happened to be told: for what is missing here, ask milepost query.\n');
        break;
      case 'failed':
        return signal.aborted ? EXIT.ok : tellFailure(one, terminal);
    }
  }
  return EXIT.ok;
}

/** The exit code when that was all, or when it failed. */
async function showHistory(
  { query, last }: History,
  { connection, terminal, signal }: FollowOptions,
  shown: Set<string>,
  show: Show,
): Promise<number | undefined> {
  const delivery = { ...interruptible(terminal, signal), onRetry: tellRetry(terminal) };
  const newest: StoredEvent[] = [];
  for await (const page of readPages(query, connection, delivery)) {
    if (page.kind === 'failed') return signal.aborted ? EXIT.ok : tellFailure(page, terminal);
    for (const event of page.events) {
      shown.add(keyOf(event));
      if (last !== undefined) newest.push(event);
      else if (!(await show(event))) return EXIT.ok;
    }
    if (last !== undefined && newest.length >= last) break;
  }
  for (const event of newest.slice(0, last).reverse()) {
    if (!(await show(event))) return EXIT.ok;
  }
  for (const event of newest.slice(last)) shown.delete(keyOf(event));
  return undefined;
}

function createShow(values: TailValues, zone: string, terminal: Terminal): Show {
  const limit = countOf('--limit', values.limit, Number.MAX_SAFE_INTEGER);
  const toLine = createEventLines(terminal, zone);
  let count = 0;
  return async (event) => {
    await terminal.write(values.json ? `${showJson(event)}\n` : toLine(event));
    count += 1;
    return count !== limit;
  };
}

function keyOf({ source, id }: StoredEvent): string {
  return JSON.stringify([source, id]);
}
