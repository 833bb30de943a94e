import { createHash } from 'node:crypto';
import { z } from 'zod';
import { EVENT_LIMITS, NOTE_TYPE } from '../../model/event.ts';
import { eventLink } from '../../model/links.ts';
import { text } from '../arguments.ts';
import { findEvent } from '../find-event.ts';
import { defineTool, WRITE_ANNOTATIONS } from '../tool.ts';

export const annotateEvent = defineTool({
  name: 'annotate_event',
  title: 'Write a note on an event',
  description:
    'Adds a note (a finding, a link) to an event, which get_event shows along; it cannot be changed. Use only when the user asked for it. Example: {"id":"0198c2d4-7a10-7cc3-98a1-5f1f0f1b2c3d","note":"Cause of INC-7"}',
  scope: 'READ_WRITE',
  annotations: { ...WRITE_ANNOTATIONS, idempotentHint: true },
  input: z.strictObject({
    id: text('The event.'),
    source: text('Needed where several sources use the id.').optional(),
    note: text('One or two sentences.', EVENT_LIMITS.description),
  }),
  output: z.looseObject({
    created: z.boolean(),
    note_id: z.string(),
    url: z.string(),
  }),
  handler: async (context, { id, source, note }) => {
    const about = await findEvent(context, id, source);
    const recorded = await context.recorder.record(context.principal, {
      ...{ specversion: '1.0', type: NOTE_TYPE, source: about.source, time: 'NOW' },
      ...(about.subject !== null && { subject: about.subject }),
      // The same note on the same event is the same event: a repetition stores nothing.
      id: `note-${createHash('sha256')
        .update(JSON.stringify([about.id, note]))
        .digest('hex')
        .slice(0, 32)}`,
      data: { description: note, note_on: { id: about.id } },
    });
    return {
      created: recorded.kind === 'created',
      note_id: recorded.event.id,
      url: eventLink(context.consoleUrl, about),
    };
  },
});
