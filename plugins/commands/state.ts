/** `milepost state`: which version runs where, now or at a moment of the past. */
import type { JsonObject } from '../../backend/model/event.ts';
import { isObject } from '../ci/payload.ts';
import { oneLine, showJson } from '../text.ts';
import { ask, refused, tellFailure, tellRetry } from './ask.ts';
import { connect } from './connection.ts';
import { EXIT } from './exit.ts';
import { append, localTime, zoneOf } from './filters.ts';
import { parseOptions } from './options.ts';
import { STATE_HELP, STATE_OPTIONS } from './state-options.ts';
import { type Column, createTable } from './table.ts';
import type { Terminal } from './terminal.ts';

/** Resolves with the exit code. Throws a `UsageError`. */
export async function stateCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const values = parseOptions(STATE_OPTIONS, args);
  if (values.help) {
    terminal.out(STATE_HELP);
    return EXIT.ok;
  }
  const zone = zoneOf(values);
  const connection = connect(values, terminal);
  if (connection === undefined) return EXIT.configuration;
  const query = new URLSearchParams({ timezone: zone });
  append(query, 'source', values.source);
  append(query, 'subject', [...values.environment, ...values.subject]);
  append(query, 'at', [values.at]);
  const delivery = { ...terminal.delivery, onRetry: tellRetry(terminal) };
  const asked = await ask('/api/v1/state', query, connection, delivery);
  if (asked.kind === 'failed') return tellFailure(asked, terminal);
  const { data } = asked.answer;
  if (!Array.isArray(data)) {
    const reason = `what answers at ${connection.target.url} is not Milepost: check the address`;
    return tellFailure(refused(reason), terminal);
  }
  const cells = data.filter(isObject).toSorted(compareCells);
  if (values.json) terminal.out(jsonOf(cells));
  else if (cells.length === 0) terminal.err('Nothing has been deployed that matches.\n');
  else showTable(cells, zone, terminal);
  return EXIT.ok;
}

function jsonOf(cells: readonly JsonObject[]): string {
  if (cells.length === 0) return '[]\n';
  return `[\n${cells.map(showJson).join(',\n')}\n]\n`;
}

interface Row {
  readonly cell: JsonObject;
  /** Empty where the line above has it. */
  readonly environment: string;
}

function showTable(cells: readonly JsonObject[], zone: string, { out, columns }: Terminal): void {
  const isTerminal = columns !== undefined;
  const rows = cells.map((cell, index): Row => {
    const isSame = isTerminal && index > 0 && cells[index - 1]?.['subject'] === cell['subject'];
    return { cell, environment: isSame ? '' : shown(cell['subject']) };
  });
  out(createTable(columnsOf(zone), columns)(rows));
}

function columnsOf(zone: string): Column<Row>[] {
  const time = ({ cell }: Row) => localTime(String(cell['since']), zone);
  const type = ({ cell }: Row) => {
    const { event } = cell;
    return isObject(event) ? shown(event['type']) : '';
  };
  return [
    { title: 'ENVIRONMENT', most: 30, cell: ({ environment }) => environment },
    { title: 'SOURCE', most: 40, cell: ({ cell }) => shown(cell['source']) },
    { title: 'VERSION', most: 24, cell: ({ cell }) => shown(cell['version']) },
    { title: `SINCE (${zone})`, most: 40, cell: time },
    { title: 'BY', most: 0, cell: type },
  ];
}

/** Absent values are visible, so that columns stay columns for awk. */
function shown(value: unknown): string {
  return typeof value === 'string' && value !== '' ? oneLine(value) : '-';
}

/** By environment, then by source; what has no environment comes last. */
function compareCells(a: JsonObject, b: JsonObject): number {
  const [one, other] = [a['subject'], b['subject']];
  if (one !== other) {
    if (typeof one !== 'string') return 1;
    if (typeof other !== 'string') return -1;
    return one < other ? -1 : 1;
  }
  return String(a['source']) < String(b['source']) ? -1 : 1;
}
