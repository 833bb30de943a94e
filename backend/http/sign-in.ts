/** The ways in and out, and the very first of them. */
import type { Response } from 'express';
import { z } from 'zod';
import { email, name, password, token } from '../model/account-schema.ts';
import { noParameters } from '../model/query-schema.ts';
import type { Authenticator } from '../services/authenticator.ts';
import type { Caller } from '../services/sessions.ts';
import type { SetUp } from '../services/set-up.ts';
import type { Entry, SignIn } from '../services/sign-in.ts';
import { dataAnswer } from './answers.ts';
import { type DescribeMe, meAnswer, meOrNobodyAnswer } from './me.ts';
import type { RateLimit } from './rate-limit.ts';
import { sendData } from './respond.ts';
import { openRoute, type Route } from './route.ts';

export interface SignInDependencies {
  readonly signIn: SignIn;
  readonly setUp: SetUp;
  readonly authenticator: Authenticator;
  readonly describe: DescribeMe;
  /** Guesses at links, by address. */
  readonly linkAttempts: RateLimit;
  readonly welcome: Welcome;
}

/** Signs in who may come in, and answers with who that is; or with what is asked for next. */
export type Welcome = (
  res: Response,
  status: 200 | 201,
  entry: Entry,
  caller: Caller,
) => Promise<void>;

export function createWelcome({
  authenticator,
  describe,
}: Pick<SignInDependencies, 'authenticator' | 'describe'>): Welcome {
  return async (res, status, entry, caller) => {
    if (!entry.isIn) {
      sendData(res, 202, { secondFactor: { ticket: entry.ticket } });
      return;
    }
    const { cookies } = entry;
    const own = cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ');
    const principal = await authenticator.authenticateSession({ ...caller, cookies: own });
    res.setHeader('Set-Cookie', [...cookies]);
    sendData(res, status, principal === null ? null : await describe(principal));
  };
}

export function signInRoutes(dependencies: SignInDependencies): Route[] {
  return [
    setUpRoute(dependencies),
    signInRoute(dependencies),
    codeRoute(dependencies),
    signOutRoute(dependencies),
    sessionRoute(dependencies),
  ];
}

function signInRoute({ signIn, welcome }: SignInDependencies): Route {
  return openRoute({
    path: '/api/auth/sign-in/email',
    body: z.object({ email: z.string(), password }),
    document: {
      summary: 'Sign in with e-mail address and password',
      answers: { 200: { description: 'Sets the session cookie.', schema: meAnswer }, ...NEXT_STEP },
      errors: SIGN_IN_ERRORS,
    },
    handle: async ({ res, caller, body }) => {
      await welcome(res, 200, await signIn.enter(body.email, body.password, caller), caller);
    },
  });
}

/** What people with a second factor are answered. */
export const NEXT_STEP = {
  202: {
    description: 'The code of the second factor is asked for next, within 5 minutes.',
    schema: dataAnswer(z.object({ secondFactor: z.object({ ticket: z.string() }) })),
  },
} as const;

function codeRoute({ signIn, welcome }: SignInDependencies): Route {
  return openRoute({
    path: '/api/auth/sign-in/code',
    body: z.object({ ticket: z.string(), code: z.string() }),
    document: {
      summary: 'Sign in by the code of the second factor, or by a recovery code',
      answers: { 200: { description: 'Sets the session cookie.', schema: meAnswer } },
      errors: SIGN_IN_ERRORS,
    },
    handle: async ({ res, caller, body }) => {
      const cookies = await signIn.enterCode(body.ticket, body.code, caller);
      await welcome(res, 200, { isIn: true, cookies }, caller);
    },
  });
}

const SIGN_IN_ERRORS = [
  'VALIDATION_ERROR',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
] as const;

function signOutRoute({ signIn }: SignInDependencies): Route {
  return openRoute({
    path: '/api/auth/sign-out',
    body: null,
    document: {
      summary: 'Sign out',
      answers: {
        200: { description: 'The session has ended.', schema: dataAnswer(z.object({})) },
      },
      errors: ['FORBIDDEN'],
    },
    handle: async ({ res, caller }) => {
      const cookies = await signIn.leave(caller);
      res.setHeader('Set-Cookie', [...cookies]);
      sendData(res, 200, {});
    },
  });
}

function sessionRoute({ authenticator, describe }: SignInDependencies): Route {
  return {
    method: 'get',
    path: '/api/auth/get-session',
    scope: null,
    parameters: noParameters,
    document: {
      tag: 'Console',
      summary: 'Who is signed in, if anyone',
      answers: { 200: { description: 'Null for nobody.', schema: meOrNobodyAnswer } },
      errors: ['UNAUTHORIZED'],
    },
    handle: async (req, res, { callers }) => {
      const principal = await authenticator.authenticateSession(callers.of(req));
      sendData(res, 200, principal === null ? null : await describe(principal));
    },
  };
}

function setUpRoute({ setUp, signIn, linkAttempts, welcome }: SignInDependencies): Route {
  return openRoute({
    path: '/api/v1/set-up',
    body: z.object({ token, name, email, password, organization: name.optional() }),
    document: {
      summary: 'Make the owner, by the set-up link, once',
      answers: {
        201: { description: 'The owner, signed in by the session cookie.', schema: meAnswer },
      },
      errors: SIGN_IN_ERRORS,
    },
    handle: async ({ res, caller, body }) => {
      await linkAttempts.take(caller.address, 1);
      await setUp.makeOwner({ ...body, organization: body.organization });
      await welcome(res, 201, await signIn.admit(body.email, caller), caller);
    },
  });
}
