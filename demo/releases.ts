/** How versions come about and travel through the environments. Pure. */
import type { System } from './company.ts';
import { ENVIRONMENTS, type Environment, repositoryOf, sourceOf } from './company.ts';
import type { Random } from './random.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

export interface Release {
  readonly system: System;
  readonly source: string;
  readonly version: string;
  /** Null for the first of the story. */
  readonly previous: string | null;
  readonly change: string;
  readonly actor: string;
  readonly sha: string;
  readonly pull: number;
  /** ms since the Unix epoch. */
  readonly committedAt: number;
  /** When it arrived in each environment; some never get to production. */
  readonly arrivals: ReadonlyMap<Environment, number>;
}

/** Hours of the day in UTC between which people deploy to production. */
const OPENS = 8;
const CLOSES = 16;
const FRIDAY = 5;
/** Versions that staging shows to be no good. */
const STOPPED_SHARE = 0.08;

/** All releases of a system whose commit lies between two times, the oldest first. */
export function releasesOf(system: System, random: Random, from: number, to: number): Release[] {
  const releases: Release[] = [];
  const [major, first] = system.version;
  let minor = first;
  let patch = 0;
  let previous: string | null = null;
  const last = new Map<Environment, number>();
  let at = from + random.between(0, system.pace) * DAY_MS;
  while (at < to) {
    const committedAt = workingTime(at, random);
    const version = `${major}.${minor}.${patch}`;
    const release = releaseOf(system, random, { version, previous, committedAt }, last);
    releases.push(release);
    for (const [environment, arrival] of release.arrivals) last.set(environment, arrival);
    previous = version;
    [minor, patch] = random.chance(0.4) ? [minor + 1, 0] : [minor, patch + 1];
    at = Math.max(committedAt + HOUR_MS, at + random.between(0.4, 1.6) * system.pace * DAY_MS);
  }
  return releases;
}

interface Named {
  readonly version: string;
  readonly previous: string | null;
  readonly committedAt: number;
}

/** Behind the release before it, everywhere: nobody overtakes. */
function releaseOf(
  system: System,
  random: Random,
  named: Named,
  last: ReadonlyMap<Environment, number>,
): Release {
  const arrivals = new Map<Environment, number>();
  let at = named.committedAt;
  const hours: Readonly<Record<Environment, readonly [number, number]>> = {
    development: [0.2, 0.6],
    testing: [0.8, 3],
    staging: [2, 18],
    production: [20, 44],
  };
  const isStopped = random.chance(STOPPED_SHARE);
  for (const environment of ENVIRONMENTS) {
    if (environment === 'production' && isStopped) break;
    at += random.between(...hours[environment]) * HOUR_MS;
    at = Math.max(at, (last.get(environment) ?? 0) + 40 * MINUTE_MS);
    if (environment === 'production') at = workingTime(at, random);
    arrivals.set(environment, at);
  }
  return { ...named, ...authorshipOf(system, random), arrivals };
}

/** A repair that nobody lets wait: through every environment within the hour before `at`. */
export function repairOf(release: Release, random: Random, at: number, change: string): Release {
  const [major, minor, patch] = release.version.split('.');
  return {
    ...release,
    ...authorshipOf(release.system, random),
    version: `${major}.${minor}.${Number(patch) + 1}-fix`,
    previous: release.version,
    change,
    committedAt: at - 70 * MINUTE_MS,
    arrivals: new Map([
      ['development', at - 52 * MINUTE_MS],
      ['testing', at - 40 * MINUTE_MS],
      ['staging', at - 22 * MINUTE_MS],
      ['production', at],
    ]),
  };
}

function authorshipOf(system: System, random: Random) {
  return {
    system,
    source: sourceOf(system.name),
    change: random.pick(system.changes),
    actor: random.pick(system.people),
    sha: hash(random),
    pull: Math.floor(random.between(300, 2400)),
  };
}

function hash(random: Random): string {
  return Array.from({ length: 40 }, () => Math.floor(random.uniform() * 16).toString(16)).join('');
}

/** The moment itself where people are at work, else some time on the next working day. */
export function workingTime(at: number, random: Random): number {
  const date = new Date(at);
  const isOpen = (): boolean => {
    const [day, hour] = [date.getUTCDay(), date.getUTCHours()];
    if (day === 0 || day > FRIDAY || hour < OPENS) return false;
    return hour < (day === FRIDAY ? 12 : CLOSES);
  };
  if (isOpen()) return at;
  do {
    if (date.getUTCHours() >= OPENS) date.setTime(date.getTime() + DAY_MS);
    date.setUTCHours(OPENS, 0, 0, 0);
  } while (!isOpen());
  return date.getTime() + random.between(0, 200) * MINUTE_MS;
}

/** What a pipeline tells of itself: the shape that our own action gives it. */
export function factsOf(release: Release, run: number) {
  const repository = repositoryOf(release.system.name);
  const { previous, version, sha, actor } = release;
  return {
    provider: 'github',
    event: 'push',
    workflow: 'Deploy',
    job: 'deploy',
    runNumber: run % 10_000,
    attempt: 1,
    actor,
    sha,
    ref: 'main',
    runUrl: `${repository}/actions/runs/${run}`,
    repositoryUrl: repository,
    commitUrl: `${repository}/commit/${sha}`,
    ...(previous !== null && { compareUrl: `${repository}/compare/v${previous}...v${version}` }),
  };
}
