/** Why single sign-on let somebody not in, as people read it. Pure. */
import type { SignOnProblem } from '../backend/model/sign-on.ts';

const WORDS: Readonly<Record<SignOnProblem, string>> = {
  unavailable:
    'Single sign-on does not answer at the moment. Try again, or sign in another way if you have one.',
  declined:
    'Single sign-on was cancelled, or does not let you use Milepost. Whoever runs it can tell.',
  expired: 'Single sign-on took too long, or was begun in another browser. Try again.',
  invalid:
    'What came back from single sign-on was not valid. Try again; if it stays so, the log of Milepost says why.',
  'no-email':
    'Single sign-on told no e-mail address of yours. Whoever runs it has to share it with Milepost.',
  unverified:
    'Your e-mail address is not verified at single sign-on. Verify it there, then try again.',
  domain: 'Addresses of your domain may not come in here.',
  'not-invited':
    'You are not a member yet. Ask an owner or admin to invite the address that you use at single sign-on.',
  'other-account':
    'Your address belongs to somebody who signed in by another account before. Ask an owner to remove that member and to invite you.',
  'no-role': 'None of your groups at single sign-on may come in here.',
};

const MARK = '#sign-in=';

/** The sentence for the end of an address that the server sends a browser to; null for others. */
export function signOnProblemIn(hash: string): string | null {
  if (!hash.startsWith(MARK)) return null;
  const found = Object.entries(WORDS).find(([name]) => name === hash.slice(MARK.length));
  return found?.[1] ?? WORDS.invalid;
}
