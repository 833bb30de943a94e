/** How long events are kept: for the settings page. */
import { z } from 'zod';
import { MANAGERS, ROLES } from '../model/person.ts';
import { noParameters } from '../model/query-schema.ts';
import type { RetentionSettings } from '../model/retention.ts';
import { retentionBody, rulesOf } from '../model/retention-schema.ts';
import { actorOf } from '../services/actors.ts';
import type { Retention } from '../services/retention.ts';
import { dataAnswer } from './answers.ts';
import { iso, isoOrNull } from './console.ts';
import { sendData } from './respond.ts';
import { personRoute, type Route } from './route.ts';

const PATH = '/api/v1/settings/retention';

const settings = z.object({
  rules: z.array(
    z.object({ type: z.string().optional(), subject: z.string().optional(), days: z.int() }),
  ),
  updatedAt: z.string().nullable().meta({ description: 'Null while nobody has set rules.' }),
  lastRun: z
    .object({ at: z.string(), deleted: z.int() })
    .nullable()
    .meta({ description: 'When retention was last through, and how many events it deleted.' }),
});
const settingsAnswer = dataAnswer(settings);

export interface RetentionRoutesDependencies {
  readonly retention: Pick<Retention, 'read' | 'change'>;
  /** Called after a change; must not wait. */
  readonly onChanged: () => void;
}

export function retentionRoutes({ retention, onChanged }: RetentionRoutesDependencies): Route[] {
  return [
    personRoute({
      method: 'get',
      path: PATH,
      roles: ROLES,
      parameters: noParameters,
      body: null,
      document: {
        summary: 'How long events are kept',
        answers: { 200: { description: 'The rules.', schema: settingsAnswer } },
      },
      handle: async ({ res, organization }) => {
        sendData(res, 200, toAnswer(await retention.read(organization)));
      },
    }),
    personRoute({
      method: 'put',
      path: PATH,
      roles: MANAGERS,
      parameters: noParameters,
      body: retentionBody,
      document: {
        summary: 'Set how long events are kept',
        description:
          'All rules at once; an empty list keeps everything for ever. What has expired by them is deleted from then on, and cannot be brought back.',
        answers: { 200: { description: 'The rules as they are now.', schema: settingsAnswer } },
        errors: ['UNSUPPORTED_MEDIA_TYPE'],
      },
      handle: async ({ res, organization, person, body }) => {
        const changed = await retention.change(organization, rulesOf(body), actorOf(person));
        onChanged();
        sendData(res, 200, toAnswer(changed));
      },
    }),
  ];
}

function toAnswer({ rules, updatedAt, lastRun }: RetentionSettings): z.output<typeof settings> {
  return {
    rules: [...rules],
    updatedAt: isoOrNull(updatedAt),
    lastRun: lastRun && { at: iso(lastRun.at), deleted: lastRun.deleted },
  };
}
