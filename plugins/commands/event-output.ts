/** The two forms of a list of events on stdout. */
import type { StoredEvent } from '../../backend/model/event.ts';
import { oneLine, showJson } from '../text.ts';
import { type Column, createTable } from './table.ts';
import type { World } from './world.ts';

export interface EventOutput {
  page(events: readonly StoredEvent[]): void;
  end(): void;
}

/** A JSON array, an event a line. */
export function jsonOutput({ out }: Pick<World, 'out'>): EventOutput {
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
  { out, err, columns }: Pick<World, 'out' | 'err' | 'columns'>,
  zone: string,
): EventOutput {
  const table = createTable(columnsOf(zone), columns);
  let isEmpty = true;
  return {
    page: (events) => {
      if (events.length === 0) return;
      isEmpty = false;
      out(table(events));
    },
    end: () => {
      if (isEmpty) err('No event matches.\n');
    },
  };
}

function columnsOf(zone: string): Column<StoredEvent>[] {
  const text = (value: unknown) => (typeof value === 'string' ? oneLine(value) : '');
  return [
    { title: `TIME (${zone})`, most: 40, cell: ({ time }) => localTime(time, zone) },
    { title: 'TYPE', most: 20, cell: ({ type }) => text(type) },
    { title: 'SOURCE', most: 32, cell: ({ source }) => text(source) },
    { title: 'SUBJECT', most: 20, cell: ({ subject }) => text(subject) },
    { title: 'SEVERITY', most: 8, cell: ({ severity }) => text(severity) },
    { title: 'VERSION', most: 16, cell: ({ version }) => text(version) },
    { title: 'DESCRIPTION', most: 0, cell: ({ data }) => text(data?.['description']) },
  ];
}

function localTime(time: string, zone: string): string {
  const options = { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' } as const;
  // Sweden writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', options).format(new Date(time));
}
