import { z } from 'zod';
import { EVENT_LIMITS, SEVERITIES } from '../../model/event.ts';
import { eventLink } from '../../model/links.ts';
import { toMoment } from '../../services/range.ts';
import { choice, text } from '../arguments.ts';
import { findEvent } from '../find-event.ts';
import { toConcise } from '../output.ts';
import { unescapeText } from '../text.ts';
import { defineTool, WRITE_ANNOTATIONS } from '../tool.ts';

export const recordEvent = defineTool({
  name: 'record_event',
  title: 'Record an event',
  description:
    'Writes an event for everyone to see; it cannot be taken back. Use only when the user asked for it. Give an id, so that a repetition is stored once. Not for remarks (annotate_event). Example: {"type":"config-change","source":"shop","subject":"production","id":"vat-2026","description":"VAT of 2026"}',
  scope: 'READ_WRITE',
  annotations: WRITE_ANNOTATIONS,
  input: z.strictObject({
    type: text('See list_event_types.'),
    source: text('See list_event_sources.'),
    subject: text('See list_event_subjects.').optional(),
    version: text('The release or build.').optional(),
    severity: choice(SEVERITIES).optional(),
    time: text('Forms as in query_events. Default NOW.').optional(),
    timezone: text('Of a time without offset.').optional(),
    id: text('Unique within its source.').optional(),
    description: text('One or two sentences.', EVENT_LIMITS.description).optional(),
    rolls_back: text('Id of the event of this source that it takes back.').optional(),
    data: z.looseObject({}).optional(),
  }),
  output: z.looseObject({
    created: z.boolean().meta({ description: 'False: it was there already.' }),
    event: z.looseObject({ id: z.string() }),
    url: z.string(),
  }),
  handler: async (context, args) => {
    const { time = 'NOW', timezone: zone, rolls_back: back, description, data, ...names } = args;
    const taken =
      back === undefined ? undefined : await findEvent(context, back, names.source, 'rolls_back');
    const links = taken && { rolls_back: { id: taken.id, version: taken.version } };
    const details = { ...data, ...(description && { description }), ...links };
    const recorded = await context.recorder.record(context.principal, {
      specversion: '1.0',
      ...meant(names),
      ...(Object.keys(details).length > 0 && { data: details }),
      time: toEventTime(time, zone, context.now),
    });
    return {
      created: recorded.kind === 'created',
      event: toConcise(recorded.event, zone),
      url: eventLink(context.consoleUrl, recorded.event),
    };
  },
});

/** Names in the form in which answers spell them out mean the names themselves. */
function meant(names: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, unescapeText(value)]],
    ),
  );
}

/** NOW stays NOW: a repetition of the same event may then differ in time. */
function toEventTime(time: string, zone: string | undefined, now: number): string {
  if (time.toUpperCase() === 'NOW') return 'NOW';
  return new Date(toMoment('time', time, zone, now)).toISOString();
}
