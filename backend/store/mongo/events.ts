import type { ExtensionValue, JsonObject, TimelineEvent } from '../../model/event.ts';
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
    data: document.data === null ? null : (JSON.parse(document.data) as JsonObject),
    extensions:
      document.extensions === null
        ? {}
        : (JSON.parse(document.extensions) as Record<string, ExtensionValue>),
    createdAt: document.createdAt.getTime(),
    receipt: document._id,
  };
}
