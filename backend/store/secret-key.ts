import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { MilepostError } from '../errors.ts';

const FILE = 'secret.key';

/**
 * The key that encrypts secrets: the configured one, or one that is made in the data folder, beside
 * the database and not in it. Throws VALIDATION_ERROR where several nodes would each make their own.
 */
export function readSecretKey(
  config: Pick<Config, 'secretKey' | 'mongodbUri' | 'dataDir'>,
): string {
  if (config.secretKey !== undefined) return config.secretKey;
  if (config.mongodbUri !== undefined) {
    throw new MilepostError(
      'VALIDATION_ERROR',
      'SECRET_KEY: is required on MongoDB to keep secrets, the same on every node; make one by: openssl rand -base64 32',
    );
  }
  const path = join(config.dataDir, FILE);
  mkdirSync(config.dataDir, { recursive: true });
  try {
    // Fails when it is there, also when another process makes it at this moment.
    writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(path, 'utf8').trim();
}
