/** Secrets that have to be read again, encrypted for the database. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface Seal {
  /** What was sealed for one owner opens for no other. */
  seal(secret: string, owner: string): string;
  /** Throws when the key is another one than at the sealing, or the text is damaged. */
  open(sealed: string, owner: string): string;
}

/** `purpose` keeps keys for different things apart, all of them being made from one. */
export function createSeal(secretKey: string, purpose: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', `milepost ${purpose}`, 32));
  return {
    seal: (secret, owner) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(owner));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
    },
    open: (sealed, owner) => {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(owner));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    },
  };
}
