import type { MetricStore } from '../metric-port.ts';
import type { Database } from './database.ts';

/** The oldest samples of a series that have expired, so many at the most. */
const DELETE_OLDEST = `
  DELETE FROM metric_samples WHERE series = ?1 AND time < min(?2, ifnull(
    (SELECT time FROM metric_samples WHERE series = ?1 ORDER BY time LIMIT 1 OFFSET ?3), ?2))`;

export function createSampleRetention(
  db: Database,
): Pick<MetricStore, 'expireSamples' | 'sampleDays' | 'saveSampleDays'> {
  return {
    expireSamples: async function* (organization, before, limit) {
      const series = db.all<{ id: number }>(
        'SELECT id FROM metric_series WHERE organization = ? AND first_time < ? ORDER BY id',
        organization,
        before,
      );
      for (const { id } of series) {
        for (;;) {
          const { changes } = db.run(DELETE_OLDEST, id, before, limit);
          if (changes === 0) break;
          yield changes;
        }
      }
    },
    sampleDays: async (organization) =>
      db.get<{ days: number | null }>(
        'SELECT days FROM metric_retention WHERE organization = ?',
        organization,
      )?.days,
    saveSampleDays: async (organization, days) => {
      db.run('REPLACE INTO metric_retention VALUES (?, ?)', organization, days);
      await db.flush();
    },
  };
}
