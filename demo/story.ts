/** Ninety days of a company, with the truth about them. Pure: the same for the same seed and time. */
import { SYSTEMS, sourceOf } from './company.ts';
import { dailyLife } from './daily-life.ts';
import { createRandom, type Random } from './random.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Release, releasesOf, repairOf } from './releases.ts';
import {
  type DemoEvent,
  deploymentId,
  eventOf,
  eventsOfRelease,
  rollbackOf,
} from './story-events.ts';
import {
  type Effect,
  IMPROVEMENTS,
  OUTSIDE,
  type Outside,
  TROUBLES,
  type Trouble,
} from './troubles.ts';

/** What a deployment to production did to the metrics of its system. */
export interface Truth {
  readonly id: string;
  readonly source: string;
  /** ms since the Unix epoch. */
  readonly at: number;
  readonly effect: 'harm' | 'good' | 'none';
  /** The metrics that it moved. */
  readonly metrics: readonly string[];
  /** When people noticed; null where nobody was paged. */
  readonly incidentAt: number | null;
}

export interface Story {
  /** In the order of time. */
  readonly events: readonly DemoEvent[];
  readonly effects: readonly Effect[];
  readonly truths: readonly Truth[];
}

export interface StoryOptions {
  /** ms since the Unix epoch: when the story ends. */
  readonly now: number;
  readonly days: number;
  readonly seed: number;
}

/** Versions on their way when the story begins, so that no environment is empty. */
const PRELUDE_DAYS = 8;
/** From the deployment to the page, and from the repair to the end of the incident. */
const NOTICED_MS = 14 * MINUTE_MS;
const CALM_MS = 19 * MINUTE_MS;

/** One trouble or improvement, and the release that brought it. */
interface Turn {
  readonly release: Release;
  readonly at: number;
  readonly end: number;
}

export function tellStory({ now, days, seed }: StoryOptions): Story {
  const random = createRandom(seed);
  const from = now - days * DAY_MS;
  const releases = new Map(
    SYSTEMS.map((system) => [
      system.name,
      releasesOf(system, random, from - PRELUDE_DAYS * DAY_MS, now),
    ]),
  );
  const incidents = numbers();
  const events: DemoEvent[] = [];
  const effects: Effect[] = [];
  const judged = new Map<string, Omit<Truth, 'id' | 'source' | 'at'>>();

  for (const trouble of TROUBLES.filter(({ daysAgo }) => daysAgo < days)) {
    const turn = troubleOf(releases, trouble, { now, random });
    if (turn === null) continue;
    effects.push(...effectsOf(turn, trouble.factors));
    const told = tellTrouble(turn, trouble, incidents);
    events.push(...told);
    const page = told.find(({ type }) => type === 'incident');
    judged.set(deploymentId(turn.release, 'production'), {
      effect: 'harm',
      metrics: Object.keys(trouble.factors),
      incidentAt: page === undefined ? null : Date.parse(page.time),
    });
  }
  for (const improvement of IMPROVEMENTS.filter(({ daysAgo }) => daysAgo < days)) {
    const found = nearest(
      releases.get(improvement.system) ?? [],
      now - improvement.daysAgo * DAY_MS,
    );
    if (found === null) continue;
    effects.push(...effectsOf({ ...found, end: Number.POSITIVE_INFINITY }, improvement.factors));
    judged.set(deploymentId(found.release, 'production'), {
      effect: 'good',
      metrics: Object.keys(improvement.factors),
      incidentAt: null,
    });
  }
  for (const outside of OUTSIDE.filter(({ daysAgo }) => daysAgo < days)) {
    const start = startOf(outside, now);
    effects.push(...outsideEffects(outside, start));
    events.push(...tellOutside(outside, start, incidents));
  }
  for (const release of [...releases.values()].flat()) {
    events.push(...eventsOfRelease(release, random));
  }
  events.push(...dailyLife(random, { from, to: now }));
  const past = events
    .filter(({ time }) => Date.parse(time) <= now)
    .toSorted((one, other) => one.time.localeCompare(other.time));
  return { events: past, effects, truths: truthsOf(past, judged) };
}

function numbers(): () => string {
  let last = 450;
  return () => {
    last += 1;
    return `INC-${last}`;
  };
}

type Releases = Map<string, Release[]>;

