import { setTimeout as wait } from 'node:timers/promises';
import type { Actor } from '../model/audit.ts';
import { SAMPLE_DAYS } from '../model/metric.ts';
import type { MetricStore } from '../store/metric-port.ts';
import type { Audit } from './audit.ts';
import type { RunOptions } from './retention.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Samples of one step: short enough for whoever records meanwhile not to notice. */
const STEP = 2000;
/** A step is followed by a pause of this many times its length: the rest is for everybody else. */
const PAUSE_FACTOR = 5;
const MIN_PAUSE_MS = 5;

export interface SampleRetention {
  /** Days; null: for ever. */
  read(organization: string): Promise<number | null>;
  change(organization: string, days: number | null, actor: Actor): Promise<void>;
  /** Deletes what has expired, in steps with pauses; says how many samples. */
  run(organization: string, options?: RunOptions): Promise<number>;
}

export interface SampleRetentionDependencies {
  readonly metrics: Pick<MetricStore, 'expireSamples' | 'sampleDays' | 'saveSampleDays'>;
  readonly audit: Pick<Audit, 'change' | 'record'>;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
}

const MILEPOST: Actor = { kind: 'system', id: null, name: 'retention' };

/** How long samples are kept; what they came to by the hour is kept for ever. */
export function createSampleRetention(dependencies: SampleRetentionDependencies): SampleRetention {
  const { metrics, audit, clock } = dependencies;

  const read = async (organization: string): Promise<number | null> => {
    const days = await metrics.sampleDays(organization);
    return days === undefined ? SAMPLE_DAYS.fallback : days;
  };

  return {
    read,
    change: async (organization, days, actor) => {
      const samples = days === null ? 'for ever' : `${days} ${days === 1 ? 'day' : 'days'}`;
      const deed = { organization, actor, action: 'retention.changed' } as const;
      await audit.change({ ...deed, details: { samples } }, () =>
        metrics.saveSampleDays(organization, days),
      );
    },
    run: async (organization, { signal, mayGoOn, actor = MILEPOST } = {}) => {
      const days = await read(organization);
      if (days === null) return 0;
      const before = Math.floor((clock() - days * DAY_MS) / HOUR_MS) * HOUR_MS;
      let deleted = 0;
      let began = performance.now();
      for await (const count of metrics.expireSamples(organization, before, STEP)) {
        deleted += count;
        await wait(Math.max(MIN_PAUSE_MS, (performance.now() - began) * PAUSE_FACTOR));
        if (signal?.aborted || (mayGoOn !== undefined && !(await mayGoOn()))) break;
        if ((await read(organization)) !== days) break;
        began = performance.now();
      }
      if (deleted > 0) {
        await audit.record(organization, actor, 'retention.deleted', null, { samples: deleted });
      }
      return deleted;
    },
  };
}
