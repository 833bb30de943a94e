/** Samples in a table of their own, and what they come to by the hour, written with them. */
import type {
  Direction,
  HourRollup,
  MetricSeries,
  MetricSettings,
  Sample,
} from '../../model/metric.ts';
import type { BySeries, MetricStore, SampleCounts, SeriesFilter } from '../metric-port.ts';
import type { Database } from './database.ts';
import type { SqlValue } from './driver.ts';
import { createLeaseStore } from './leases.ts';
import { createSampleRetention } from './sample-retention.ts';
import { createSampleWriter } from './samples.ts';

interface SeriesRow {
  readonly id: number;
  readonly metric: string;
  readonly subject: string;
  readonly source: string;
  readonly unit: string | null;
  readonly first_time: number;
  readonly last_time: number;
}

interface SettingsRow {
  readonly metric: string;
  readonly display_name: string | null;
  readonly unit: string | null;
  readonly direction: Direction | null;
}

interface HourRow extends HourRollup {
  readonly series: number;
}

/** Only series of the organization, whatever ids are asked for. */
const OWN_SERIES =
  'series IN (SELECT s.id FROM json_each(?) j JOIN metric_series s ON s.id = j.value WHERE s.organization = ?)';

export function createMetricStore(db: Database): MetricStore {
  const writeSamples = createSampleWriter(db);
  return {
    ...createLeaseStore(db, 'samples'),
    ...createSampleRetention(db),
    write: async (organization, samples) => {
      const counts: SampleCounts = writeSamples(organization, samples);
      await db.flush();
      return counts;
    },
    series: async (organization, filter, limit) => readSeries(db, organization, filter, limit),
    samples: async (organization, ids, from, to) => {
      const rows = db.all<{ series: number; time: number; value: number }>(
        `SELECT series, time, value FROM metric_samples
         WHERE ${OWN_SERIES} AND time BETWEEN ? AND ? ORDER BY series, time`,
        JSON.stringify(ids.map(Number)),
        organization,
        from,
        to,
      );
      return bySeries(rows, ({ time, value }): Sample => [time, value]);
    },
    hours: async (organization, ids, from, to) => {
      const rows = db.all<HourRow>(
        `SELECT series, hour, count, sum, min, max FROM metric_hours
         WHERE ${OWN_SERIES} AND hour BETWEEN ? AND ? ORDER BY series, hour`,
        JSON.stringify(ids.map(Number)),
        organization,
        from,
        to,
      );
      return bySeries(rows, ({ series: _, ...hour }): HourRollup => hour);
    },
    settings: async (organization) =>
      db
        .all<SettingsRow>(
          'SELECT * FROM metric_settings WHERE organization = ? ORDER BY metric',
          organization,
        )
        .map(toSettings),
    saveSettings: async (organization, { metric, displayName, unit, direction }) => {
      db.run(
        `INSERT INTO metric_settings VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT DO UPDATE SET display_name = ?3, unit = ?4, direction = ?5`,
        organization,
        metric,
        displayName,
        unit,
        direction,
      );
      await db.flush();
    },
  };
}

function readSeries(
  db: Database,
  organization: string,
  { metric, subject, source }: SeriesFilter,
  limit: number,
): MetricSeries[] {
  const conditions = ['organization = ?'];
  const values: SqlValue[] = [organization];
  const narrow = (column: string, wanted: readonly string[] | undefined): void => {
    if (wanted === undefined) return;
    conditions.push(`${column} IN (SELECT value FROM json_each(?))`);
    values.push(JSON.stringify(wanted));
  };
  narrow('metric', metric);
  narrow('subject', subject);
  narrow(
    'source',
    source?.map((one) => one ?? ''),
  );
  const rows = db.all<SeriesRow>(
    `SELECT * FROM metric_series WHERE ${conditions.join(' AND ')}
     ORDER BY metric, subject, source LIMIT ?`,
    ...values,
    limit,
  );
  return rows.map(toSeries);
}

function bySeries<Row extends { readonly series: number }, Item>(
  rows: readonly Row[],
  toItem: (row: Row) => Item,
): BySeries<Item> {
  const found = new Map<string, Item[]>();
  let last: { series: number; items: Item[] } | undefined;
  for (const row of rows) {
    if (last?.series !== row.series) {
      last = { series: row.series, items: [] };
      found.set(String(row.series), last.items);
    }
    last.items.push(toItem(row));
  }
  return found;
}

function toSeries({ id, source, first_time, last_time, ...row }: SeriesRow): MetricSeries {
  const { metric, subject, unit } = row;
  return {
    id: String(id),
    metric,
    subject,
    source: source || null,
    unit,
    first: first_time,
    last: last_time,
  };
}

function toSettings({ metric, display_name, unit, direction }: SettingsRow): MetricSettings {
  return { metric, displayName: display_name, unit, direction };
}
