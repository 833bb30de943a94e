import { createHash } from 'node:crypto';
import type { Execution } from './ci/context.ts';

const HASH_LENGTH = 16;

/** The attributes that make two events of one step two events. */
export interface Identity {
  readonly type: string;
  readonly source: string;
  readonly subject: string | undefined;
  readonly version: string | undefined;
}

/**
 * The same for every retry of a step, so that the server stores it once; another one for a re-run,
 * for each leg of a matrix, and for each environment.
 */
export function executionId(
  execution: Execution,
  { type, source, subject, version }: Identity,
): string {
  const identity = [...execution.parts, type, source, subject ?? '', version ?? ''];
  const hash = createHash('sha256').update(JSON.stringify(identity)).digest('hex');
  return `${execution.prefix}-${hash.slice(0, HASH_LENGTH)}`;
}
