/** The event, in every shape it has. Plain types: anyone may import this file, it imports nothing. */

export const SEVERITIES = ['LOW', 'MINOR', 'MAJOR', 'CRITICAL'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A remark on another event of the same source, which `data.note_on.id` names. */
export const NOTE_TYPE = 'note';

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };
export type JsonObject = { readonly [key: string]: JsonValue };
export type ExtensionValue = string | number | boolean;

/** Lengths in Unicode code points; `docs/sending-events.md` and the OpenAPI document are made from these. */
export const EVENT_LIMITS = {
  type: 100,
  source: 500,
  id: 200,
  subject: 50,
  version: 50,
  datacontenttype: 200,
  dataschema: 500,
  description: 1000,
  timezone: 50,
  extensions: 20,
  extensionValue: 500,
  dataDepth: 32,
} as const;

/** An event as a sender writes it: CloudEvents 1.0 structured mode, extensions at the top level. */
export interface EventInput {
  readonly specversion: '1.0';
  readonly type: string;
  readonly source: string;
  /** ISO 8601 with an offset, RFC 2822 with a numeric zone, or `NOW`. */
  readonly time: string;
  readonly id?: string;
  readonly subject?: string;
  readonly severity?: Severity;
  readonly version?: string;
  readonly datacontenttype?: string;
  readonly dataschema?: string;
  readonly data?: JsonObject;
  readonly [extension: string]: JsonValue | undefined;
}

interface EventContent {
  readonly id: string;
  readonly type: string;
  readonly source: string;
  /** When it happened, ms since the Unix epoch. */
  readonly time: number;
  readonly subject: string | null;
  readonly severity: Severity | null;
  readonly version: string | null;
  readonly datacontenttype: string;
  readonly dataschema: string | null;
  readonly data: JsonObject | null;
  readonly extensions: Readonly<Record<string, ExtensionValue>>;
}

/** A valid event that is about to be stored. */
export interface NewEvent extends EventContent {
  readonly organization: string;
  /** Receipt time, ms since the Unix epoch. */
  readonly createdAt: number;
  /** The sender wrote `NOW`: a retry then differs in time alone and is still the same event. */
  readonly timeIsNow: boolean;
}

/** A stored event. */
export interface TimelineEvent extends EventContent {
  readonly organization: string;
  readonly createdAt: number;
  /** The order of receipt among events of the same time. Opaque: only its store can compare it. */
  readonly receipt: string;
}

/** The event as it is once its store has given it a place. */
export function toTimelineEvent(event: NewEvent, receipt: string): TimelineEvent {
  return {
    organization: event.organization,
    id: event.id,
    type: event.type,
    source: event.source,
    time: event.time,
    subject: event.subject,
    severity: event.severity,
    version: event.version,
    datacontenttype: event.datacontenttype,
    dataschema: event.dataschema,
    data: event.data,
    extensions: event.extensions,
    createdAt: event.createdAt,
    receipt,
  };
}

/** A stored event as every door gives it back; extensions follow at the top level. */
export interface StoredEvent {
  readonly id: string;
  readonly specversion: '1.0';
  readonly type: string;
  readonly source: string;
  readonly time: string;
  readonly subject: string | null;
  readonly severity: Severity | null;
  readonly version: string | null;
  readonly datacontenttype: string | null;
  readonly dataschema: string | null;
  readonly data: JsonObject | null;
  readonly createdAt: string;
  readonly [extension: string]: JsonValue;
}

/** Times become UTC with milliseconds; the members keep the order that the contract promises. */
export function toStoredEvent(event: TimelineEvent): StoredEvent {
  return {
    id: event.id,
    specversion: '1.0',
    type: event.type,
    source: event.source,
    time: new Date(event.time).toISOString(),
    subject: event.subject,
    severity: event.severity,
    version: event.version,
    datacontenttype: event.datacontenttype,
    dataschema: event.dataschema,
    data: event.data,
    createdAt: new Date(event.createdAt).toISOString(),
    ...event.extensions,
  };
}
