/** Events by what an assistant knows of them, and what belongs to them. */
import { MilepostError, notFound } from '../errors.ts';
import { NOTE_TYPE, type TimelineEvent } from '../model/event.ts';
import type { Order } from '../model/query.ts';
import { quote, unescapeText } from './text.ts';
import type { ToolContext } from './tool.ts';

/** Rejects with NOT_FOUND, which names the source that has it, if another one does. */
export async function findEvent(
  { query, principal }: ToolContext,
  givenId: string,
  givenSource: string | undefined,
  field = 'id',
): Promise<TimelineEvent> {
  const id = unescapeText(givenId);
  const source = givenSource && unescapeText(givenSource);
  const get = (of: string | undefined) => query.get(principal.organization, id, of);
  try {
    return await get(source);
  } catch (error) {
    if (!(error instanceof MilepostError) || error.code !== 'NOT_FOUND') throw error;
    const other = source === undefined ? undefined : await get(undefined).catch(() => undefined);
    throw notFound(
      other === undefined || source === undefined
        ? `${field}: there is no event ${quote(id)}. Ids are exact and case-sensitive; query_events lists them`
        : `source: ${quote(source)} has no event ${quote(id)}, but ${quote(other.source)} has; pass that source, or none`,
    );
  }
}

/** Events of the same time, or of other subjects, are passed over up to here to find a neighbour. */
const PAGE = 10;
const MAX_PAGES = 20;

/** The event before or behind, in the order in which lists show them; notes are none. */
export async function findNeighbour(
  { query, principal }: ToolContext,
  event: TimelineEvent,
  order: Order,
): Promise<TimelineEvent | undefined> {
  const time = new Date(event.time).toISOString();
  let cursor: string | undefined;
  let isBehind = false;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const { events, nextCursor } = await query.list(principal.organization, {
      source: [event.source],
      subject: event.subject === null ? undefined : [event.subject],
      from: order === 'asc' ? time : undefined,
      to: order === 'desc' ? time : undefined,
      order,
      limit: PAGE,
      cursor,
    });
    for (const one of events) {
      if (isBehind && one.subject === event.subject && one.type !== NOTE_TYPE) return one;
      isBehind ||= one.id === event.id;
    }
    if (nextCursor === null) return undefined;
    cursor = nextCursor;
  }
  return undefined;
}

/** Notes and rollbacks of one source that are looked through for those about an event. */
const LINKS_LOOKED_AT = 100;

export interface EventLinks {
  /** Oldest first. */
  readonly notes: readonly TimelineEvent[];
  readonly rolledBackBy: TimelineEvent | undefined;
}

/** What was said about an event later: by notes, and by a rollback that names it. */
export async function findLinks(
  { query, principal }: ToolContext,
  event: TimelineEvent,
): Promise<EventLinks> {
  const find = async (type: string) => {
    const { events } = await query.list(principal.organization, {
      ...{ type: [type], source: [event.source], order: 'asc', limit: LINKS_LOOKED_AT },
      from: new Date(Math.min(event.time, event.createdAt)).toISOString(),
    });
    return events;
  };
  const [notes, rollbacks] = [await find(NOTE_TYPE), await find('rollback')];
  return {
    notes: notes.filter((one) => linkOf(one, 'note_on') === event.id),
    rolledBackBy: rollbacks.find((one) => linkOf(one, 'rolls_back') === event.id),
  };
}

/** The id that an event refers to, by its data. */
export function linkOf({ data }: TimelineEvent, member: string): string | undefined {
  const link = data !== null && Object.hasOwn(data, member) ? data[member] : undefined;
  const id = typeof link === 'object' && link !== null && 'id' in link ? link['id'] : undefined;
  return typeof id === 'string' ? id : undefined;
}
