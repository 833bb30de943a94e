/** Runs of alike events as one row each: what the list shows, from the rows that it has. Pure. */
import { SEVERITIES, type Severity, type StoredEvent } from '../backend/model/event.ts';
import { isSameEvent, type Rows } from './rows.ts';
import type { EventReference } from './url-state.ts';

/** Events of one type and source, one behind the other, within one minute of the clock. */
export interface Burst {
  /** Stays the same while the burst grows: its minute, its labels, and which of several it is. */
  readonly key: string;
  readonly events: Rows;
  /** The gravest among them; null where none names one. */
  readonly severity: Severity | null;
  /** Null where they differ. */
  readonly subject: string | null;
  readonly version: string | null;
  /** There may be more of it in the part of the list that is not loaded. */
  readonly isOpenEnded: boolean;
}

export type Item =
  | { readonly kind: 'event'; readonly event: StoredEvent; readonly isMember: boolean }
  | { readonly kind: 'burst'; readonly burst: Burst; readonly isExpanded: boolean };

export interface BurstOptions {
  readonly isGrouped: boolean;
  /** Keys of the bursts that stand with their events below them. */
  readonly expanded: ReadonlySet<string>;
  /** More rows come before the first and behind the last one. */
  readonly hasNewer: boolean;
  readonly hasOlder: boolean;
}

/** Fewer are read as quickly as their summary. */
export const MIN_BURST = 5;
/** Longer runs are cut, so that one row never stands for more than a few pages of the list. */
export const MAX_BURST = 100;
const MINUTE = 'yyyy-mm-ddThh:mm'.length;

export function toItems(rows: Rows, options: BurstOptions): Item[] {
  if (!options.isGrouped) return rows.map((event) => single(event));
  const items: Item[] = [];
  const runs = new Map<string, number>();
  for (let start = 0; start < rows.length; ) {
    const end = endOfRun(rows, start);
    if (end - start < MIN_BURST) {
      for (const event of rows.slice(start, end)) items.push(single(event));
    } else {
      const isOpenEnded =
        (start === 0 && options.hasNewer) || (end === rows.length && options.hasOlder);
      const burst = toBurst(rows.slice(start, end), isOpenEnded, runs);
      const isExpanded = options.expanded.has(burst.key);
      items.push({ kind: 'burst', burst, isExpanded });
      if (isExpanded) items.push(...burst.events.map((event) => single(event, true)));
    }
    start = end;
  }
  return items;
}

/** Names a row: an event by itself, a burst by its key, which is no event's id. */
export function referenceToItem(item: Item): EventReference {
  if (item.kind === 'burst') return { id: item.burst.key, source: null };
  return { id: item.event.id, source: item.event.source };
}

/** The row of an event, or of the burst that it is part of; -1 where it is not among them. */
export function itemIndexOf(items: readonly Item[], wanted: EventReference): number {
  if (wanted.source === null) {
    const burst = items.findIndex((item) => item.kind === 'burst' && item.burst.key === wanted.id);
    if (burst >= 0) return burst;
  }
  const own = items.findIndex((item) => item.kind === 'event' && isSameEvent(item.event, wanted));
  if (own >= 0) return own;
  return items.findIndex(
    (item) =>
      item.kind === 'burst' && item.burst.events.some((event) => isSameEvent(event, wanted)),
  );
}

/** The event that stands for a row. */
export function eventOf(item: Item): StoredEvent | undefined {
  return item.kind === 'event' ? item.event : item.burst.events[0];
}

export function itemKey(item: Item): string {
  if (item.kind === 'burst') return `burst ${item.burst.key}`;
  return `${item.event.source}\n${item.event.id}`;
}

function single(event: StoredEvent, isMember = false): Item {
  return { kind: 'event', event, isMember };
}

function endOfRun(rows: Rows, start: number): number {
  const first = rows[start];
  let end = start + 1;
  const isAlike = (one: StoredEvent | undefined) =>
    one !== undefined &&
    one.type === first?.type &&
    one.source === first.source &&
    one.time.slice(0, MINUTE) === first.time.slice(0, MINUTE);
  while (end - start < MAX_BURST && isAlike(rows[end])) end += 1;
  return end;
}

function toBurst(events: Rows, isOpenEnded: boolean, runs: Map<string, number>): Burst {
  const [newest] = events;
  const alike = `${newest?.time.slice(0, MINUTE)}\n${newest?.source}\n${newest?.type}`;
  const run = (runs.get(alike) ?? 0) + 1;
  runs.set(alike, run);
  const shared = <Field extends 'subject' | 'version'>(field: Field) => {
    const value = newest?.[field] ?? null;
    return events.every((event) => event[field] === value) ? value : null;
  };
  return {
    key: `${alike}\n${run}`,
    events,
    severity: gravest(events),
    subject: shared('subject'),
    version: shared('version'),
    isOpenEnded,
  };
}

function gravest(events: Rows): Severity | null {
  const rank = ({ severity }: StoredEvent) =>
    severity === null ? -1 : SEVERITIES.indexOf(severity);
  const highest = events.reduce((most, event) => Math.max(most, rank(event)), -1);
  return SEVERITIES[highest] ?? null;
}
