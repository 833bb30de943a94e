/** What people say about a metric: what it is called, what it counts, which way is better. */
import { z } from 'zod';
import { DIRECTIONS } from '../model/metric.ts';
import { settingsSchema } from '../model/metric-schema.ts';
import { MANAGERS } from '../model/person.ts';
import { noParameters } from '../model/query-schema.ts';
import { actorOf } from '../services/actors.ts';
import type { MetricCatalog } from '../services/metric-catalog.ts';
import { dataAnswer } from './answers.ts';
import { sendData } from './respond.ts';
import { keyedRoute, personRoute, type Route } from './route.ts';

const PATH = '/api/v1/metrics/settings';

const settings = z
  .object({
    metric: z.string(),
    displayName: z.string().nullable(),
    unit: z.string().nullable(),
    direction: z.enum(DIRECTIONS).nullable(),
  })
  .meta({ id: 'MetricSettings', description: 'Null where nobody has said.' });

export const metricSettingsAnswer = dataAnswer(settings);
export const metricSettingsListAnswer = dataAnswer(z.array(settings));

export function metricSettingsRoutes(
  catalog: Pick<MetricCatalog, 'settings' | 'saveSettings'>,
): Route[] {
  return [
    keyedRoute({
      path: PATH,
      parameters: noParameters,
      document: {
        tag: 'Metrics',
        summary: 'What was said about metrics',
        description:
          'Only what people have set; GET /api/v1/metrics has what holds, with units that were sent and directions of well-known names.',
        answers: { 200: { description: 'By metric.', schema: metricSettingsListAnswer } },
      },
      handle: async ({ res, organization }) => {
        sendData(res, 200, await catalog.settings(organization));
      },
    }),
    personRoute({
      method: 'put',
      path: PATH,
      roles: MANAGERS,
      parameters: noParameters,
      body: settingsSchema,
      document: {
        summary: 'Say what a metric is',
        description:
          'In place of what was said about the same metric before; what is absent is not said any more. The direction decides between improved, degraded and changed.',
        answers: { 200: { description: 'As it is now.', schema: metricSettingsAnswer } },
        errors: ['UNSUPPORTED_MEDIA_TYPE'],
      },
      handle: async ({ res, organization, person, body }) => {
        const { metric, displayName = null, unit = null, direction = null } = body;
        const said = { metric, displayName, unit, direction };
        await catalog.saveSettings(organization, said, actorOf(person));
        sendData(res, 200, said);
      },
    }),
  ];
}
