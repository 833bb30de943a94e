/** How the contract reads a store. */
import type { NewEvent, TimelineEvent } from '../../backend/model/event.ts';
import type { EventFilter, Order } from '../../backend/model/query.ts';
import type { AppendOutcome, Store } from '../../backend/store/port.ts';

export const ORG = 'default';

export function kinds(outcomes: readonly AppendOutcome[]): string[] {
  return outcomes.map((outcome) => outcome.kind);
}

export function ids(events: readonly { readonly id: string }[]): string[] {
  return events.map((event) => event.id);
}

export async function load(store: Store, events: readonly NewEvent[]): Promise<TimelineEvent[]> {
  const stored: TimelineEvent[] = [];
  for (let start = 0; start < events.length; start += 500) {
    const outcomes = await store.events.append(events.slice(start, start + 500));
    stored.push(...outcomes.map((outcome) => outcome.event));
  }
  return stored;
}

export async function allIds(store: Store): Promise<string[]> {
  return ids(await readAll(store, {}, 'asc', 100));
}

export async function readAll(store: Store, filter: EventFilter, order: Order, limit: number) {
  const events: TimelineEvent[] = [];
  for await (const page of pages(store, filter, order, limit)) events.push(...page);
  return events;
}

export async function* pages(store: Store, filter: EventFilter, order: Order, limit: number) {
  let after: TimelineEvent | undefined;
  for (;;) {
    const page = await store.events.page(ORG, { filter, order, limit, after });
    yield page.events;
    after = page.events.at(-1);
    if (!page.hasMore || after === undefined) return;
  }
}

export async function readFeed(store: Store, start: number, limit: number) {
  const entries = [];
  let position = start;
  for (;;) {
    const stretch = await store.events.since(position, limit);
    if (stretch === 'expired') throw new Error('expired');
    entries.push(...stretch.entries);
    position = stretch.position;
    if (stretch.entries.length === 0) return entries;
  }
}
