/** Passwords, sessions and their cookies by better-auth; nothing else of it is in use. */
import { type BetterAuthPlugin, betterAuth } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { z } from 'zod';
import { MilepostError, unavailable } from '../errors.ts';
import { readCookie } from '../services/callers.ts';
import type { Caller, PasswordSignIn } from '../services/sessions.ts';
import { type AuthStore, createStoreAdapter } from './adapter.ts';
import { createTurns } from './turns.ts';

export interface PasswordSignInDependencies {
  readonly store: AuthStore;
  /** What cookies are signed with. */
  readonly secret: string;
  readonly newId: () => string;
}

/** Seconds; counted from the sign-in, so that a forgotten session ends. */
const SESSION_SECONDS = 30 * 86_400;
/** A name that only its own host can have set, over TLS: RFC 6265bis, 4.1.3.2. */
const COOKIES = { plain: 'milepost-session', secure: '__Host-milepost-session' } as const;

/**
 * scrypt takes one of the four threads that also write events durably, for a twentieth of a second
 * and more: a crowd at the door must leave some to them.
 */
const HASHES_AT_ONCE = 2;
const HASHES_WAITING = 50;

type Hashing = Pick<PasswordSignIn, 'hash' | 'verify'>;

export function createPasswordSignIn(dependencies: PasswordSignInDependencies): PasswordSignIn {
  const inTurn = createTurns(HASHES_AT_ONCE, HASHES_WAITING);
  const hashing: Hashing = {
    hash: (password) => inTurn(() => hashPassword(password)),
    verify: (hash, password) => inTurn(() => verifyPassword({ hash, password })),
  };
  const plain = createAuth(dependencies, false);
  const secure = createAuth(dependencies, true);
  const authFor = ({ isSecure }: Pick<Caller, 'isSecure'>) => (isSecure ? secure : plain);

  const sessionOf: PasswordSignIn['sessionOf'] = async (caller) => {
    const found = await authFor(caller)
      .api.getSession({ headers: toHeaders(caller), query: { disableRefresh: true } })
      .catch(rethrow);
    return found === null ? null : { id: found.session.id, person: found.user.id };
  };

  return {
    ...hashing,
    open: async (person, caller) => {
      const { headers } = await authFor(caller).api.openSession({
        body: { person },
        headers: toHeaders(caller),
        returnHeaders: true,
      });
      return headers.getSetCookie();
    },
    signOut: async (caller) => {
      // By ourselves: it says that all is well even where the session could not be ended.
      const session = await sessionOf(caller);
      if (session !== null) await dependencies.store.sessions.remove(session.person, session.id);
      const { headers } = await authFor(caller).api.signOut({
        headers: toHeaders(caller),
        returnHeaders: true,
      });
      return headers.getSetCookie();
    },
    cookieOf: ({ cookies, isSecure }) =>
      readCookie(cookies, isSecure ? COOKIES.secure : COOKIES.plain),
    sessionOf,
  };
}

/** A session without asking for a password: whoever calls it has asked for something as good. */
const opening = {
  id: 'milepost',
  endpoints: {
    openSession: createAuthEndpoint(
      '/milepost/open-session',
      { method: 'POST', body: z.object({ person: z.string() }), metadata: { SERVER_ONLY: true } },
      async (ctx) => {
        const { internalAdapter } = ctx.context;
        const user = await internalAdapter.findUserById(ctx.body.person);
        if (user === null) throw unavailable('the account is not there any more');
        const session = await internalAdapter.createSession(user.id);
        await setSessionCookie(ctx, { session, user });
        return ctx.json({});
      },
    ),
  },
} satisfies BetterAuthPlugin;

function createAuth({ store, secret, newId }: PasswordSignInDependencies, isSecure: boolean) {
  const name = isSecure ? COOKIES.secure : COOKIES.plain;
  return betterAuth({
    appName: 'Milepost',
    // Never called by it: only its functions are in use, not its routes.
    baseURL: 'http://milepost.invalid',
    secret,
    database: createStoreAdapter(store),
    plugins: [opening],
    session: { expiresIn: SESSION_SECONDS, disableSessionRefresh: true },
    advanced: {
      cookies: { session_token: { name, attributes: { secure: isSecure } } },
      useSecureCookies: false,
      database: { generateId: newId },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  });
}

/** Ours alone: what a request brings under this name never gets here. */
const ADDRESS_HEADER = 'x-milepost-address';

function toHeaders({ cookies, address, userAgent }: Caller): Headers {
  return new Headers({
    ...(cookies === '' ? {} : { cookie: cookies }),
    [ADDRESS_HEADER]: address,
    'user-agent': userAgent,
  });
}

/** It hides why a session could not be looked up; that can only have been the store. */
function rethrow(error: unknown): never {
  if (error instanceof MilepostError) throw error;
  throw unavailable('the session cannot be looked up, try again', error);
}
