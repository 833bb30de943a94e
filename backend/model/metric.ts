/** Samples of metrics, and what is known of the metrics themselves. Plain types and pure functions. */

/** Lengths in Unicode code points. */
export const METRIC_LIMITS = {
  name: 100,
  subject: 50,
  source: 500,
  unit: 50,
  displayName: 100,
  /** Samples of one request. */
  samples: 10_000,
} as const;

/** Letters, digits and what Prometheus, OpenTelemetry and StatsD put between them. */
export const METRIC_NAME = /^[A-Za-z_][A-Za-z0-9_.:/-]{0,99}$/;

export interface NewSample {
  readonly metric: string;
  /** The environment. */
  readonly subject: string;
  /** The system; null where the metric is of the whole environment. */
  readonly source: string | null;
  /** Null: not said, the unit that is known stays. */
  readonly unit: string | null;
  /** ms since the Unix epoch. */
  readonly time: number;
  readonly value: number;
}

/** Whether two samples belong to one series. */
export function isSameSeries(one: SeriesLabels, other: SeriesLabels): boolean {
  return (
    one.metric === other.metric && one.subject === other.subject && one.source === other.source
  );
}

type SeriesLabels = Pick<NewSample, 'metric' | 'subject' | 'source'>;

/** All samples of one metric, subject and source. */
export interface MetricSeries {
  /** Opaque: only its store knows what it means. */
  readonly id: string;
  readonly metric: string;
  readonly subject: string;
  readonly source: string | null;
  readonly unit: string | null;
  /** Times of the oldest and the newest sample, ms. */
  readonly first: number;
  readonly last: number;
}

/** Time in ms, and the value then. */
export type Sample = readonly [time: number, value: number];

/** What the samples of one hour come to. */
export interface HourRollup {
  /** Whole hours since the Unix epoch. */
  readonly hour: number;
  readonly count: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
}

/** How long samples are kept, days. */
export const SAMPLE_DAYS = { min: 1, max: 36_500, fallback: 400 } as const;

export const DIRECTIONS = ['higher', 'lower'] as const;
/** Which way is better. */
export type Direction = (typeof DIRECTIONS)[number];

/** What people have said about a metric; null where they have not. */
export interface MetricSettings {
  readonly metric: string;
  readonly displayName: string | null;
  readonly unit: string | null;
  readonly direction: Direction | null;
}

const WELL_KNOWN: readonly { readonly name: RegExp; readonly direction: Direction }[] = [
  { name: /^(?:error_rate|crash_rate|.+_latency)$/, direction: 'lower' },
  {
    name: /^(?:throughput|page_views|conversion_rate|crash_free_rate|availability)$/,
    direction: 'higher',
  },
];

/** The direction that a well-known name has; null for any other. */
export function wellKnownDirection(metric: string): Direction | null {
  return WELL_KNOWN.find(({ name }) => name.test(metric))?.direction ?? null;
}
