/** Which CI is this? The first that recognises the environment, in this order. */
import { azurePipelines } from './azure-pipelines.ts';
import { bitbucket } from './bitbucket.ts';
import { buildkite } from './buildkite.ts';
import { circleci } from './circleci.ts';
import type { Ci, Environment } from './context.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { jenkins } from './jenkins.ts';

/**
 * Jenkins last: its agents often run inside what another CI has started, and what recognises it is
 * the least its own. The others are recognised by a variable that nothing else sets.
 */
export const CIS: readonly Ci[] = [
  github,
  gitlab,
  buildkite,
  circleci,
  azurePipelines,
  bitbucket,
  jenkins,
];

/** Undefined outside a pipeline. */
export function detectCi(env: Environment): Ci | undefined {
  return CIS.find((ci) => ci.detect(env));
}

/** Undefined for a slug that no CI has. */
export function ciBySlug(slug: string): Ci | undefined {
  return CIS.find((ci) => ci.slug === slug);
}
