/** The options about the server that every command has. */
import type { Environment } from '../ci/context.ts';
import { DEFAULT_POLICY, type RetryPolicy } from '../retry.ts';
import { type ReadTarget, readTarget, type Target } from '../target.ts';
import { logLine } from '../text.ts';
import { UsageError } from './options.ts';
import type { World } from './world.ts';

export const CONNECTION_OPTIONS = {
  url: { type: 'string', value: '<url>', help: 'Address of Milepost, before MILEPOST_URL' },
  timeout: {
    type: 'string',
    value: '<seconds>',
    help: 'How long to keep trying while it does not answer; 30 when absent',
  },
} as const;

export interface Connection {
  readonly target: Target;
  readonly policy: RetryPolicy;
}

/** Undefined when the configuration is wrong; that has been told then. Throws a `UsageError`. */
export function connect(
  { url, timeout }: { readonly url: string | undefined; readonly timeout: string | undefined },
  { env, err }: Pick<World, 'env' | 'err'>,
): Connection | undefined {
  const policy = policyOf(timeout);
  const read = targetOf(url, env);
  if (read.kind === 'target') return { target: read.target, policy };
  for (const problem of read.problems) err(`milepost: ${logLine(problem)}\n`);
  return undefined;
}

const LONGEST_TIMEOUT_S = 3600;

/**
 * The key comes by the environment alone: other users of a machine can read a command line. An id
 * token of the CI stands for it where there is none.
 */
export function targetOf(url: string | undefined, env: Environment): ReadTarget {
  const key = env['MILEPOST_API_KEY'] || env['MILEPOST_ID_TOKEN'] || '';
  return readTarget(url || env['MILEPOST_URL'] || '', key, {
    url: url ? '--url' : 'MILEPOST_URL',
    key: 'MILEPOST_API_KEY',
  });
}

/** Throws a `UsageError`. */
export function policyOf(timeout: string | undefined): RetryPolicy {
  if (!timeout) return DEFAULT_POLICY;
  const seconds = Number(timeout);
  if (!(seconds > 0 && seconds <= LONGEST_TIMEOUT_S)) {
    throw new UsageError(`--timeout must be a number of seconds, at most ${LONGEST_TIMEOUT_S}`);
  }
  return { ...DEFAULT_POLICY, budgetMs: seconds * 1000 };
}
