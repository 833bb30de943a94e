import { z } from 'zod';
import { WINDOWS, windowMs } from '../../model/impact.ts';
import type { Cause } from '../../model/insight.ts';
import { asMeant, choice, moment, text, timezone } from '../arguments.ts';
import { takeFitting } from '../fit.ts';
import { unknownNameHints } from '../hints.ts';
import { toRange, toTime } from '../output.ts';
import { unescapeText } from '../text.ts';
import { defineTool, READ_ONLY_ANNOTATIONS } from '../tool.ts';

export const findLikelyCauses = defineTool({
  name: 'find_likely_causes',
  title: 'Changes that may be the cause',
  description:
    'The changes before a moment of trouble, most suspicious first, each with its reasons. Use first in an incident. The score is a reason to look, no probability. Example: {"at":"-10m","subject":"production"}',
  scope: 'READ_ONLY',
  annotations: READ_ONLY_ANNOTATIONS,
  input: z.strictObject({
    at: moment,
    subject: text('The environment in trouble.').optional(),
    source: text('The system in trouble.').optional(),
    window: choice(WINDOWS, 'How far back. Default 24h.').default('24h'),
    timezone,
  }),
  output: z.looseObject({
    at: z.string(),
    considered: z.int(),
    causes: z.array(
      z.looseObject({
        event_id: z.string(),
        score: z.int(),
        reasons: z.array(z.string()),
      }),
    ),
  }),
  handler: async (context, { at = 'now', subject, source, window, timezone: zone }) => {
    const { causes, principal, now } = context;
    const found = await causes.find(principal.organization, {
      ...{ at, timezone: zone, window },
      subject: subject && unescapeText(subject),
      source: source && unescapeText(source),
    });
    const shown = takeFitting(found.causes, (one) => toShown(one, zone));
    const unknown = await unknownNameHints(context, {
      subject: subject === undefined ? undefined : asMeant([subject]),
      source: source === undefined ? undefined : asMeant([source]),
    });
    const hints = found.causes.length === 0 ? [...unknown, EMPTY_HINT] : unknown;
    return {
      at: toTime(found.at, zone),
      range: toRange({ from: found.at - windowMs(window), to: found.at }, now, zone),
      considered: found.considered,
      not_shown: found.considered - shown.length || undefined,
      causes: shown,
      hints: hints.length > 0 ? hints : undefined,
    };
  },
});

const EMPTY_HINT =
  'No change lies in the window. Try a later moment, or leave subject out; not everything that breaks was changed.';

function toShown({ event, score, reasons }: Cause, zone: string | undefined) {
  const { id, type, source, subject, version, severity, time } = event;
  return {
    event_id: id,
    score,
    reasons: reasons.map((reason) => reason.text),
    ...{ type, source, subject: subject ?? undefined, version: version ?? undefined },
    severity: severity ?? undefined,
    time: toTime(Date.parse(time), zone),
  };
}
