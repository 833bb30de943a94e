/** What the holder of a link may do: join, or set a password anew. */
import { z } from 'zod';
import { name, password, token } from '../model/account-schema.ts';
import { ROLES } from '../model/person.ts';
import type { Invitations } from '../services/invitations.ts';
import type { MyAccount } from '../services/my-account.ts';
import type { SignIn } from '../services/sign-in.ts';
import { dataAnswer } from './answers.ts';
import { meAnswer } from './me.ts';
import type { RateLimit } from './rate-limit.ts';
import { sendData } from './respond.ts';
import { openRoute, type Route } from './route.ts';
import { NEXT_STEP, type Welcome } from './sign-in.ts';

export interface LinkDependencies {
  readonly invitations: Pick<Invitations, 'lookup' | 'accept'>;
  readonly account: Pick<MyAccount, 'resetPassword'>;
  readonly signIn: Pick<SignIn, 'admit'>;
  /** Where not, who may set a password is let in by that: there is no other way to use it. */
  readonly isPasswordSignInOn: boolean;
  readonly welcome: Welcome;
  /** Guesses at links, by address. */
  readonly linkAttempts: RateLimit;
}

const ERRORS = [
  'VALIDATION_ERROR',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'CONFLICT',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
] as const;

const invited = z.object({ organization: z.string(), email: z.string(), role: z.enum(ROLES) });

export function linkRoutes(dependencies: LinkDependencies): Route[] {
  const { invitations, account, signIn, welcome, linkAttempts, isPasswordSignInOn } = dependencies;
  return [
    openRoute({
      path: '/api/v1/invitations/lookup',
      body: z.object({ token }),
      document: {
        summary: 'What an invitation is for',
        answers: { 200: { description: 'Who is invited, as what.', schema: dataAnswer(invited) } },
        errors: ERRORS,
      },
      handle: async ({ res, caller, body }) => {
        await linkAttempts.take(caller.address, 1);
        sendData(res, 200, await invitations.lookup(body.token));
      },
    }),
    openRoute({
      path: '/api/v1/invitations/accept',
      body: z.object({ token, name, password }),
      document: {
        summary: 'Accept an invitation, once',
        answers: {
          201: {
            description: 'The new member, signed in by the session cookie.',
            schema: meAnswer,
          },
        },
        errors: ERRORS,
      },
      handle: async ({ res, caller, body }) => {
        await linkAttempts.take(caller.address, 1);
        const { email } = await invitations.accept(body.token, body.name, body.password);
        await welcome(res, 201, await signIn.admit(email, caller), caller);
      },
    }),
    openRoute({
      path: '/api/v1/password-reset',
      body: z.object({ token, password }),
      document: {
        summary: 'Set a new password by a link, once; every session ends',
        answers: {
          200: { description: 'Sign in with it now.', schema: dataAnswer(z.object({})) },
          201: { description: 'Where passwords are off: signed in by this.', schema: meAnswer },
          ...NEXT_STEP,
        },
        errors: ERRORS,
      },
      handle: async ({ res, caller, body }) => {
        await linkAttempts.take(caller.address, 1);
        const { email } = await account.resetPassword(body.token, body.password);
        if (isPasswordSignInOn) sendData(res, 200, {});
        else await welcome(res, 201, await signIn.admit(email, caller), caller);
      },
    }),
  ];
}
