import { invalidField } from '../errors.ts';
import { isAtMost } from '../model/event-data.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '../model/person.ts';

/** The hash of no password, which takes as long to try as that of one. */
export const NO_PASSWORD = `${'0'.repeat(32)}:${'0'.repeat(128)}`;

/** Length is what makes a password strong: NIST SP 800-63B. Rejects what is too easy to guess. */
export function checkPassword(password: string, email: string): void {
  if (isAtMost(password, PASSWORD_MIN - 1)) {
    throw invalidField('password', `must have at least ${PASSWORD_MIN} characters`);
  }
  if (!isAtMost(password, PASSWORD_MAX)) {
    throw invalidField('password', `must have at most ${PASSWORD_MAX} characters`);
  }
  if (password.trim().toLowerCase() === email) {
    throw invalidField('password', 'must not be the e-mail address');
  }
}
