import type { IncomingMessage } from 'node:http';
import { forbidden, unauthorized } from '../errors.ts';
import type { Principal, Scope } from '../model/key.ts';
import type { Person, Role } from '../model/person.ts';
import type { Authenticator, Gate } from '../services/authenticator.ts';
import { crossSite } from '../services/callers.ts';

const BEARER = /^bearer +(\S+) *$/i;
/** Methods that change nothing, and so may be asked for from anywhere. */
const SAFE_METHODS: readonly (string | undefined)[] = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Who calls: by `Authorization: Bearer`, else by the session cookie. Rejects with UNAUTHORIZED, and
 * with FORBIDDEN for the scope, and for what a foreign page made a browser send.
 */
export async function authorize(
  req: IncomingMessage,
  { authenticator, callers }: Gate,
  scope: Scope,
): Promise<Principal> {
  // A bearer first, and then no look at cookies: pipelines send nothing else.
  if (req.headers.authorization === undefined && req.headers.cookie !== undefined) {
    const principal = await authenticator.authenticateSession(callers.of(req));
    if (principal !== null) {
      if (!SAFE_METHODS.includes(req.method) && !callers.isOwn(req.headers)) throw crossSite();
      return withScope(principal, scope);
    }
  }
  return withScope(await authenticator.authenticate(bearerToken(req)), scope);
}

/** Who calls, by `Authorization: Bearer` alone. */
export async function authorizeBearer(
  req: IncomingMessage,
  authenticator: Pick<Authenticator, 'authenticate'>,
  scope: Scope,
): Promise<Principal> {
  return withScope(await authenticator.authenticate(bearerToken(req)), scope);
}

/** The person, when they have one of these roles. Rejects with FORBIDDEN, keys and tokens too. */
export function requireRole({ person }: Principal, roles: readonly Role[]): Person {
  if (person === null) {
    throw forbidden('an API key may not do this, sign in to the console');
  }
  if (!roles.includes(person.role)) {
    throw forbidden(`your role (${person.role}) may not do this, ask ${roles.join(' or ')}`);
  }
  return person;
}

function withScope(principal: Principal, scope: Scope): Principal {
  if (scope === 'READ_ONLY' || principal.scope === 'READ_WRITE') return principal;
  throw forbidden(
    principal.person === null
      ? 'this API key may only read (READ_ONLY), use one with the scope READ_WRITE'
      : `your role (${principal.person.role}) may only read`,
  );
}

function bearerToken(req: IncomingMessage): string {
  const header = req.headers.authorization;
  if (header === undefined) {
    throw unauthorized('an API key is required, send Authorization: Bearer mp_…');
  }
  const token = BEARER.exec(header)?.[1];
  if (token === undefined) {
    throw unauthorized('the Authorization header is malformed, send Authorization: Bearer mp_…');
  }
  return token;
}
