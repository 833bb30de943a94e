/** Lists of events, newest event time first; of equal times the later received comes first. Pure. */
import type { StoredEvent, TimelineEvent } from '../backend/model/event.ts';
import { type EventFilter, matches } from '../backend/model/query.ts';

export type Rows = readonly StoredEvent[];

/** Adds events, given in the order in which they were stored, at their places; each one once. */
export function insertEvents(rows: Rows, events: Rows): Rows {
  if (events.length === 0) return rows;
  const next = [...rows];
  for (const event of events) {
    if (!includesEvent(next, event)) next.splice(placeFor(next, event.time), 0, event);
  }
  return next.length === rows.length ? rows : next;
}

/** Adds a page that continues the list; what is there already is left out. */
export function appendPage(rows: Rows, page: Rows): Rows {
  return [...rows, ...page.filter((event) => !includesEvent(rows, event))];
}

/** The same for a page that comes before the list. */
export function prependPage(rows: Rows, page: Rows): Rows {
  return [...page.filter((event) => !includesEvent(rows, event)), ...rows];
}

/** Whether an event with this identity is in the list. Its time is part of what never changes. */
export function includesEvent(rows: Rows, event: StoredEvent): boolean {
  for (let index = placeFor(rows, event.time); index < rows.length; index += 1) {
    const row = rows[index];
    if (row === undefined || row.time !== event.time) return false;
    if (isSameEvent(row, event)) return true;
  }
  return false;
}

export function isSameEvent(
  one: Pick<StoredEvent, 'id' | 'source'>,
  other: { readonly id: string; readonly source: string | null },
): boolean {
  return one.id === other.id && one.source === other.source;
}

/** The filter's meaning, as the server has it: `matches` of the model, for an event off the wire. */
export function matchesFilter(event: StoredEvent, filter: EventFilter): boolean {
  return matches(toTimelineEvent(event), filter);
}

/** The index of the first row that is not newer. Times are UTC of one form, so text compares. */
function placeFor(rows: Rows, time: string): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const row = rows[middle];
    if (row !== undefined && row.time > time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function toTimelineEvent(event: StoredEvent): TimelineEvent {
  const { id, type, source, subject, severity, version, dataschema, data } = event;
  return {
    ...{ id, type, source, subject, severity, version, dataschema, data },
    datacontenttype: event.datacontenttype ?? '',
    time: Date.parse(event.time),
    createdAt: Date.parse(event.createdAt),
    extensions: {},
    organization: '',
    receipt: '',
  };
}
