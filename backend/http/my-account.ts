/** What people do to their own accounts. */
import { z } from 'zod';
import { name, password } from '../model/account-schema.ts';
import { ROLES } from '../model/person.ts';
import { noParameters } from '../model/query-schema.ts';
import type { Callers } from '../services/callers.ts';
import type { MyAccount } from '../services/my-account.ts';
import { dataAnswer } from './answers.ts';
import { iso } from './console.ts';
import { type DescribeMe, meAnswer } from './me.ts';
import { sendData } from './respond.ts';
import { personRoute, type Route } from './route.ts';

export interface MyAccountDependencies {
  readonly describe: DescribeMe;
  readonly account: MyAccount;
  readonly callers: Callers;
}

const time = z.iso.datetime({ precision: 3 });
const session = z.object({
  id: z.string(),
  address: z.string(),
  userAgent: z.string(),
  createdAt: time,
  expiresAt: time,
  isCurrent: z.boolean().meta({ description: 'Whether it is the one that asks.' }),
});
const nothing = dataAnswer(z.object({}));

const waysAnswer = dataAnswer(
  z.object({
    hasPassword: z.boolean(),
    issuer: z.string().nullable().meta({ description: 'Which issuer vouches for you.' }),
    secondFactor: z.object({ isOn: z.boolean(), recoveryCodesLeft: z.int() }),
  }),
);

export function myAccountRoutes(dependencies: MyAccountDependencies): Route[] {
  return [...profileRoutes(dependencies), ...sessionRoutes(dependencies)];
}

function profileRoutes({ account, callers, describe }: MyAccountDependencies): Route[] {
  return [
    personRoute({
      method: 'patch',
      path: '/api/v1/me',
      roles: ROLES,
      parameters: noParameters,
      body: z.object({ name }),
      document: {
        summary: 'Change your name',
        answers: { 200: { description: 'Who you are now.', schema: meAnswer } },
      },
      handle: async ({ res, person, principal, body }) => {
        await account.rename(person, principal, body.name);
        sendData(res, 200, await describe({ ...principal, person: { ...person, ...body } }));
      },
    }),
    personRoute({
      method: 'get',
      path: '/api/v1/me/ways-in',
      roles: ROLES,
      parameters: noParameters,
      body: null,
      document: {
        summary: 'By what you may sign in',
        answers: { 200: { description: 'Password, issuer, second factor.', schema: waysAnswer } },
      },
      handle: async ({ res, person }) => sendData(res, 200, await account.ways(person)),
    }),
    personRoute({
      method: 'post',
      path: '/api/v1/me/password',
      roles: ROLES,
      parameters: noParameters,
      body: z.object({ current: password, password }),
      document: {
        summary: 'Change your password; your other sessions end',
        answers: { 200: { description: 'It is changed.', schema: nothing } },
        errors: ['RATE_LIMITED'],
      },
      handle: async ({ req, res, person, principal, body }) => {
        const { address } = callers.of(req);
        await account.changePassword(person, principal, { ...body, address });
        sendData(res, 200, {});
      },
    }),
  ];
}

function sessionRoutes({ account }: MyAccountDependencies): Route[] {
  const sessions = '/api/v1/me/sessions';
  return [
    personRoute({
      method: 'get',
      path: sessions,
      roles: ROLES,
      parameters: noParameters,
      body: null,
      document: {
        summary: 'Where you are signed in',
        answers: { 200: { description: 'Newest first.', schema: dataAnswer(z.array(session)) } },
      },
      handle: async ({ res, person, principal }) => {
        const found = await account.sessions(person);
        sendData(
          res,
          200,
          found.map(({ id, address, userAgent, createdAt, expiresAt }) => ({
            id,
            address,
            userAgent,
            createdAt: iso(createdAt),
            expiresAt: iso(expiresAt),
            isCurrent: id === principal.keyId,
          })),
        );
      },
    }),
    personRoute({
      method: 'delete',
      path: `${sessions}/:id`,
      roles: ROLES,
      parameters: noParameters,
      body: null,
      document: {
        path: { id: 'Of the session.' },
        summary: 'End one of your sessions',
        answers: {
          200: { description: 'It has ended, within 5 s on every node.', schema: nothing },
        },
      },
      handle: async ({ req, res, person, principal }) => {
        await account.endSession(person, principal, String(req.params['id']));
        sendData(res, 200, {});
      },
    }),
  ];
}
