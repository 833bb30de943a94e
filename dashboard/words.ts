/** What the server says, as people read it. Pure. */
import { PASSWORD_MIN } from '../backend/model/person.ts';
import type { ApiError } from './requests.ts';

/** What to do about it; the server's own words where it has some. `host` is where it should be. */
export function explain({ kind, message }: ApiError, host: string): string {
  if (kind === 'unreachable') {
    return `Milepost at ${host} does not answer. Check that it runs and that you are connected, then try again.`;
  }
  return sentence(message);
}

export function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}

/** What is wrong with a new password before anybody is asked; null where nothing is. */
export function problemOfPassword(password: string): string | null {
  return [...password].length >= PASSWORD_MIN ? null : `Use ${PASSWORD_MIN} characters or more.`;
}

/** What is wrong with an e-mail address; whether there is such a box, only a mail can tell. */
export function problemOfEmail(email: string): string | null {
  return /^\S+@\S+$/.test(email) ? null : 'Write an e-mail address, such as you@example.com.';
}

/** Of people, organizations, keys and integrations; the server counts code points. */
export const NAME_LENGTH = 100;

export function problemOfName(name: string): string | null {
  return name === '' ? 'Write a name.' : null;
}
