import type { TimelineEvent } from '../../model/event.ts';
import { dataFromText, extensionsFromText } from '../json-text.ts';
import type { EventDocument } from './documents.ts';

export function toEvent(document: EventDocument): TimelineEvent {
  return {
    organization: document.organization,
    id: document.id,
    source: document.source,
    type: document.type,
    time: document.time.getTime(),
    subject: document.subject,
    severity: document.severity,
    version: document.version,
    datacontenttype: document.datacontenttype,
    dataschema: document.dataschema,
    data: dataFromText(document.data),
    extensions: extensionsFromText(document.extensions),
    createdAt: document.createdAt.getTime(),
    receipt: document._id,
  };
}
