/** The app on the phone of who has a second factor. */
import { Secret, TOTP } from 'otpauth';

/** The code at a time in ms. */
export function codeAt(secret: string, at: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
}
