import type { IncomingMessage } from 'node:http';
import { MilepostError } from '../errors.ts';
import { OAUTH_SCOPES } from '../model/oauth.ts';
import { protectedResourceUrl, type WellKnownDependencies } from './oauth-metadata.ts';

/** Adds to a refusal at the door for assistants where they learn how to get in. */
export type Challenge = (req: IncomingMessage, refusal: unknown) => unknown;

/** RFC 9728, 5.1. Without OAuth a refusal stays as it is, or clients would look for what is not there. */
export function createChallenge({ mode, baseUrl }: WellKnownDependencies): Challenge {
  return (req, refusal) => {
    const isRefusal = refusal instanceof MilepostError && refusal.code === 'UNAUTHORIZED';
    if (!mode.isOn || !isRefusal) return refusal;
    const parameters = [
      `resource_metadata="${protectedResourceUrl(baseUrl())}"`,
      `scope="${OAUTH_SCOPES.join(' ')}"`,
      // Only for who has shown something: RFC 6750, 3.1.
      ...((req.headers.authorization ?? '') === '' ? [] : ['error="invalid_token"']),
    ];
    const headers = { 'WWW-Authenticate': `Bearer ${parameters.join(', ')}` };
    return new MilepostError('UNAUTHORIZED', refusal.message, { headers, cause: refusal });
  };
}
