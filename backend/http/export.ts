import type { IncomingMessage, ServerResponse } from 'node:http';
import { stringify } from 'csv-stringify/sync';
import { type TimelineEvent, toStoredEvent } from '../model/event.ts';
import { drained } from './drained.ts';
import { CORS_HEADERS } from './respond.ts';

const CSV_COLUMNS = [
  'id',
  'type',
  'source',
  'time',
  'subject',
  'severity',
  'version',
  'description',
  'datacontenttype',
  'dataschema',
  'data',
  'createdAt',
  'extensions',
] as const;

const TYPES = { ndjson: 'application/x-ndjson', csv: 'text/csv; charset=utf-8' } as const;

/** Sends everything, page by page; waits for a slow reader instead of holding what it has not read. */
export async function sendExport(
  req: IncomingMessage,
  res: ServerResponse,
  format: 'ndjson' | 'csv',
  pages: AsyncGenerator<readonly TimelineEvent[]>,
): Promise<void> {
  // The first page before the headers: its failure can still be answered with a status.
  const first = await pages.next();
  res.writeHead(200, {
    'Content-Type': TYPES[format],
    'Content-Disposition': `attachment; filename="milepost-events.${format}"`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...CORS_HEADERS,
  });
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  const toText = format === 'csv' ? toCsv : toNdjson;
  if (format === 'csv') res.write(`${CSV_COLUMNS.join(',')}\r\n`);
  if (first.done !== true) await write(res, toText(first.value));
  for await (const page of pages) {
    if (res.destroyed) return;
    await write(res, toText(page));
  }
  res.end();
}

async function write(res: ServerResponse, text: string): Promise<void> {
  if (text === '' || res.write(text)) return;
  await drained(res);
}

function toNdjson(events: readonly TimelineEvent[]): string {
  return events.map((event) => `${JSON.stringify(toStoredEvent(event))}\n`).join('');
}

function toCsv(events: readonly TimelineEvent[]): string {
  // escape_formulas: cells that a spreadsheet would run are written as text.
  return stringify(events.map(toCsvRow), { escape_formulas: true, record_delimiter: 'windows' });
}

function toCsvRow(event: TimelineEvent): (string | null)[] {
  const stored = toStoredEvent(event);
  const cells: Readonly<Record<(typeof CSV_COLUMNS)[number], string | null>> = {
    id: stored.id,
    type: stored.type,
    source: stored.source,
    time: stored.time,
    subject: stored.subject,
    severity: stored.severity,
    version: stored.version,
    description: descriptionOf(event),
    datacontenttype: stored.datacontenttype,
    dataschema: stored.dataschema,
    data: stored.data === null ? null : JSON.stringify(stored.data),
    createdAt: stored.createdAt,
    extensions:
      Object.keys(event.extensions).length === 0 ? null : JSON.stringify(event.extensions),
  };
  return CSV_COLUMNS.map((column) => cells[column]);
}

function descriptionOf({ data }: TimelineEvent): string | null {
  const description =
    data !== null && Object.hasOwn(data, 'description') ? data['description'] : null;
  return typeof description === 'string' ? description : null;
}
