/** Which CI is this? The first that recognises the environment, in this order. */
import type { Ci, Environment } from './context.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { jenkins } from './jenkins.ts';

/** Jenkins last: its agents often run inside what another CI has started. */
const ALL: readonly Ci[] = [github, gitlab, jenkins];

/** Undefined outside a pipeline. */
export function detectCi(env: Environment): Ci | undefined {
  return ALL.find((ci) => ci.detect(env));
}
