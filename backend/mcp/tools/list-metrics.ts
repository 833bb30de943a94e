import { z } from 'zod';
import { foldCase } from '../../model/query.ts';
import type { ListedMetric } from '../../services/metric-catalog.ts';
import { text, whole } from '../arguments.ts';
import { shorten, takeFitting } from '../fit.ts';
import { toTime } from '../output.ts';
import { quote } from '../text.ts';
import { defineTool, READ_ONLY_ANNOTATIONS } from '../tool.ts';

/** Names of subjects and sources of one metric; the rest is counted. */
const NAMES = 20;
/** Characters of one metric. */
const METRIC_LIMIT = 4000;

export const listMetrics = defineTool({
  name: 'list_metrics',
  title: 'List metrics',
  description:
    'The metrics that are recorded, with unit, direction (which way is better), and the environments and systems that have them. Use before get_metrics_around_event, to see what can be compared. Example: {"search":"latency"}',
  scope: 'READ_ONLY',
  annotations: READ_ONLY_ANNOTATIONS,
  input: z.strictObject({
    search: text('Part of the name, in any case.').optional(),
    limit: whole(1, 300, 100, 'Metrics.'),
  }),
  output: z.looseObject({
    total: z.int(),
    has_more: z.boolean().meta({ description: 'True: use search to see the rest.' }),
    metrics: z.array(
      z.looseObject({
        metric: z.string(),
        direction: z.string().optional().meta({ description: 'Which way is better.' }),
        subjects: z.array(z.string()),
        sources: z.array(z.string()),
      }),
    ),
  }),
  handler: async ({ metrics, principal }, { search = '', limit }) => {
    const { metrics: all } = await metrics.list(principal.organization);
    const folded = foldCase(search);
    const found = all.filter(({ metric, displayName }) =>
      [metric, displayName ?? ''].some((name) => foldCase(name).includes(folded)),
    );
    const shown = takeFitting(found.slice(0, limit), toShown);
    return {
      total: found.length,
      has_more: shown.length < found.length,
      metrics: shown,
      hints: found.length === 0 ? [emptyHint(search, all.length)] : undefined,
    };
  },
});

function toShown(listed: ListedMetric) {
  const { metric, displayName, unit, direction, subjects, sources, first, last } = listed;
  const names = shorten(
    { subjects: subjects.slice(0, NAMES), sources: sources.slice(0, NAMES) },
    METRIC_LIMIT,
  );
  const { subjects: inSubjects, sources: inSources } = names.value as {
    subjects: string[];
    sources: string[];
  };
  const more = Math.max(0, subjects.length - NAMES) + Math.max(0, sources.length - NAMES);
  return {
    metric,
    display_name: displayName ?? undefined,
    unit: unit ?? undefined,
    direction: direction ?? undefined,
    subjects: inSubjects,
    sources: inSources,
    more_names: more > 0 ? more : undefined,
    first_time: toTime(first, undefined),
    last_time: toTime(last, undefined),
  };
}

function emptyHint(search: string, known: number): string {
  if (known === 0) return 'No sample of any metric has been recorded yet.';
  return `No metric has ${quote(search)} in its name; leave search out to see all ${known}.`;
}
