/** What lies in MongoDB of metrics. */
import type { Integration } from '../../model/integration.ts';
import type { HourRollup, MetricSettings } from '../../model/metric.ts';

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
  readonly values?: Readonly<Record<string, number>>;
  /** What those came to that are deleted. */
  readonly expired?: Omit<HourRollup, 'hour'>;
}

/** How long an organization, by its id, keeps samples; null: for ever. */
export interface MetricRetentionDocument {
  readonly _id: string;
  readonly days: number | null;
}

export interface MetricSettingsDocument extends MetricSettings {
  readonly _id: string;
  readonly organization: string;
}

export interface IntegrationDocument extends Omit<Integration, 'id'> {
  readonly _id: string;
  readonly sealed: string;
}

export const METRIC_INDEXES = {
  series: [
    { name: 'by_metric', key: { organization: 1, metric: 1, subject: 1, source: 1 } },
    { name: 'by_subject', key: { organization: 1, subject: 1, source: 1 } },
  ],
  hours: [{ name: 'by_hour', key: { series: 1, hour: 1 } }],
  settings: [{ name: 'by_organization', key: { organization: 1 } }],
  integrations: [{ name: 'by_organization', key: { organization: 1, createdAt: 1 } }],
} as const;
