/** The second factor of people: turning it on and off. */
import { z } from 'zod';
import { password } from '../model/account-schema.ts';
import { ROLES } from '../model/person.ts';
import { noParameters } from '../model/query-schema.ts';
import { byPerson } from '../services/actors.ts';
import type { Callers } from '../services/callers.ts';
import type { SecondFactors } from '../services/second-factor.ts';
import { dataAnswer } from './answers.ts';
import { sendData } from './respond.ts';
import { personRoute, type Route } from './route.ts';

export interface SecondFactorDependencies {
  readonly secondFactors: SecondFactors;
  readonly callers: Callers;
}

const PATH = '/api/v1/me/second-factor';
const code = z.string({ error: 'is required' });
const nothing = dataAnswer(z.object({}));
const common = { roles: ROLES, parameters: noParameters } as const;

export function secondFactorRoutes({ secondFactors, callers }: SecondFactorDependencies): Route[] {
  return [
    personRoute({
      ...common,
      method: 'post',
      path: PATH,
      body: z.object({ password }),
      document: {
        summary: 'Begin to turn on your second factor',
        answers: {
          200: {
            description: 'For an app on your phone; a code of it confirms.',
            schema: dataAnswer(
              z.object({
                secret: z.string().meta({ description: 'To be typed into the app.' }),
                address: z.string().meta({ description: 'The same, as apps read it.' }),
                svg: z.string().meta({ description: 'The same, as a QR code.' }),
              }),
            ),
          },
        },
        errors: ['CONFLICT', 'RATE_LIMITED'],
      },
      handle: async ({ req, res, person, body }) => {
        const { address } = callers.of(req);
        sendData(res, 200, await secondFactors.begin(person, { ...body, address }));
      },
    }),
    personRoute({
      ...common,
      method: 'post',
      path: `${PATH}/confirm`,
      body: z.object({ code }),
      document: {
        summary: 'Turn on your second factor by its first code; your other sessions end',
        answers: {
          200: {
            description: 'Codes for when the phone is gone, good once each; not shown again.',
            schema: dataAnswer(z.object({ recoveryCodes: z.array(z.string()) })),
          },
        },
        errors: ['CONFLICT', 'RATE_LIMITED'],
      },
      handle: async ({ res, person, principal, body }) => {
        const recoveryCodes = await secondFactors.confirm(person, principal, body.code);
        sendData(res, 200, { recoveryCodes });
      },
    }),
    personRoute({
      ...common,
      method: 'post',
      path: `${PATH}/off`,
      body: z.object({ password, code }),
      document: {
        summary: 'Turn off your second factor',
        answers: { 200: { description: 'The password alone will do.', schema: nothing } },
        errors: ['RATE_LIMITED'],
      },
      handle: async ({ req, res, person, body }) => {
        const { address } = callers.of(req);
        await secondFactors.disable(person, { ...body, address });
        sendData(res, 200, {});
      },
    }),
    personRoute({
      ...common,
      method: 'delete',
      path: '/api/v1/members/:id/second-factor',
      roles: ['owner'],
      body: null,
      document: {
        path: { id: 'Of the member.' },
        summary: 'Reset the second factor of a member who has lost it',
        answers: { 200: { description: 'Their password alone will do.', schema: nothing } },
      },
      handle: async ({ req, res, organization, person }) => {
        await secondFactors.reset(organization, String(req.params['id']), byPerson(person));
        sendData(res, 200, {});
      },
    }),
  ];
}
