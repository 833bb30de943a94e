/** The forms in which events leave, made from what the server streams. Pure. */
import type { StoredEvent } from '../../backend/model/event.ts';
import { escapeMarkdown } from '../escape-markdown.ts';
import { descriptionOf } from '../text.ts';

export interface ExportFormat {
  readonly name: string;
  readonly hint: string;
  readonly ending: string;
  readonly type: string;
  /** What the server is asked for. */
  readonly source: 'csv' | 'ndjson';
  /** Turns what comes into what is written; undefined where that is the same. */
  readonly convert?: () => LineConverter;
}

export interface LineConverter {
  readonly head: string;
  /** One line, which holds one event. */
  readonly line: (text: string, index: number) => string;
  readonly foot: string;
}

export type FormatName = 'csv' | 'json' | 'ndjson' | 'markdown';

export const FORMATS: Readonly<Record<FormatName, ExportFormat>> = {
  csv: {
    name: 'CSV',
    hint: 'for a spreadsheet; cells that it would run are written as text',
    ending: 'csv',
    type: 'text/csv',
    source: 'csv',
  },
  json: {
    name: 'JSON',
    hint: 'one array of events, as the API answers them',
    ending: 'json',
    type: 'application/json',
    source: 'ndjson',
    convert: () => ({
      head: '[\n',
      line: (text, index) => `${index === 0 ? '' : ',\n'}${text}`,
      foot: '\n]\n',
    }),
  },
  ndjson: {
    name: 'NDJSON',
    hint: 'one event a line; POST it to another Milepost as it is',
    ending: 'ndjson',
    type: 'application/x-ndjson',
    source: 'ndjson',
  },
  markdown: {
    name: 'Markdown',
    hint: 'a table for the postmortem',
    ending: 'md',
    type: 'text/markdown',
    source: 'ndjson',
    convert: () => ({
      head: `${MARKDOWN_HEAD.join('\n')}\n`,
      line: (text) => `${toMarkdownRow(JSON.parse(text) as StoredEvent)}\n`,
      foot: '',
    }),
  },
};

const MARKDOWN_HEAD = [
  '| Time (UTC) | Severity | What | System | Environment | Version | Description |',
  '| --- | --- | --- | --- | --- | --- | --- |',
];
const DESCRIPTION_LIMIT = 300;

export function toMarkdownRow(event: StoredEvent): string {
  const { time, severity, type, source, subject, version, data } = event;
  const description = descriptionOf(data);
  const short =
    description.length > DESCRIPTION_LIMIT
      ? `${[...description].slice(0, DESCRIPTION_LIMIT).join('')}…`
      : description;
  const when = time.replace('T', ' ').replace(/(\.0+)?Z$/, '');
  const cells = [when, severity ?? '', type, source, subject ?? '', version ?? '', short];
  return `| ${cells.map(escapeMarkdown).join(' | ')} |`;
}

/** Counts the records of a CSV in pieces, the head among them: line ends in quotes are no ends. */
export function createRecordCounter(): (piece: string) => number {
  let isQuoted = false;
  let records = 0;
  return (piece) => {
    for (const character of piece) {
      if (character === '"') isQuoted = !isQuoted;
      else if (character === '\n' && !isQuoted) records += 1;
    }
    return records;
  };
}
