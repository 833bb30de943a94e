import type { IncomingMessage } from 'node:http';
import { forbidden, unauthorized } from '../errors.ts';
import type { Principal, Scope } from '../model/key.ts';
import type { Authenticator } from '../services/authenticator.ts';

const BEARER = /^bearer +(\S+) *$/i;

/** Who calls, by `Authorization: Bearer`. Rejects with UNAUTHORIZED, and FORBIDDEN for the scope. */
export async function authorize(
  req: IncomingMessage,
  keys: Authenticator,
  scope: Scope,
): Promise<Principal> {
  const principal = await keys.authenticate(bearerToken(req));
  if (scope === 'READ_WRITE' && principal.scope !== 'READ_WRITE') {
    throw forbidden('this API key may only read (READ_ONLY), use one with the scope READ_WRITE');
  }
  return principal;
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
