import { decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose';
import { type MilepostError, unauthorized } from '../errors.ts';
import type { IdTokens } from '../services/trusted-tokens.ts';
import type { IssuerKeys } from './issuer-keys.ts';

/** None of them is a shared secret: who can check a token must not be able to make one. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
];
/** How far the clocks of issuer and server may be apart, s. */
const TOLERANCE_S = 30;
/** No token works for longer after it was made, whatever it says; jobs should not run for longer. */
const MAX_AGE_S = 86_400;

export interface IdTokensDependencies {
  readonly keys: IssuerKeys;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
  /** The names of this server, the first being the one to tell people; known once it listens. */
  readonly audiences: () => readonly [string, ...string[]];
}

/** Checks id tokens by the keys that their issuer publishes. */
export function createIdTokens({ keys, clock, audiences }: IdTokensDependencies): IdTokens {
  return {
    issuerOf: (token) => {
      try {
        return decodeJwt(token).iss ?? null;
      } catch {
        return null;
      }
    },
    verify: async (token, issuer) => {
      const accepted = audiences();
      try {
        const { payload } = await jwtVerify(token, keys.of(issuer), {
          issuer,
          // Who copies an address often copies a slash behind it.
          audience: accepted.flatMap((one) => [one, `${one}/`]),
          algorithms: ALGORITHMS,
          clockTolerance: TOLERANCE_S,
          maxTokenAge: MAX_AGE_S,
          requiredClaims: ['exp'],
          currentDate: new Date(clock()),
        });
        return { claims: payload, expiresAt: endOf(payload) };
      } catch (error) {
        throw toRefusal(error, accepted[0]);
      }
    },
  };
}

function endOf({ exp = 0, iat = 0 }: JWTPayload): number {
  return (Math.min(exp, iat + MAX_AGE_S) + TOLERANCE_S) * 1000;
}

/** One sentence that says what to do. The library's error holds the token's claims: it is dropped. */
function toRefusal(error: unknown, audience: string): unknown {
  if (!(error instanceof errors.JOSEError)) return error;
  if (error instanceof errors.JWTExpired) {
    return unauthorized('the id token has expired, ask the CI for a new one right before its use');
  }
  if (error instanceof errors.JWTClaimValidationFailed) return ofClaim(error.claim, audience);
  if (error instanceof errors.JOSEAlgNotAllowed) {
    return unauthorized('the id token is not signed by a public-key algorithm, such as RS256');
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return unauthorized('the id token has a wrong signature, send it exactly as the CI gave it');
  }
  if (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys
  ) {
    return unauthorized(
      'the id token is signed by a key that its issuer does not publish, ask the CI for a new one',
    );
  }
  return unauthorized('the id token is malformed, send it exactly as the CI gave it');
}

function ofClaim(claim: string, audience: string): MilepostError {
  switch (claim) {
    case 'aud':
      return unauthorized(
        `the id token is for another audience, ask the CI for one for ${audience}`,
      );
    case 'nbf':
    case 'iat':
      return unauthorized(
        'the id token is not valid yet, compare the clocks of this server and of the CI',
      );
    default:
      return unauthorized(`the id token lacks a valid ${claim}, ask the CI for a new one`);
  }
}
