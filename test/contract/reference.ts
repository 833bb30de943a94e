/** What a store has to answer, said as simply as possible: by looking at every event. */
import type { TimelineEvent } from '../../backend/model/event.ts';
import {
  type EventFilter,
  type Exclusion,
  GROUP_FIELDS,
  type GroupField,
  matches,
  type Order,
} from '../../backend/model/query.ts';
import { createRandom } from '../../bench/dataset.ts';
import { NOON, VOCABULARY } from '../support/events.ts';

/** Events in the timeline's order; `events` come in the order of receipt. */
export function expectedPage(
  events: readonly TimelineEvent[],
  filter: EventFilter,
  order: Order,
): TimelineEvent[] {
  const sorted = events
    .map((event, receipt) => ({ event, receipt }))
    .filter(({ event }) => matches(event, filter))
    .sort((a, b) => a.event.time - b.event.time || a.receipt - b.receipt)
    .map(({ event }) => event);
  return order === 'asc' ? sorted : sorted.reverse();
}

export function expectedCounts(
  events: readonly TimelineEvent[],
  field: GroupField,
  filter: EventFilter,
): Record<string, number> {
  return countBy(events, filter, (event) => String(event[field]));
}

export function expectedBuckets(
  events: readonly TimelineEvent[],
  field: GroupField,
  bucketMs: number,
  filter: EventFilter,
): Record<string, number> {
  return countBy(
    events,
    filter,
    (event) => `${Math.floor(event.time / bucketMs) * bucketMs} ${event[field]}`,
  );
}

function countBy(
  events: readonly TimelineEvent[],
  filter: EventFilter,
  keyOf: (event: TimelineEvent) => string,
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const event of events) {
    if (!matches(event, filter)) continue;
    const key = keyOf(event);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

export function expectedState(
  events: readonly TimelineEvent[],
  types: readonly string[],
  at: number,
): Record<string, string> {
  const cells: Record<string, TimelineEvent> = {};
  for (const event of events) {
    if (!types.includes(event.type) || event.time > at) continue;
    const cell = `${event.source} ${event.subject}`;
    const newest = cells[cell];
    if (newest === undefined || event.time >= newest.time) cells[cell] = event;
  }
  return Object.fromEntries(Object.entries(cells).map(([cell, event]) => [cell, event.id]));
}

const SEARCHES = [
  'deploy',
  'ROLL',
  'build-1',
  '1.0',
  'ss',
  'ÄNDER',
  'οδος',
  '倉',
  '%',
  '_',
  "'",
  'zzz',
  'o',
  '😀',
  'b',
  '7',
];

/** Filters of every kind and combination, the same in every run. */
export function randomFilters(count: number, eventCount: number, seed = 7): EventFilter[] {
  const random = createRandom(seed);
  const some = <T>(values: readonly T[]): NonNullable<T>[] => {
    const known = values.filter((value) => value !== null && value !== undefined);
    const length = random() < 0.7 ? 1 : 2;
    return Array.from(
      { length },
      () => known[Math.floor(random() * known.length)] as NonNullable<T>,
    );
  };
  const moment = () => NOON + Math.floor(random() * eventCount) * 40_000;
  const exclusion = (): Exclusion => ({
    ...(random() < 0.4 ? { type: some(VOCABULARY.type) } : {}),
    ...(random() < 0.3 ? { source: some(VOCABULARY.source) } : {}),
    ...(random() < 0.3 ? { subject: some(VOCABULARY.subject) } : {}),
    ...(random() < 0.3 ? { severity: some(VOCABULARY.severity) } : {}),
    ...(random() < 0.4 ? { version: some([...VOCABULARY.version, 'build-12']) } : {}),
  });
  return Array.from({ length: count }, (): EventFilter => {
    const [from, to] = [moment(), moment()].sort((a, b) => a - b);
    return {
      ...(random() < 0.3 ? { type: some(VOCABULARY.type) } : {}),
      ...(random() < 0.3 ? { source: some(VOCABULARY.source) } : {}),
      ...(random() < 0.3 ? { subject: some(VOCABULARY.subject) } : {}),
      ...(random() < 0.3 ? { severity: some(VOCABULARY.severity) } : {}),
      ...(random() < 0.2 ? { version: some([...VOCABULARY.version, 'build-12']) } : {}),
      ...(random() < 0.1 ? { id: ['random-1-3', 'random-1-11'] } : {}),
      ...(random() < 0.3 ? { search: SEARCHES[Math.floor(random() * SEARCHES.length)] } : {}),
      ...(random() < 0.5 ? { from } : {}),
      ...(random() < 0.5 ? { to } : {}),
      ...(random() < 0.3 ? { not: exclusion() } : {}),
    };
  });
}

export const ALL_FIELDS = GROUP_FIELDS;
