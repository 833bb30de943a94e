// https://docs.gitlab.com/ci/environments/#deployment-tier-of-environments

/** What GitLab looks for before production, so that neither `preprod` nor `live-demo` is production. */
const OTHER_TIERS =
  /dev|review|trunk|test|tst|int|acc?e?pt|qa|qc|control|quality|sta?g|mode?l|pre|demo|non/i;
const PRODUCTION = /pro?d|live/i;

/**
 * Whether an environment is production: as its tier says, else as GitLab guesses it from the name,
 * which tools that run pipelines locally leave out. Undefined without an environment.
 */
export function isProductionTier(
  tier: string | undefined,
  environment: string | undefined,
): boolean | undefined {
  if (tier !== undefined) return tier === 'production';
  if (environment === undefined) return undefined;
  return !OTHER_TIERS.test(environment) && PRODUCTION.test(environment);
}
