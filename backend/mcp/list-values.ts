/** The three tools that list the distinct values of a field; each stands in a file of its own. */
import { z } from 'zod';
import { foldCase } from '../model/query.ts';
import { toFilter } from '../services/range.ts';
import { openRange, text, whole } from './arguments.ts';
import { takeFitting } from './fit.ts';
import { hintsOutput, rangeOutput, toRange, toValue, valueOutput } from './output.ts';
import { defineTool, READ_ONLY_ANNOTATIONS, type Tool } from './tool.ts';

const input = z.strictObject({
  ...openRange,
  search: text('Part of the value, in any case.').optional(),
  limit: whole(1, 300, 50, 'Values.'),
});

const output = z.looseObject({
  range: rangeOutput,
  total: z.int(),
  has_more: z.boolean(),
  values: z.array(valueOutput).meta({
    description: 'Most frequent first; last_seen is of all times.',
  }),
  hints: hintsOutput,
});

export interface ValueList {
  readonly field: 'type' | 'source' | 'subject';
  readonly title: string;
  readonly description: string;
}

export function listValuesTool({ field, title, description }: ValueList): Tool {
  return defineTool({
    name: `list_event_${field}s`,
    title,
    description,
    scope: 'READ_ONLY',
    annotations: READ_ONLY_ANNOTATIONS,
    input,
    output,
    handler: async ({ query, principal, now }, args) => {
      const { from, to, timezone, search = '', limit } = args;
      const facets = await query.facets(principal.organization, { from, to, timezone });
      const all = facets[field];
      const folded = foldCase(search);
      const found = all.filter(({ value }) => value !== null && foldCase(value).includes(folded));
      const values = takeFitting(found.slice(0, limit), (one) => toValue(one, timezone));
      return {
        range: toRange(toFilter({ from, to, timezone }, now), now, timezone),
        total: found.length,
        has_more: values.length < found.length,
        values,
        without_value: all.find(({ value }) => value === null)?.count,
        hints: found.length === 0 ? [emptyHint(field, search, all.length)] : undefined,
      };
    },
  });
}

function emptyHint(field: string, search: string, known: number): string {
  return search !== '' && known > 0
    ? `No ${field} in this range contains the search; leave it out to see all ${known}.`
    : 'No event in this range; leave from and to out for the whole timeline.';
}
