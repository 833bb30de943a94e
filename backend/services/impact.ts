import { setImmediate as breathe } from 'node:timers/promises';
import { type TimelineEvent, toStoredEvent } from '../model/event.ts';
import {
  DEFAULT_WINDOW,
  type Impact,
  type MetricImpact,
  type Span,
  type Window,
  windowMs,
} from '../model/impact.ts';
import type { MetricSeries } from '../model/metric.ts';
import { adjustForMany } from '../statistics/compare.ts';
import type { MetricStore, SeriesFilter } from '../store/metric-port.ts';
import type { EventStore } from '../store/port.ts';
import { baselineOf, readBaselines } from './baseline.ts';
import { type Measured, measure, toImpact } from './measure.ts';
import type { MetricCatalog } from './metric-catalog.ts';
import { otherChanges } from './overlap.ts';
import type { Query } from './query.ts';
import { toMoment } from './range.ts';
import { SETTLE_MS, spansAround, startOf, untilRollback } from './spans.ts';

export interface AroundRequest {
  readonly time: string;
  readonly timezone?: string | undefined;
  readonly window?: Window | undefined;
  readonly subject?: string | undefined;
  readonly source?: string | undefined;
  readonly metric?: readonly string[] | undefined;
  /** Slices of time to give the samples in; none when absent. */
  readonly points?: number | undefined;
}

export interface EventRequest {
  readonly source?: string | undefined;
  readonly window?: Window | undefined;
  readonly metric?: readonly string[] | undefined;
  readonly points?: number | undefined;
}

export interface ImpactService {
  /** Metrics before and after an event, of its subject and source. Rejects as `Query.get` does. */
  ofEvent(
    organization: string,
    id: string,
    request: EventRequest,
  ): Promise<{ readonly event: TimelineEvent; readonly impact: Impact }>;
  /** The same around a moment. Rejects times that are none with VALIDATION_ERROR. */
  around(organization: string, request: AroundRequest): Promise<Impact>;
}

export interface ImpactDependencies {
  readonly query: Pick<Query, 'get'>;
  readonly events: Pick<EventStore, 'page'>;
  readonly metrics: Pick<MetricStore, 'series' | 'samples' | 'hours'>;
  readonly catalog: Pick<MetricCatalog, 'facts'>;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
}

/** Series of one answer, and those among which it is chosen. */
const SERIES_LIMIT = 100;
const SERIES_SEEN = 10_000;
/** Events of the window that are looked at. */
const EVENTS_LIMIT = 100;

interface Scene {
  readonly organization: string;
  readonly time: number;
  readonly window: Window;
  readonly subject: string | null;
  readonly source: string | null;
  readonly event: TimelineEvent | null;
  readonly filter: SeriesFilter;
  readonly before: Span;
  readonly after: Span;
  readonly points: number;
}

export function createImpact(dependencies: ImpactDependencies): ImpactService {
  return {
    ofEvent: async (organization, id, { source, window = DEFAULT_WINDOW, metric, points = 0 }) => {
      const event = await dependencies.query.get(organization, id, source);
      const { time, subject } = event;
      const spans = spansAround(time, windowMs(window), startOf(event));
      const filter = {
        metric,
        // An event without a subject is of no environment that a metric could be of.
        subject: subject === null ? [] : [subject],
        source: [event.source, null],
      };
      const place = { subject, source: event.source, event, filter };
      const scene = { organization, time, window, points, ...place };
      return { event, impact: await survey(dependencies, { ...scene, ...spans }) };
    },
    around: async (organization, request) => {
      const { window = DEFAULT_WINDOW, subject, source, metric, points = 0 } = request;
      const time = toMoment('time', request.time, request.timezone, dependencies.clock());
      const filter = {
        metric,
        ...(subject === undefined ? {} : { subject: [subject] }),
        ...(source === undefined ? {} : { source: [source, null] }),
      };
      return survey(dependencies, {
        ...{ organization, time, window, points, filter, event: null },
        ...{ subject: subject ?? null, source: source ?? null },
        ...spansAround(time, windowMs(window), time),
      });
    },
  };
}

async function survey(dependencies: ImpactDependencies, scene: Scene): Promise<Impact> {
  const { metrics, catalog, clock } = dependencies;
  const { organization, filter, event, before, time, window, subject, source } = scene;
  const found = await metrics.series(organization, filter, SERIES_SEEN);
  const series = found.slice(0, SERIES_LIMIT);
  const within = await eventsWithin(dependencies, scene);
  const after = untilRollback(scene.after, within, event);
  const changes = otherChanges(within, event);
  const isComplete = clock() >= after.to;
  const measured = await measureAll(metrics, { ...scene, after }, series);
  const facts = await catalog.facts(organization);
  const tested = measured.filter((one) => one.comparison !== null);
  const adjusted = adjustForMany(tested.map(({ comparison }) => comparison?.p ?? 1));
  const pAdjusted = new Map(tested.map((one, index) => [one, adjusted[index] ?? 1]));
  const judged = measured.map((one): MetricImpact => {
    const isOf = ({ source }: TimelineEvent) =>
      one.series.source === null || source === one.series.source;
    const overlapping = changes.filter((change) => change.time <= after.to && isOf(change)).length;
    const p = pAdjusted.get(one) ?? null;
    return toImpact(one, { facts: facts(one.series), pAdjusted: p, overlapping, isComplete });
  });
  return {
    ...{ time, window, subject, source, before, after, settleMs: SETTLE_MS, isComplete },
    others: changes.map((one) => ({
      event: toStoredEvent(one),
      sameSource: one.source === source,
    })),
    metrics: judged,
    omitted: found.length - series.length,
  };
}

async function eventsWithin({ events }: ImpactDependencies, scene: Scene) {
  const { organization, subject, before, after } = scene;
  const filter = {
    ...(subject === null ? {} : { subject: [subject] }),
    from: before.from,
    to: after.to,
  };
  const request = { filter, order: 'asc', limit: EVENTS_LIMIT } as const;
  return (await events.page(organization, request)).events;
}

/** One series after the other, so that the samples of all are never in memory at once. */
async function measureAll(
  metrics: ImpactDependencies['metrics'],
  { organization, before, after, points }: Scene,
  series: readonly MetricSeries[],
): Promise<Measured[]> {
  const baselines = await readBaselines(metrics, organization, series, { before, after });
  const measured: Measured[] = [];
  for (const one of series) {
    const samples = await metrics.samples(organization, [one.id], before.from, after.to);
    const baseline = baselineOf(baselines.get(one.id) ?? [], { before, after });
    measured.push(measure(one, samples.get(one.id) ?? [], { before, after, baseline, points }));
    // Numbers take their time, and others wait.
    await breathe();
  }
  return measured;
}
