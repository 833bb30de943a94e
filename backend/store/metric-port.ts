/** What Milepost needs of a database about metrics: see `port.ts`. */
import type { Integration } from '../model/integration.ts';
import type {
  HourRollup,
  MetricSeries,
  MetricSettings,
  NewSample,
  Sample,
} from '../model/metric.ts';
import type { LeaseStore } from './provider-port.ts';

export interface SeriesFilter {
  readonly metric?: readonly string[] | undefined;
  readonly subject?: readonly string[] | undefined;
  /** Null: series of a whole environment. */
  readonly source?: readonly (string | null)[] | undefined;
}

/** By the id of a series, in the order of time; series without any are left out. */
export type BySeries<Item> = ReadonlyMap<string, readonly Item[]>;

export interface SampleCounts {
  readonly created: number;
  readonly replaced: number;
}

export interface MetricStore extends LeaseStore {
  /**
   * Writes samples durably before it answers. A sample of the same metric, subject, source and time
   * takes the place of the one before, within one call too: the later one stays.
   */
  write(organization: string, samples: readonly NewSample[]): Promise<SampleCounts>;
  /** At most `limit` series, in the order of metric, subject and source. */
  series(
    organization: string,
    filter: SeriesFilter,
    limit: number,
  ): Promise<readonly MetricSeries[]>;
  /** Samples from `from` up to and with `to`, ms. Ids of other organizations are not known. */
  samples(
    organization: string,
    ids: readonly string[],
    from: number,
    to: number,
  ): Promise<BySeries<Sample>>;
  /** Hours from `from` up to and with `to`, counted from the Unix epoch. */
  hours(
    organization: string,
    ids: readonly string[],
    from: number,
    to: number,
  ): Promise<BySeries<HourRollup>>;
  /**
   * Deletes samples before `before` (ms, the beginning of an hour), a short step each time it is
   * asked to go on; says how many. What they came to by the hour stays. May be left at any step.
   */
  expireSamples(
    organization: string,
    before: number,
    limit: number,
  ): AsyncGenerator<number, void, undefined>;
  /** For how many days samples are kept; null: for ever; undefined: nobody has said. */
  sampleDays(organization: string): Promise<number | null | undefined>;
  saveSampleDays(organization: string, days: number | null): Promise<void>;
  settings(organization: string): Promise<readonly MetricSettings[]>;
  /** In place of what was said about the same metric before. */
  saveSettings(organization: string, settings: MetricSettings): Promise<void>;
}

export interface IntegrationRecord extends Integration {
  /** The secret, encrypted. */
  readonly sealed: string;
}

export interface IntegrationStore {
  insert(integration: IntegrationRecord): Promise<void>;
  find(id: string): Promise<IntegrationRecord | null>;
  /** Oldest first; revoked ones too. */
  list(organization: string): Promise<readonly IntegrationRecord[]>;
  /** False when the organization has no such record; one that is revoked already stays as it is. */
  revoke(organization: string, id: string, at: number): Promise<boolean>;
}
