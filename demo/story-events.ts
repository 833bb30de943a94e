/** Events as pipelines would have posted them. Pure. */
import type { EventInput, JsonObject, Severity } from '../backend/model/event.ts';
import { ENVIRONMENTS, type Environment, repositoryOf } from './company.ts';
import type { Random } from './random.ts';
import { factsOf, MINUTE_MS, type Release } from './releases.ts';

export type DemoEvent = EventInput & { readonly id: string };

interface Draft {
  readonly id: string;
  readonly type: string;
  readonly source: string;
  /** ms since the Unix epoch. */
  readonly at: number;
  readonly subject?: Environment;
  readonly severity: Severity;
  readonly version?: string;
  readonly description: string;
  readonly data?: JsonObject;
}

export function eventOf({ at, description, data, ...draft }: Draft): DemoEvent {
  return {
    specversion: '1.0',
    ...draft,
    time: new Date(Math.floor(at)).toISOString(),
    data: { description, ...data },
  };
}

const SEVERITIES: Readonly<Record<Environment, Severity>> = {
  development: 'LOW',
  testing: 'LOW',
  staging: 'LOW',
  production: 'MINOR',
};
/** Versions that change the database on their way. */
const MIGRATION_SHARE = 0.12;
/** Deployments that need a second attempt before production. */
const RETRY_SHARE = 0.05;

/** A version is made, and then it travels. */
export function* eventsOfRelease(release: Release, random: Random): Generator<DemoEvent> {
  const { system, source, version, change, committedAt } = release;
  const name = `${system.name}-${version}`;
  yield eventOf({
    id: `${name}-release`,
    type: 'release',
    source,
    at: committedAt + 6 * MINUTE_MS,
    severity: 'LOW',
    version,
    description: change,
    data: {
      actor: release.actor,
      releaseUrl: `${repositoryOf(system.name)}/releases/tag/v${version}`,
      pullRequest: `${repositoryOf(system.name)}/pull/${release.pull}`,
    },
  });
  const migrates = random.chance(MIGRATION_SHARE);
  for (const environment of ENVIRONMENTS) {
    const at = release.arrivals.get(environment);
    if (at === undefined) return;
    if (environment === 'staging' && random.chance(RETRY_SHARE)) {
      yield deployment(release, random, { environment, at: at - 34 * MINUTE_MS, isFailed: true });
    }
    if (migrates) yield migration(release, environment, at - 4 * MINUTE_MS);
    yield deployment(release, random, { environment, at, isFailed: false });
  }
}

interface Stop {
  readonly environment: Environment;
  readonly at: number;
  readonly isFailed: boolean;
}

export function deploymentId({ system, version }: Release, environment: Environment): string {
  return `${system.name}-${version}-${environment}`;
}

function deployment(release: Release, random: Random, stop: Stop): DemoEvent {
  const { environment, at, isFailed } = stop;
  const durationMs = Math.floor(random.between(70, 260)) * 1000;
  return eventOf({
    id: `${deploymentId(release, environment)}${isFailed ? '-failed' : ''}`,
    type: isFailed ? 'deployment-failed' : 'deployment',
    source: release.source,
    at,
    subject: environment,
    severity: isFailed ? 'MINOR' : SEVERITIES[environment],
    version: release.version,
    description: release.change,
    data: {
      status: isFailed ? 'failure' : 'success',
      startedAt: new Date(Math.floor(at) - durationMs).toISOString(),
      durationMs,
      commitTime: new Date(Math.floor(release.committedAt)).toISOString(),
      ...(release.previous !== null && { previousVersion: release.previous }),
      ci: factsOf(release, runOf(release, environment)),
    },
  });
}

function runOf({ pull, sha }: Release, environment: Environment): number {
  return (
    9_000_000 + pull * 7 + Number.parseInt(sha.slice(0, 4), 16) + ENVIRONMENTS.indexOf(environment)
  );
}

function migration(release: Release, environment: Environment, at: number): DemoEvent {
  return eventOf({
    id: `${deploymentId(release, environment)}-migration`,
    type: 'db-migration',
    source: release.source,
    at,
    subject: environment,
    severity: environment === 'production' ? 'MAJOR' : 'LOW',
    version: String(release.pull).padStart(4, '0'),
    description: `Schema for ${release.version}`,
    data: { reversible: true, rows: release.pull * 1931, actor: release.actor },
  });
}

/** Back to what ran before. */
export function rollbackOf(release: Release, at: number, reason: string): DemoEvent {
  const { system, source, version, previous } = release;
  return eventOf({
    id: `${system.name}-${version}-rollback`,
    type: 'rollback',
    source,
    at,
    subject: 'production',
    severity: 'MAJOR',
    version: previous ?? version,
    description: `Back from ${version}: ${reason}`,
    data: {
      status: 'success',
      durationMs: 95_000,
      previousVersion: version,
      ci: factsOf(release, runOf(release, 'production') + 5),
    },
  });
}
