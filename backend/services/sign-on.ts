/** The way to the issuer and back, as a browser goes it. */
import type { SignOnProblem } from '../model/sign-on.ts';
import { readCookie } from './callers.ts';
import type { Seal } from './seal.ts';
import type { Caller } from './sessions.ts';
import type { SignIn } from './sign-in.ts';
import {
  type SignOnFlow,
  type SignOnIssuer,
  SignOnRefusal,
  type SingleSignOn,
} from './single-sign-on.ts';

export interface SignOn {
  /** What the button calls it. */
  readonly name: string;
  /** Where to send the browser, and what it keeps meanwhile. Rejects with a `SignOnRefusal`. */
  begin(
    to: string,
    caller: Caller,
  ): Promise<{ readonly location: string; readonly cookie: string }>;
  /** Signs in who comes back. Never rejects for a reason that they could do something about. */
  finish(answer: URL, caller: Caller): Promise<SignOnOutcome>;
}

export interface SignOnOutcome {
  /** A path of this server. */
  readonly to: string;
  /** Values of `Set-Cookie`. */
  readonly cookies: readonly string[];
}

export interface SignOnDependencies {
  readonly name: string;
  readonly issuer: SignOnIssuer;
  readonly singleSignOn: SingleSignOn;
  readonly signIn: Pick<SignIn, 'open'>;
  readonly seal: Seal;
  readonly baseUrl: () => string;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
  readonly onRefused: (problem: SignOnProblem, cause: unknown) => void;
}

export const CALLBACK_PATH = '/api/auth/oidc/callback';

/** How long one may be at the issuer, s. */
const FLOW_SECONDS = 600;
const COOKIES = { plain: 'milepost-sign-on', secure: '__Host-milepost-sign-on' } as const;
const OWNER = 'sign-on';

interface Kept extends SignOnFlow {
  readonly to: string;
  readonly until: number;
}

export function createSignOn(dependencies: SignOnDependencies): SignOn {
  const { name, issuer, singleSignOn, signIn, seal, baseUrl, clock, onRefused } = dependencies;

  const read = (caller: Caller): Kept => {
    const sealed = readCookie(caller.cookies, nameFor(caller));
    const kept = sealed === null ? null : open(sealed);
    if (kept === null || kept.until <= clock()) throw new SignOnRefusal('expired');
    return kept;
  };
  const open = (sealed: string): Kept | null => {
    try {
      return JSON.parse(seal.open(sealed, OWNER)) as Kept;
    } catch {
      return null;
    }
  };
  const enter = async (answer: URL, caller: Caller): Promise<SignOnOutcome> => {
    const kept = read(caller);
    // Begun elsewhere: somebody else's answer must not sign this browser in.
    if (answer.searchParams.get('state') !== kept.state) throw new SignOnRefusal('expired');
    const claims = await issuer.finish(answer, kept);
    const person = await singleSignOn.personOf(claims);
    const cookies = await signIn.open(person, caller, { by: 'single sign-on' });
    return { to: kept.to, cookies };
  };

  return {
    name,
    begin: async (to, caller) => {
      try {
        const { location, flow } = await issuer.begin(`${baseUrl()}${CALLBACK_PATH}`);
        const kept: Kept = { ...flow, to: ownPath(to), until: clock() + FLOW_SECONDS * 1000 };
        const value = seal.seal(JSON.stringify(kept), OWNER);
        return { location, cookie: cookieOf(caller, value, FLOW_SECONDS) };
      } catch (error) {
        if (error instanceof SignOnRefusal) onRefused(error.problem, error.cause);
        throw error;
      }
    },
    finish: async (answer, caller) => {
      const forget = cookieOf(caller, '', 0);
      try {
        const { to, cookies } = await enter(answer, caller);
        return { to, cookies: [...cookies, forget] };
      } catch (error) {
        if (!(error instanceof SignOnRefusal)) throw error;
        onRefused(error.problem, error.cause);
        return { to: `/#sign-in=${error.problem}`, cookies: [forget] };
      }
    },
  };
}

function nameFor({ isSecure }: Pick<Caller, 'isSecure'>): string {
  return isSecure ? COOKIES.secure : COOKIES.plain;
}

/** Lax: it has to come along when the issuer sends the browser back. */
function cookieOf(caller: Caller, value: string, seconds: number): string {
  const common = `${nameFor(caller)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax`;
  return caller.isSecure ? `${common}; Secure` : common;
}

/** A page of this server; whatever leads elsewhere, or is no page, is the first one. */
export function ownPath(text: string): string {
  const base = 'http://milepost.invalid';
  // Browsers read a backslash as a slash, and drop tabs and line breaks.
  if (!/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(text) || !URL.canParse(text, base)) return '/';
  const { origin, pathname, search } = new URL(text, base);
  return origin === base && !/^\/(?:\/|api\/)/.test(pathname) ? pathname + search : '/';
}
