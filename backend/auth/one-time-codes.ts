/** Codes that an app on a phone makes, by the time: https://www.rfc-editor.org/rfc/rfc6238 */
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import type { OneTimeCodes } from '../services/second-factor.ts';

const PERIOD_S = 30;
/** Of the clock of a phone, and of who types: one step before and one behind. */
const WINDOW = 1;
/** As RFC 4226, 4 recommends. */
const SECRET_BYTES = 20;

export function createOneTimeCodes(): OneTimeCodes {
  const totp = (secret: string, label = '') =>
    new TOTP({ issuer: 'Milepost', label, secret: Secret.fromBase32(secret), period: PERIOD_S });
  return {
    newSecret: () => new Secret({ size: SECRET_BYTES }).base32,
    stepOf: (secret, code, now) => {
      const delta = totp(secret).validate({ token: code, timestamp: now, window: WINDOW });
      return delta === null ? null : Math.floor(now / 1000 / PERIOD_S) + delta;
    },
    picture: (secret, account) => {
      const address = totp(secret, account).toString();
      return { address, svg: renderSVG(address, { border: 2, pixelSize: 4 }) };
    },
  };
}
