/** The forms of events on stdout. */
import { styleText } from 'node:util';
import type { StoredEvent } from '../../backend/model/event.ts';
import { oneLine, showJson } from '../text.ts';
import { localTime } from './filters.ts';
import { type Column, createTable } from './table.ts';
import type { Terminal } from './terminal.ts';

export interface EventOutput {
  page(events: readonly StoredEvent[]): void;
  end(): void;
}

type Screen = Pick<Terminal, 'columns' | 'hasColour'>;

/** A JSON array, an event a line. */
export function jsonOutput({ out }: Pick<Terminal, 'out'>): EventOutput {
  let isFirst = true;
  return {
    page: (events) => {
      for (const event of events) {
        out(`${isFirst ? '[' : ','}\n${showJson(event)}`);
        isFirst = false;
      }
    },
    end: () => out(isFirst ? '[]\n' : '\n]\n'),
  };
}

/** A table with the times of a zone; says so on stderr when there is nothing to show. */
export function tableOutput(
  terminal: Screen & Pick<Terminal, 'out' | 'err'>,
  zone: string,
): EventOutput {
  const table = createTable(columnsOf(zone, terminal.hasColour), terminal.columns);
  let isEmpty = true;
  return {
    page: (events) => {
      if (events.length === 0) return;
      isEmpty = false;
      terminal.out(table(events));
    },
    end: () => {
      if (isEmpty) terminal.err('No event matches.\n');
    },
  };
}

/** The lines of the same table for events that come one by one: there is no page to measure. */
export function createEventLines(
  { columns, hasColour }: Screen,
  zone: string,
): (event: StoredEvent) => string {
  const live = columnsOf(zone, hasColour).map((column) => ({
    ...column,
    least: LEAST[column.title] ?? 0,
  }));
  const table = createTable(live, columns);
  return (event) => table([event]);
}

/** Longer names make their column wider where they come first, else they are cut or stand out. */
const LEAST: Readonly<Record<string, number>> = {
  TYPE: 14,
  SOURCE: 24,
  SUBJECT: 12,
  SEVERITY: 8,
  VERSION: 12,
};

/** Whether there may be colour has been decided: newer Nodes would decide again. */
const UNCHECKED = { validateStream: false } as const;

/** Calm: what most events are has no colour. */
const COLOURS = { MAJOR: 'yellow', CRITICAL: 'red' } as const;

function columnsOf(zone: string, hasColour: boolean): Column<StoredEvent>[] {
  const text = (value: unknown) => (typeof value === 'string' ? oneLine(value) : '');
  const paint = (shown: string, { severity }: StoredEvent): string => {
    const colour = severity === 'MAJOR' || severity === 'CRITICAL' ? COLOURS[severity] : undefined;
    return colour === undefined ? shown : styleText(colour, shown, UNCHECKED);
  };
  return [
    { title: `TIME (${zone})`, most: 40, cell: ({ time }) => localTime(time, zone) },
    { title: 'TYPE', most: 20, cell: ({ type }) => text(type) },
    { title: 'SOURCE', most: 32, cell: ({ source }) => text(source) },
    { title: 'SUBJECT', most: 20, cell: ({ subject }) => text(subject) },
    {
      title: 'SEVERITY',
      most: 8,
      cell: ({ severity }) => text(severity),
      ...(hasColour ? { paint } : {}),
    },
    { title: 'VERSION', most: 16, cell: ({ version }) => text(version) },
    { title: 'DESCRIPTION', most: 0, cell: ({ data }) => text(data?.['description']) },
  ];
}
