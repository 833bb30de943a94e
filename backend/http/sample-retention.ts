/** How long samples are kept: for the settings page. */
import { z } from 'zod';
import { SAMPLE_DAYS } from '../model/metric.ts';
import { sampleRetentionBody } from '../model/metric-schema.ts';
import { MANAGERS, ROLES } from '../model/person.ts';
import { noParameters } from '../model/query-schema.ts';
import { actorOf } from '../services/actors.ts';
import type { SampleRetention } from '../services/sample-retention.ts';
import { dataAnswer } from './answers.ts';
import { sendData } from './respond.ts';
import { personRoute, type Route } from './route.ts';

const PATH = '/api/v1/settings/retention/samples';

export const sampleRetentionAnswer = dataAnswer(
  z.object({ days: z.int().nullable().meta({ description: 'Null: for ever.' }) }),
);

export interface SampleRetentionRoutesDependencies {
  readonly sampleRetention: Pick<SampleRetention, 'read' | 'change'>;
  /** Called after a change; must not wait. */
  readonly onChanged: () => void;
}

export function sampleRetentionRoutes({
  sampleRetention,
  onChanged,
}: SampleRetentionRoutesDependencies): Route[] {
  return [
    personRoute({
      method: 'get',
      path: PATH,
      roles: ROLES,
      parameters: noParameters,
      body: null,
      document: {
        summary: 'How long samples of metrics are kept',
        description: `${SAMPLE_DAYS.fallback} days where nobody has said otherwise. What they came to by the hour is kept for ever.`,
        answers: { 200: { description: 'The days.', schema: sampleRetentionAnswer } },
      },
      handle: async ({ res, organization }) => {
        sendData(res, 200, { days: await sampleRetention.read(organization) });
      },
    }),
    personRoute({
      method: 'put',
      path: PATH,
      roles: MANAGERS,
      parameters: noParameters,
      body: sampleRetentionBody,
      document: {
        summary: 'Set how long samples of metrics are kept',
        description: 'What has expired is deleted from then on, and cannot be brought back.',
        answers: { 200: { description: 'The days.', schema: sampleRetentionAnswer } },
        errors: ['UNSUPPORTED_MEDIA_TYPE'],
      },
      handle: async ({ res, organization, person, body: { days } }) => {
        await sampleRetention.change(organization, days, actorOf(person));
        onChanged();
        sendData(res, 200, { days });
      },
    }),
  ];
}
