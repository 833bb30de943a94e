import { z } from 'zod';
import { MilepostError, notFound } from '../../errors.ts';
import type { TimelineEvent } from '../../model/event.ts';
import { eventLink } from '../../model/links.ts';
import type { Order } from '../../model/query.ts';
import { text } from '../arguments.ts';
import { ANSWER_LIMIT } from '../fit.ts';
import { eventOutput, toConcise, toDetailed } from '../output.ts';
import { characters, quote, unescapeText } from '../text.ts';
import { defineTool, READ_ONLY_ANNOTATIONS, type ToolContext } from '../tool.ts';

/** Events of the same time, or of other subjects, are passed over up to here to find a neighbour. */
const PAGE = 10;
const MAX_PAGES = 20;
/** Characters beside `data` and the neighbours: names, times, quotes, the address. */
const FRAME = 5000;

const neighbour = z.looseObject({ id: z.string(), time: z.string(), type: z.string() }).optional();

export const getEvent = defineTool({
  name: 'get_event',
  title: 'Get one event',
  description:
    'One event with all its data, and the previous and next event of the same source and subject. Use after query_events, to read details or to see what a version replaced. Example: {"id":"0198c2d4-7a10-7cc3-98a1-5f1f0f1b2c3d"}',
  scope: 'READ_ONLY',
  annotations: READ_ONLY_ANNOTATIONS,
  input: z.strictObject({
    id: text('The event id, as query_events gives it.'),
    source: text('Needed only where several sources use the same id.').optional(),
  }),
  output: z.looseObject({
    event: eventOutput,
    url: z.string().meta({ description: 'Where people see it: give it along with what you say.' }),
    previous: neighbour,
    next: neighbour,
  }),
  handler: async (context, { id, source }) => {
    const event = await findEvent(context, unescapeText(id), source && unescapeText(source));
    const previous = await findNeighbour(context, event, 'desc');
    const next = await findNeighbour(context, event, 'asc');
    const around = { previous: previous && toNeighbour(previous), next: next && toNeighbour(next) };
    const bare = toDetailed({ ...event, data: null, extensions: {} }, undefined);
    const room = ANSWER_LIMIT - FRAME - characters(around) - characters(bare);
    const url = eventLink(context.consoleUrl, event);
    return { event: toDetailed(event, undefined, room), url, ...around };
  },
});

/** Source and subject are those of the event itself. */
function toNeighbour(event: TimelineEvent) {
  const { source: _source, subject: _subject, ...rest } = toConcise(event, undefined);
  return rest;
}

async function findEvent(
  { query, principal }: ToolContext,
  id: string,
  source: string | undefined,
): Promise<TimelineEvent> {
  const get = (of: string | undefined) => query.get(principal.organization, id, of);
  try {
    return await get(source);
  } catch (error) {
    if (!(error instanceof MilepostError) || error.code !== 'NOT_FOUND') throw error;
    const other = source === undefined ? undefined : await get(undefined).catch(() => undefined);
    throw notFound(
      other === undefined || source === undefined
        ? `id: there is no event ${quote(id)}. Ids are exact and case-sensitive; query_events lists them`
        : `source: ${quote(source)} has no event ${quote(id)}, but ${quote(other.source)} has; pass that source, or none`,
    );
  }
}

/** The event before or behind, in the order in which lists show them. */
async function findNeighbour(
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
      if (isBehind && one.subject === event.subject) return one;
      isBehind ||= one.id === event.id;
    }
    if (nextCursor === null) return undefined;
    cursor = nextCursor;
  }
  return undefined;
}
