/** What lies in MongoDB of metrics. */
import type { Integration } from '../../model/integration.ts';
import type { MetricSettings } from '../../model/metric.ts';

export interface MetricSeriesDocument {
  readonly _id: string;
  readonly organization: string;
  readonly metric: string;
  readonly subject: string;
  readonly source: string | null;
  readonly unit?: string;
  readonly first: number;
  readonly last: number;
}

/** The samples of one hour: adding one is one atomic update, whoever else adds at the same time. */
export interface MetricHourDocument {
  readonly _id: string;
  readonly organization: string;
  readonly series: string;
  /** Since the Unix epoch. */
  readonly hour: number;
  /** Values by ms since the hour began. */
  readonly values: Readonly<Record<string, number>>;
}

export interface MetricSettingsDocument extends MetricSettings {
  readonly _id: string;
  readonly organization: string;
}

export interface IntegrationDocument extends Omit<Integration, 'id'> {
  readonly _id: string;
  readonly sealed: string;
}
