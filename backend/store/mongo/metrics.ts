import type { Filter } from 'mongodb';
import type { MetricSeries } from '../../model/metric.ts';
import type { BySeries, MetricStore, SeriesFilter } from '../metric-port.ts';
import { HOUR_MS } from '../spans.ts';
import type { Collections } from './documents.ts';
import { guard } from './errors.ts';
import { rollUp, samplesOf } from './hours.ts';
import { createLeaseStore } from './leases.ts';
import type {
  MetricHourDocument,
  MetricSeriesDocument,
  MetricSettingsDocument,
} from './metric-documents.ts';
import { tupleId } from './places.ts';
import { createSampleRetention } from './sample-retention.ts';
import { createSampleWriter } from './samples.ts';

export function createMetricStore(collections: Collections): MetricStore {
  const { metricSeries, metricHours, metricSettings } = collections;
  const readHours = async (
    organization: string,
    ids: readonly string[],
    from: number,
    to: number,
  ): Promise<MetricHourDocument[]> => {
    const condition = { organization, series: { $in: [...ids] }, hour: { $gte: from, $lte: to } };
    return guard(() => metricHours.find(condition).sort({ series: 1, hour: 1 }).toArray());
  };

  return {
    ...createLeaseStore(collections, 'samples'),
    ...createSampleRetention(collections),
    write: createSampleWriter(collections),
    series: async (organization, filter, limit) => {
      const order = { metric: 1, subject: 1, source: 1 } as const;
      const condition = toCondition(organization, filter);
      const found = await guard(() =>
        metricSeries.find(condition).sort(order).limit(limit).toArray(),
      );
      return found.map(toSeries);
    },
    samples: async (organization, ids, from, to) => {
      const hours = await readHours(organization, ids, hourOf(from), hourOf(to));
      return bySeries(hours, (hour) =>
        samplesOf(hour).filter(([time]) => time >= from && time <= to),
      );
    },
    hours: async (organization, ids, from, to) =>
      bySeries(await readHours(organization, ids, from, to), (hour) => [rollUp(hour)]),
    settings: async (organization) => {
      const found = await guard(() =>
        metricSettings.find({ organization }).sort({ metric: 1 }).toArray(),
      );
      return found.map(({ _id, organization: _, ...settings }: MetricSettingsDocument) => settings);
    },
    saveSettings: async (organization, settings) => {
      const _id = tupleId(organization, settings.metric);
      const update = { $set: { organization, ...settings } };
      await guard(() => metricSettings.updateOne({ _id }, update, { upsert: true }));
    },
  };
}

/** The hour that a time (ms) is in, since the Unix epoch. */
export function hourOf(time: number): number {
  return Math.floor(time / HOUR_MS);
}

function toCondition(
  organization: string,
  { metric, subject, source }: SeriesFilter,
): Filter<MetricSeriesDocument> {
  const condition: Record<string, unknown> = { organization };
  if (metric !== undefined) condition['metric'] = { $in: metric };
  if (subject !== undefined) condition['subject'] = { $in: subject };
  if (source !== undefined) condition['source'] = { $in: source };
  return condition as Filter<MetricSeriesDocument>;
}

function toSeries({ _id, metric, subject, source, unit, first, last }: MetricSeriesDocument) {
  const made: MetricSeries = { id: _id, metric, subject, source, unit: unit ?? null, first, last };
  return made;
}

function bySeries<Item>(
  hours: readonly MetricHourDocument[],
  toItems: (hour: MetricHourDocument) => readonly Item[],
): BySeries<Item> {
  const found = new Map<string, Item[]>();
  for (const hour of hours) {
    const items = toItems(hour);
    if (items.length === 0) continue;
    const known = found.get(hour.series);
    if (known === undefined) found.set(hour.series, [...items]);
    else known.push(...items);
  }
  return found;
}
