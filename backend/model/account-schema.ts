/** What people send about themselves and each other. */
import { z } from 'zod';
import { ROLES } from './person.ts';

const NAME_MAX = 100;
/** RFC 5321, 4.5.3.1.3. */
const EMAIL_MAX = 254;

const required = { error: 'is required' };

export const email = z
  .string(required)
  .trim()
  .toLowerCase()
  .pipe(z.email({ error: 'must be an e-mail address' }).max(EMAIL_MAX, { error: 'is too long' }))
  .meta({ examples: ['ada@example.com'] });

export const name = z
  .string(required)
  .trim()
  .min(1, { error: 'must not be empty' })
  .max(NAME_MAX, { error: `must be at most ${NAME_MAX} characters` });

/** Its rules are the service's: they concern its person too. */
export const password = z.string(required);
export const token = z.string(required);
export const role = z.enum(ROLES, { error: `must be one of ${ROLES.join(', ')}` });
