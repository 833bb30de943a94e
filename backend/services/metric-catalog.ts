import type { Actor } from '../model/audit.ts';
import {
  type Direction,
  type MetricSeries,
  type MetricSettings,
  wellKnownDirection,
} from '../model/metric.ts';
import type { MetricStore } from '../store/metric-port.ts';
import type { Audit } from './audit.ts';

/** What is known of one metric, by its settings or else by its samples. */
export interface MetricFacts {
  readonly metric: string;
  readonly displayName: string | null;
  readonly unit: string | null;
  readonly direction: Direction | null;
}

export interface ListedMetric extends MetricFacts {
  readonly subjects: readonly string[];
  /** Systems; those of a whole environment name none. */
  readonly sources: readonly string[];
  readonly series: number;
  /** Times of the oldest and the newest sample, ms. */
  readonly first: number;
  readonly last: number;
}

export interface MetricList {
  readonly metrics: readonly ListedMetric[];
  /** There are more series than were looked at. */
  readonly hasMore: boolean;
}

export interface MetricCatalog {
  list(organization: string): Promise<MetricList>;
  /** What is known of the metric of each series. */
  facts(organization: string): Promise<(series: MetricSeries) => MetricFacts>;
  settings(organization: string): Promise<readonly MetricSettings[]>;
  /** In place of what was said about the metric before; of one without samples too. */
  saveSettings(organization: string, settings: MetricSettings, actor: Actor): Promise<void>;
}

/** Series that a list looks at; more than that nobody reads. */
const SERIES_LIMIT = 10_000;

export function createMetricCatalog(
  metrics: Pick<MetricStore, 'series' | 'settings' | 'saveSettings'>,
  audit: Pick<Audit, 'change'>,
): MetricCatalog {
  const factsOf = async (organization: string) => {
    const said = await metrics.settings(organization);
    const settings = new Map(said.map((one) => [one.metric, one]));
    return ({ metric, unit }: Pick<MetricSeries, 'metric' | 'unit'>): MetricFacts => {
      const own = settings.get(metric);
      return {
        metric,
        displayName: own?.displayName ?? null,
        unit: own?.unit ?? unit,
        direction: own?.direction ?? wellKnownDirection(metric),
      };
    };
  };
  return {
    list: async (organization) => {
      const series = await metrics.series(organization, {}, SERIES_LIMIT + 1);
      const facts = await factsOf(organization);
      const byMetric = new Map<string, MetricSeries[]>();
      for (const one of series.slice(0, SERIES_LIMIT)) {
        byMetric.set(one.metric, [...(byMetric.get(one.metric) ?? []), one]);
      }
      const listed = [...byMetric].map(([metric, own]) => {
        const unit = own.find((one) => one.unit !== null)?.unit ?? null;
        return toListed(facts({ metric, unit }), own);
      });
      return { metrics: listed, hasMore: series.length > SERIES_LIMIT };
    },
    facts: factsOf,
    settings: (organization) => metrics.settings(organization),
    saveSettings: async (organization, settings, actor) => {
      const { metric, ...details } = settings;
      const target = { kind: 'metric', id: metric, name: metric };
      await audit.change(
        { organization, actor, action: 'metric.settings-changed', target, details },
        () => metrics.saveSettings(organization, settings),
      );
    },
  };
}

function toListed(facts: MetricFacts, series: readonly MetricSeries[]): ListedMetric {
  return {
    ...facts,
    subjects: distinct(series.map(({ subject }) => subject)),
    sources: distinct(series.flatMap(({ source }) => (source === null ? [] : [source]))),
    series: series.length,
    first: series.reduce((first, one) => Math.min(first, one.first), Number.POSITIVE_INFINITY),
    last: series.reduce((last, one) => Math.max(last, one.last), Number.NEGATIVE_INFINITY),
  };
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].toSorted();
}
