/** An event among those of its cell (the same source and subject). Pure. */
import type { StoredEvent } from '../../backend/model/event.ts';
import { isSameEvent } from '../rows.ts';

/** What puts a version somewhere. */
export const ROLLOUTS: readonly string[] = ['deployment', 'release', 'rollback'];

/** Types that are compared with each other: a rollback with the deployment before it. */
export function kinOf(type: string): readonly string[] {
  return ROLLOUTS.includes(type) ? ROLLOUTS : [type];
}

/** Nearest first. */
export interface Around {
  readonly earlier: readonly StoredEvent[];
  readonly later: readonly StoredEvent[];
}

export interface Relation {
  readonly name: 'Rolled back by' | 'Rolls back' | 'Rolls back to';
  readonly event: StoredEvent;
}

/** Of the lists around an event, up to it and from it on, those behind and before it. */
export function around(event: StoredEvent, upTo: Events, from: Events): Around {
  return { earlier: beyond(event, upTo), later: beyond(event, from) };
}

type Events = readonly StoredEvent[];

/** Only its own cell: an event without a subject cannot be asked for by that. */
function beyond(event: StoredEvent, events: Events): Events {
  const index = events.findIndex((one) => isSameEvent(one, event));
  // More events of the same moment than the answer holds.
  const rest =
    index < 0 ? events.filter(({ time }) => time !== event.time) : events.slice(index + 1);
  return rest.filter(({ subject }) => subject === event.subject);
}

/** `kin` are the events of its kin alone. */
export function relationsOf(event: StoredEvent, { earlier, later }: Around): Relation[] {
  if (event.type === 'rollback') return undoneBy(event, earlier);
  const next = later.find(({ type }) => ROLLOUTS.includes(type));
  const isUndone = ROLLOUTS.includes(event.type) && next?.type === 'rollback';
  return isUndone && next !== undefined ? [{ name: 'Rolled back by', event: next }] : [];
}

function undoneBy({ version }: StoredEvent, earlier: Events): Relation[] {
  const [last] = earlier;
  const target = version === null ? undefined : earlier.find((one) => one.version === version);
  return [
    ...(last === undefined || last === target
      ? []
      : [{ name: 'Rolls back', event: last } as const]),
    ...(target === undefined ? [] : [{ name: 'Rolls back to', event: target } as const]),
  ];
}

export interface Related {
  readonly event: StoredEvent;
  readonly reason: 'same system and environment' | 'same system' | 'same environment';
}

/** How far around an event others are looked for, ms. */
export const RELATED_MS = 30 * 60_000;

/** Those around an event, each once, nearest first, with what they have in common with it. */
export function relatedTo(event: StoredEvent, found: readonly Events[]): Related[] {
  const seen = new Map<string, StoredEvent>();
  for (const one of found.flat()) {
    if (!isSameEvent(one, event)) seen.set(JSON.stringify([one.source, one.id]), one);
  }
  const at = Date.parse(event.time);
  const distance = ({ time }: StoredEvent) => Math.abs(Date.parse(time) - at);
  return [...seen.values()]
    .sort((one, other) => distance(one) - distance(other))
    .map((one) => ({ event: one, reason: reasonFor(one, event) }));
}

function reasonFor(one: StoredEvent, event: StoredEvent): Related['reason'] {
  if (one.source !== event.source) return 'same environment';
  return one.subject === event.subject ? 'same system and environment' : 'same system';
}

/** `12 min before`, `3 s later`; at the same moment. */
export function distanceOf(one: StoredEvent, event: StoredEvent, format: (ms: number) => string) {
  const apart = Date.parse(one.time) - Date.parse(event.time);
  if (apart === 0) return 'at the same moment';
  return `${format(Math.abs(apart))} ${apart < 0 ? 'before' : 'later'}`;
}
