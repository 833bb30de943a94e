import type { Severity, TimelineEvent } from '../../model/event.ts';
import { dataFromText, extensionsFromText } from '../json-text.ts';

/** The columns of an event, for every SELECT that reads whole events. */
export const EVENT_COLUMNS =
  'seq, organization, id, source, type, time, subject, severity, version, datacontenttype, dataschema, data, extensions, created_at';

export interface EventRow {
  readonly seq: number;
  readonly organization: string;
  readonly id: string;
  readonly source: string;
  readonly type: string;
  readonly time: number;
  readonly subject: string | null;
  readonly severity: Severity | null;
  readonly version: string | null;
  readonly datacontenttype: string;
  readonly dataschema: string | null;
  readonly data: string | null;
  readonly extensions: string | null;
  readonly created_at: number;
}

export function toEvent(row: EventRow): TimelineEvent {
  return {
    organization: row.organization,
    id: row.id,
    source: row.source,
    type: row.type,
    time: row.time,
    subject: row.subject,
    severity: row.severity,
    version: row.version,
    datacontenttype: row.datacontenttype,
    dataschema: row.dataschema,
    data: dataFromText(row.data),
    extensions: extensionsFromText(row.extensions),
    createdAt: row.created_at,
    receipt: String(row.seq),
  };
}
