/** Mail: for who has forgotten the password, and for owners who try whether it works. */
import { z } from 'zod';
import { notFound } from '../errors.ts';
import { email } from '../model/account-schema.ts';
import { noParameters } from '../model/query-schema.ts';
import type { Post } from '../services/post.ts';
import { dataAnswer } from './answers.ts';
import type { RateLimit } from './rate-limit.ts';
import { sendData } from './respond.ts';
import { openRoute, personRoute, type Route } from './route.ts';

export interface MailDependencies {
  readonly post: Post;
  /** Whether somebody may ask for a link themselves. */
  readonly isForgottenOn: boolean;
  /** Guesses at links, by address. */
  readonly linkAttempts: RateLimit;
}

const nothing = dataAnswer(z.object({}));

export function mailRoutes({ post, isForgottenOn, linkAttempts }: MailDependencies): Route[] {
  return [
    openRoute({
      path: '/api/auth/forgotten',
      body: z.object({ email }),
      document: {
        summary: 'Ask for a link to set a new password, by mail',
        answers: {
          200: { description: 'Whether there is such a person or not.', schema: nothing },
        },
        errors: ['VALIDATION_ERROR', 'FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'],
      },
      handle: async ({ res, caller, body }) => {
        if (!isForgottenOn) throw notFound('mail: links are not sent here, ask an owner for one');
        await linkAttempts.take(caller.address, 1);
        post.forgotten(body.email, caller.address);
        sendData(res, 200, {});
      },
    }),
    personRoute({
      method: 'post',
      path: '/api/v1/settings/mail/test',
      roles: ['owner'],
      parameters: noParameters,
      body: null,
      document: {
        summary: 'Send yourself a test mail',
        answers: { 200: { description: 'The mail server took it.', schema: nothing } },
        errors: ['RATE_LIMITED', 'UNAVAILABLE'],
      },
      handle: async ({ res, person }) => {
        await linkAttempts.take(`test mail of ${person.id}`, 1);
        await post.test(person);
        sendData(res, 200, {});
      },
    }),
  ];
}