/** The release that brought the trouble; what comes next in production waits until it is over. */
function troubleOf(
  releases: Releases,
  trouble: Trouble,
  { now, random }: { readonly now: number; readonly random: Random },
): Turn | null {
  const own = releases.get(trouble.system) ?? [];
  const wished = now - trouble.daysAgo * DAY_MS;
  const found = nearest(own, wished);
  if (found === null) return null;
  // What happened today happened a few hours ago, whatever the hour is.
  const isToday = trouble.daysAgo < 1;
  const at = isToday ? wished : found.at;
  const release = isToday ? arriving(found.release, wished) : found.release;
  const end = at + trouble.minutes * MINUTE_MS;
  const others = own.filter(
    (one) => one !== found.release && !isBetween(one, at - 12 * HOUR_MS, end + 3 * HOUR_MS),
  );
  const repairs = trouble.end === 'repair' ? [repairOf(release, random, end, trouble.repair)] : [];
  releases.set(trouble.system, [...others, release, ...repairs]);
  return { release, at, end };
}

function arriving(release: Release, at: number): Release {
  const staged = Math.min(release.arrivals.get('staging') ?? at, at - HOUR_MS);
  return {
    ...release,
    committedAt: Math.min(release.committedAt, staged - 3 * HOUR_MS),
    arrivals: new Map([
      ['development', staged - 2 * HOUR_MS],
      ['testing', staged - HOUR_MS],
      ['staging', staged],
      ['production', at],
    ]),
  };
}

function isBetween({ arrivals }: Release, from: number, to: number): boolean {
  const at = arrivals.get('production');
  return at !== undefined && at > from && at < to;
}

function nearest(releases: readonly Release[], wished: number) {
  const placed = releases.flatMap((release) => {
    const at = release.arrivals.get('production');
    return at === undefined || release.previous === null ? [] : [{ release, at }];
  });
  const [first = null] = placed.toSorted(
    (one, other) => Math.abs(one.at - wished) - Math.abs(other.at - wished),
  );
  return first;
}

function effectsOf({ release, at, end }: Turn, factors: Trouble['factors']): Effect[] {
  return Object.entries(factors).map(([metric, factor]) => ({
    ...{ source: release.source, metric, factor },
    ...{ from: at, to: end },
  }));
}

function tellTrouble(
  { release, at, end }: Turn,
  trouble: Trouble,
  next: () => string,
): DemoEvent[] {
  const back = trouble.end === 'rollback' ? [rollbackOf(release, end, trouble.repair)] : [];
  if (trouble.incident === undefined) return back;
  const { severity, text } = trouble.incident;
  const incident = { name: next(), source: release.source, severity };
  return [
    ...back,
    ...tellIncident(
      incident,
      { at: at + NOTICED_MS, text },
      { at: end + CALM_MS, text: `Over: ${trouble.repair}` },
    ),
  ];
}

interface Said {
  readonly at: number;
  readonly text: string;
}

function tellIncident(
  { name, source, severity }: { name: string; source: string; severity: 'MAJOR' | 'CRITICAL' },
  begin: Said,
  end: Said,
): DemoEvent[] {
  const data = { incident: name, url: `https://status.northwind.example/${name}` };
  const common = { source, subject: 'production', data } as const;
  return [
    eventOf({
      ...common,
      id: name,
      type: 'incident',
      severity,
      at: begin.at,
      description: begin.text,
    }),
    eventOf({
      ...{ ...common, id: `${name}-resolved`, type: 'incident-resolved', severity: 'LOW' },
      ...{ at: end.at, description: end.text },
    }),
  ];
}

function startOf({ daysAgo, weekday, hour }: Outside, now: number): number {
  let day = Math.floor((now - daysAgo * DAY_MS) / DAY_MS) * DAY_MS;
  while (weekday !== null && new Date(day).getUTCDay() !== weekday) day -= DAY_MS;
  return day + hour * HOUR_MS;
}

function outsideEffects({ systems, factors, minutes }: Outside, start: number): Effect[] {
  const to = start + minutes * MINUTE_MS;
  return systems.flatMap((name) =>
    Object.entries(factors).map(([metric, factor]) => ({
      ...{ source: sourceOf(name), metric, factor },
      ...{ from: start, to },
    })),
  );
}

function tellOutside(
  { incident, minutes }: Outside,
  start: number,
  next: () => string,
): DemoEvent[] {
  if (incident === null) return [];
  const named = { name: next(), source: sourceOf(incident.system), severity: 'CRITICAL' } as const;
  const begin = { at: start + 9 * MINUTE_MS, text: incident.text };
  const end = { at: start + minutes * MINUTE_MS + CALM_MS, text: incident.end };
  return tellIncident(named, begin, end);
}

/** Every deployment to production, judged. */
function truthsOf(
  events: readonly DemoEvent[],
  judged: ReadonlyMap<string, Omit<Truth, 'id' | 'source' | 'at'>>,
): Truth[] {
  return events
    .filter(({ type, subject }) => type === 'deployment' && subject === 'production')
    .map(({ id, source, time }) => ({
      ...{ id, source, at: Date.parse(time) },
      ...(judged.get(id) ?? { effect: 'none', metrics: [], incidentAt: null }),
    }));
}
