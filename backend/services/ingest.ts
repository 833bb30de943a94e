import { isDeepStrictEqual } from 'node:util';
import { MilepostError, validationError } from '../errors.ts';
import { createGroupCommit } from '../group-commit.ts';
import type { NewEvent, TimelineEvent } from '../model/event.ts';
import { type ParsedEvent, parseEvent } from '../model/schema.ts';
import type { AppendOutcome, EventStore } from '../store/port.ts';

/** Events in one write of single posts; one that is too long delays the others. */
const MAX_GROUP = 1000;

export type Ingested =
  | { readonly kind: 'created'; readonly event: TimelineEvent }
  /** The same event was stored before; nothing was written. */
  | { readonly kind: 'replayed'; readonly event: TimelineEvent }
  | { readonly kind: 'rejected'; readonly error: MilepostError };

/** One item of a batch, unless its sender's mistake was found before it could be read. */
export type IngestItem =
  | { readonly kind: 'input'; readonly value: unknown }
  | { readonly kind: 'rejected'; readonly error: MilepostError };

export interface Ingest {
  /** Stores one event. Rejects with a `MilepostError` for what cannot be stored. */
  one(organization: string, input: unknown): Promise<Exclude<Ingested, { kind: 'rejected' }>>;
  /** Stores the good ones; answers in the order of `items`. Rejects only when the store fails. */
  many(organization: string, items: readonly IngestItem[]): Promise<readonly Ingested[]>;
}

export interface IngestDependencies {
  readonly events: Pick<EventStore, 'append' | 'appendsAtOnce'>;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
  readonly newId: () => string;
  /** Called after events were stored; must not throw and must not wait. */
  readonly onStored: (count: number) => void;
}

/** The way of every event into the timeline: validate, store durably, then tell the feed. */
export function createIngest({ events, clock, newId, onStored }: IngestDependencies): Ingest {
  const append = async (batch: readonly NewEvent[]): Promise<readonly AppendOutcome[]> => {
    const outcomes = await events.append(batch);
    const created = outcomes.filter((outcome) => outcome.kind === 'created').length;
    if (created > 0) onStored(created);
    return outcomes;
  };
  const commit = createGroupCommit(append, { items: MAX_GROUP, writes: events.appendsAtOnce });
  const prepare = (organization: string, input: unknown): NewEvent | MilepostError => {
    const parsed = parseEvent(input);
    if (!parsed.ok) return validationError(parsed.problems);
    return toNewEvent(parsed.value, organization, clock(), newId);
  };

  return {
    one: async (organization, input) => {
      const event = prepare(organization, input);
      if (event instanceof MilepostError) throw event;
      const ingested = toIngested(event, await commit(event));
      if (ingested.kind === 'rejected') throw ingested.error;
      return ingested;
    },
    many: async (organization, items) => {
      const prepared = items.map((item) =>
        item.kind === 'rejected' ? item.error : prepare(organization, item.value),
      );
      const good = prepared.filter((one): one is NewEvent => !(one instanceof MilepostError));
      const outcomes = (good.length === 0 ? [] : await append(good)).values();
      return prepared.map((one) => {
        if (one instanceof MilepostError) return { kind: 'rejected', error: one };
        const { value } = outcomes.next();
        if (value === undefined) throw new Error('the store left an event unanswered');
        return toIngested(one, value);
      });
    },
  };
}

function toNewEvent(
  event: ParsedEvent,
  organization: string,
  now: number,
  newId: () => string,
): NewEvent {
  // Member by member, here and in the stores: spreading costs several times as much.
  return {
    organization,
    id: event.id ?? newId(),
    type: event.type,
    source: event.source,
    time: event.time.kind === 'now' ? now : event.time.ms,
    timeIsNow: event.timeIsNow,
    subject: event.subject,
    severity: event.severity,
    version: event.version,
    datacontenttype: event.datacontenttype,
    dataschema: event.dataschema,
    data: event.data,
    extensions: event.extensions,
    createdAt: now,
  };
}

function toIngested(event: NewEvent, outcome: AppendOutcome): Ingested {
  if (outcome.kind === 'created') return outcome;
  if (isSameContent(event, outcome.event)) return { kind: 'replayed', event: outcome.event };
  return {
    kind: 'rejected',
    error: new MilepostError(
      'CONFLICT',
      `id: an event with this id and source is stored already, with different content (${differences(event, outcome.event).join(', ')}); send a new id for a new event`,
    ),
  };
}

const COMPARED = [
  'type',
  'time',
  'subject',
  'severity',
  'version',
  'datacontenttype',
  'dataschema',
  'data',
  'extensions',
] as const;

function isSameContent(event: NewEvent, stored: TimelineEvent): boolean {
  return differences(event, stored).length === 0;
}

/** The members that differ. A retry that says `NOW` has another time by nature. */
function differences(event: NewEvent, stored: TimelineEvent): string[] {
  return COMPARED.filter((member) => {
    if (member === 'time' && event.timeIsNow) return false;
    return !isDeepStrictEqual(asStored(event[member]), asStored(stored[member]));
  });
}

/** The store keeps JSON, which knows no negative zero: compared is what a reader gets. */
function asStored(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
