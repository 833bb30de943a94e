/** Which ways in there are, and the one by an issuer. */
import { z } from 'zod';
import { notFound, unavailable } from '../errors.ts';
import { noParameters } from '../model/query-schema.ts';
import { CALLBACK_PATH, type SignOn } from '../services/sign-on.ts';
import { SignOnRefusal } from '../services/single-sign-on.ts';
import { dataAnswer } from './answers.ts';
import type { RateLimit } from './rate-limit.ts';
import { sendData } from './respond.ts';
import { openRoute, type Route } from './route.ts';

export interface SignOnDependencies {
  /** Null where single sign-on is not configured. */
  readonly signOn: SignOn | null;
  readonly ways: { readonly password: boolean; readonly forgotten: boolean };
  /** By address: what is asked for here is asked of the issuer. */
  readonly signOnAttempts: RateLimit;
  readonly baseUrl: () => string;
}

export function signOnRoutes(dependencies: SignOnDependencies): Route[] {
  return [waysRoute(dependencies), beginRoute(dependencies), callbackRoute(dependencies)];
}

const waysAnswer = dataAnswer(
  z.object({
    password: z.boolean().meta({ description: 'Whether people may sign in with a password.' }),
    forgotten: z.boolean().meta({ description: 'Whether a reset link can be sent by mail.' }),
    singleSignOn: z.object({ name: z.string() }).nullable(),
  }),
);

function waysRoute({ signOn, ways }: SignOnDependencies): Route {
  return {
    method: 'get',
    path: '/api/auth/ways',
    scope: null,
    parameters: noParameters,
    document: {
      tag: 'Console',
      summary: 'Which ways to sign in there are',
      answers: { 200: { description: 'For the sign-in page.', schema: waysAnswer } },
    },
    handle: async (_req, res) => {
      const singleSignOn = signOn === null ? null : { name: signOn.name };
      sendData(res, 200, { ...ways, singleSignOn });
    },
  };
}

function beginRoute({ signOn, signOnAttempts }: SignOnDependencies): Route {
  return openRoute({
    path: '/api/auth/sign-in/oidc',
    body: z.object({
      to: z.string().optional().meta({ description: 'The page to come back to.' }),
    }),
    document: {
      summary: 'Begin to sign in by way of the issuer',
      answers: {
        200: {
          description: 'Where to go now.',
          schema: dataAnswer(z.object({ location: z.string() })),
        },
      },
      errors: ['FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED', 'UNSUPPORTED_MEDIA_TYPE', 'UNAVAILABLE'],
    },
    handle: async ({ res, caller, body }) => {
      if (signOn === null) throw isNotThere();
      await signOnAttempts.take(caller.address, 1);
      try {
        const { location, cookie } = await signOn.begin(body.to ?? '/', caller);
        res.setHeader('Set-Cookie', cookie);
        sendData(res, 200, { location });
      } catch (error) {
        if (!(error instanceof SignOnRefusal)) throw error;
        throw unavailable(`${signOn.name} does not answer, try again`, error.cause);
      }
    },
  });
}

function callbackRoute({ signOn, signOnAttempts, baseUrl }: SignOnDependencies): Route {
  return {
    method: 'get',
    path: CALLBACK_PATH,
    scope: null,
    parameters: noParameters,
    document: {
      tag: 'Console',
      summary: 'Where the issuer sends the browser back to',
      answers: { 303: { description: 'Signed in, or why not; the parameters are OpenID’s.' } },
      errors: ['NOT_FOUND', 'RATE_LIMITED'],
    },
    handle: async (req, res, { callers }) => {
      if (signOn === null) throw isNotThere();
      const caller = callers.of(req);
      await signOnAttempts.take(caller.address, 1);
      const { search } = new URL(req.url, 'http://milepost.invalid');
      const answer = new URL(`${CALLBACK_PATH}${search}`, baseUrl());
      const { to, cookies } = await signOn.finish(answer, caller);
      res.setHeader('Set-Cookie', [...cookies]);
      res.writeHead(303, { Location: to, 'Cache-Control': 'no-store', 'Content-Length': '0' });
      res.end();
    },
  };
}

function isNotThere(): Error {
  return notFound('path: single sign-on is not configured here');
}
