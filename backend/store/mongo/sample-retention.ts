/** Samples go, and what they came to stays in the document of their hour. */
import type { MetricStore } from '../metric-port.ts';
import { HOUR_MS } from '../spans.ts';
import type { Collections } from './documents.ts';
import { guard } from './errors.ts';
import { rollUp } from './hours.ts';

/** Hours of one look; each is one small write. */
const HOURS = 25;

export function createSampleRetention({
  metricHours,
  metricRetention,
  metricSeries,
}: Collections): Pick<MetricStore, 'expireSamples' | 'sampleDays' | 'saveSampleDays'> {
  return {
    expireSamples: async function* (organization, before) {
      const condition = { organization, first: { $lt: before } };
      const series = await guard(() => metricSeries.find(condition).sort({ _id: 1 }).toArray());
      const end = Math.floor(before / HOUR_MS);
      for (const { _id } of series) {
        for (let from = Number.MIN_SAFE_INTEGER; ; ) {
          const hours = await guard(() =>
            metricHours
              .find({ series: _id, hour: { $gte: from, $lt: end } })
              .sort({ series: 1, hour: 1 })
              .limit(HOURS)
              .toArray(),
          );
          let deleted = 0;
          for (const document of hours) {
            const { values } = document;
            if (values === undefined) continue;
            const { hour: _, ...expired } = rollUp(document);
            // A sample of so long ago that comes at this very moment is lost with the others.
            const change = { $set: { expired }, $unset: { values: '' } } as const;
            await guard(() => metricHours.updateOne({ _id: document._id }, change));
            deleted += Object.keys(values).length;
          }
          if (deleted > 0) yield deleted;
          const last = hours.at(-1);
          if (last === undefined || hours.length < HOURS) break;
          from = last.hour + 1;
        }
      }
    },
    sampleDays: async (organization) => {
      const found = await guard(() => metricRetention.findOne({ _id: organization }));
      return found?.days;
    },
    saveSampleDays: async (organization, days) => {
      await guard(() =>
        metricRetention.updateOne({ _id: organization }, { $set: { days } }, { upsert: true }),
      );
    },
  };
}
