import { createHash } from 'node:crypto';
import type { Execution, Status } from './ci/context.ts';

const HASH_LENGTH = 16;

/** What makes two events of one step two events. The type is the one before its status is known. */
export interface Identity {
  readonly type: string;
  readonly source: string;
  readonly subject: string | undefined;
  readonly version: string | undefined;
  /** A job may record its start and its end; and what fails at first may be tried again. */
  readonly status: Status | undefined;
}

/**
 * The same for every retry of a step, so that the server stores it once; another one for a re-run,
 * for each leg of a matrix, and for each environment.
 */
export function executionId(
  execution: Execution,
  { type, source, subject, version, status }: Identity,
): string {
  const identity = [...execution.parts, type, source, subject ?? '', version ?? '', status ?? ''];
  const hash = createHash('sha256').update(JSON.stringify(identity)).digest('hex');
  return `${execution.prefix}-${hash.slice(0, HASH_LENGTH)}`;
}
