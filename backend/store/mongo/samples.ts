/** Samples into documents of an hour each. Written again they change nothing, on any node. */
import type { AnyBulkWriteOperation } from 'mongodb';
import type { NewSample } from '../../model/metric.ts';
import type { SampleCounts } from '../metric-port.ts';
import { HOUR_MS } from '../spans.ts';
import type { Collections } from './documents.ts';
import { duplicatesOf, guard } from './errors.ts';
import type { MetricHourDocument, MetricSeriesDocument } from './metric-documents.ts';
import { tupleId } from './places.ts';

/** A series is touched again only when what it says of itself has changed; hours of it at a time. */
interface SeriesTally {
  readonly id: string;
  readonly sample: NewSample;
  unit: string | null;
  first: number;
  last: number;
}

interface HourTally {
  readonly id: string;
  readonly series: string;
  readonly hour: number;
  readonly values: Map<number, number>;
}

export function createSampleWriter({
  metricSeries,
  metricHours,
}: Collections): (organization: string, samples: readonly NewSample[]) => Promise<SampleCounts> {
  return async (organization, samples) => {
    const { series, hours } = tally(organization, samples);
    const known = await countKnown(metricHours, hours);
    // The series first: one without samples does no harm, samples without a series are lost.
    await writeAll(
      metricSeries,
      series.map((one) => seriesUpdate(organization, one)),
    );
    await writeAll(
      metricHours,
      hours.map((one) => hourUpdate(organization, one)),
    );
    const distinct = hours.reduce((sum, { values }) => sum + values.size, 0);
    const created = distinct - known;
    return { created, replaced: samples.length - created };
  };
}

function tally(organization: string, samples: readonly NewSample[]) {
  const series = new Map<string, SeriesTally>();
  const hours = new Map<string, HourTally>();
  const ids = new Map<string, string>();
  for (const sample of samples) {
    const { metric, subject, source, time } = sample;
    const key = `${metric}\0${subject}\0${source ?? ''}`;
    const id = ids.get(key) ?? tupleId(organization, metric, subject, source);
    ids.set(key, id);
    const one = series.get(id) ?? { id, sample, unit: null, first: time, last: time };
    one.unit = sample.unit ?? one.unit;
    one.first = Math.min(one.first, time);
    one.last = Math.max(one.last, time);
    series.set(id, one);
    addToHour(hours, id, sample);
  }
  return { series: [...series.values()], hours: [...hours.values()] };
}

function addToHour(hours: Map<string, HourTally>, series: string, { time, value }: NewSample) {
  const hour = Math.floor(time / HOUR_MS);
  const id = `${series} ${hour}`;
  const one = hours.get(id) ?? { id, series, hour, values: new Map<number, number>() };
  one.values.set(time - hour * HOUR_MS, value);
  hours.set(id, one);
}

/** Samples that are there already. Two nodes that write the same at once both count it as new. */
async function countKnown(
  collection: Collections['metricHours'],
  hours: readonly HourTally[],
): Promise<number> {
  const _id = { $in: hours.map(({ id }) => id) };
  const found = await guard(() => collection.find({ _id }).toArray());
  const values = new Map(found.map((document) => [document._id, document.values]));
  let known = 0;
  for (const hour of hours) {
    const there = values.get(hour.id);
    if (there === undefined) continue;
    for (const offset of hour.values.keys()) if (Object.hasOwn(there, offset)) known += 1;
  }
  return known;
}

function seriesUpdate(
  organization: string,
  { id, sample, unit, first, last }: SeriesTally,
): AnyBulkWriteOperation<MetricSeriesDocument> {
  const { metric, subject, source } = sample;
  return {
    updateOne: {
      filter: { _id: id },
      update: {
        $set: { organization, metric, subject, source, ...(unit === null ? {} : { unit }) },
        $min: { first },
        $max: { last },
      },
      upsert: true,
    },
  };
}

function hourUpdate(
  organization: string,
  { id, series, hour, values }: HourTally,
): AnyBulkWriteOperation<MetricHourDocument> {
  const fields = [...values].map(([offset, value]) => [`values.${offset}`, value]);
  return {
    updateOne: {
      filter: { _id: id },
      update: { $set: { organization, series, hour, ...Object.fromEntries(fields) } },
      upsert: true,
    },
  };
}

/** Of two upserts of one document at once, the second may be refused as a duplicate: once more. */
async function writeAll<Document extends { readonly _id: string }>(
  collection: {
    bulkWrite(
      operations: readonly AnyBulkWriteOperation<Document>[],
      options: { ordered: false },
    ): Promise<unknown>;
  },
  operations: readonly AnyBulkWriteOperation<Document>[],
): Promise<void> {
  if (operations.length === 0) return;
  try {
    await guard(() => collection.bulkWrite(operations, { ordered: false }));
  } catch (error) {
    if (duplicatesOf(error) === undefined) throw error;
    await guard(() => collection.bulkWrite(operations, { ordered: false }));
  }
}
