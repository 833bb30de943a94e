/** The audit log over HTTP, for owners and admins. */
import { auditParameters } from '../model/console-schema.ts';
import { MANAGERS } from '../model/person.ts';
import type { Audit } from '../services/audit.ts';
import { iso } from './console.ts';
import { auditAnswer } from './console-answers.ts';
import { sendData } from './respond.ts';
import { personRoute, type Route } from './route.ts';

export function auditRoutes(audit: Pick<Audit, 'list'>): Route[] {
  return [
    personRoute({
      method: 'get',
      path: '/api/v1/audit',
      roles: MANAGERS,
      parameters: auditParameters,
      body: null,
      document: {
        summary: 'Read the audit log',
        description:
          'Who changed what in Milepost itself, newest first. An entry is written before its change; where the change then failed, a second entry says so (details.outcome).',
        answers: { 200: { description: 'A page of entries.', schema: auditAnswer } },
      },
      handle: async ({ res, query, organization }) => {
        const { entries, nextCursor } = await audit.list(organization, query);
        const data = entries.map(({ id, time, actor, action, target, details }) => ({
          id,
          time: iso(time),
          actor,
          action,
          target,
          details,
        }));
        sendData(res, 200, data, { page: { limit: query.limit, nextCursor } });
      },
    }),
  ];
}
