import { z } from 'zod';
import type { TimelineEvent } from '../../model/event.ts';
import { eventLink } from '../../model/links.ts';
import { text } from '../arguments.ts';
import { findEvent, findLinks, findNeighbour, linkOf } from '../find-event.ts';
import { ANSWER_LIMIT, takeFitting } from '../fit.ts';
import { eventOutput, toConcise, toDetailed, toTime } from '../output.ts';
import { characters, clip } from '../text.ts';
import { defineTool, READ_ONLY_ANNOTATIONS } from '../tool.ts';

/** Characters beside `data` and what is around it: names, times, quotes, the address. */
const FRAME = 5000;
const NOTES_LIMIT = 8000;
const NOTE_LIMIT = 1000;

const neighbour = z.looseObject({ id: z.string() }).optional();

export const getEvent = defineTool({
  name: 'get_event',
  title: 'Get one event',
  description:
    'One event with all its data, its notes, what rolled it back, and the previous and next event of the same source and subject. Use after query_events, to read details or to see what a version replaced. Example: {"id":"0198c2d4-7a10-7cc3-98a1-5f1f0f1b2c3d"}',
  scope: 'READ_ONLY',
  annotations: READ_ONLY_ANNOTATIONS,
  input: z.strictObject({
    id: text('The event id, as query_events gives it.'),
    source: text('Needed only where several sources use the same id.').optional(),
  }),
  output: z.looseObject({
    event: eventOutput,
    url: z.string().meta({ description: 'Where people see it: cite it.' }),
    previous: neighbour,
    next: neighbour,
    rolled_back_by: neighbour,
    notes: z.array(z.looseObject({ text: z.string() })).optional(),
  }),
  handler: async (context, { id, source }) => {
    const event = await findEvent(context, id, source);
    const previous = await findNeighbour(context, event, 'desc');
    const next = await findNeighbour(context, event, 'asc');
    const { notes, rolledBackBy } = await findLinks(context, event);
    const shown = takeFitting(notes, toNote, NOTES_LIMIT);
    const around = {
      previous: previous && toNeighbour(previous),
      next: next && toNeighbour(next),
      rolls_back: linkOf(event, 'rolls_back'),
      rolled_back_by: rolledBackBy && toNeighbour(rolledBackBy),
      notes: shown.length > 0 ? shown : undefined,
      more_notes: notes.length - shown.length || undefined,
    };
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

function toNote({ id, time, data }: TimelineEvent) {
  const text = data?.['description'];
  return {
    id,
    time: toTime(time, undefined),
    text: typeof text === 'string' ? clip(text, NOTE_LIMIT) : '',
  };
}
