/** Keeps a sender with a label of many values from making a series of each. */
import type { NewSample } from '../model/metric.ts';
import type { MetricStore } from '../store/metric-port.ts';

/** What is known is read again at the most so often: series that were deleted leave room. */
const REREAD_MS = 60_000;

interface Known {
  readonly keys: Set<string>;
  readonly readAt: number;
}

export interface SeriesGuard {
  readonly limit: number;
  /** Whether each sample may be stored; it counts as stored from then on. */
  admit(organization: string, samples: readonly NewSample[]): Promise<(index: number) => boolean>;
}

export interface SeriesGuardDependencies {
  readonly metrics: Pick<MetricStore, 'series'>;
  /** Series of one organization; 0 for no limit. */
  readonly limit: number;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
}

export function createSeriesGuard({ metrics, limit, clock }: SeriesGuardDependencies): SeriesGuard {
  const known = new Map<string, Known>();

  const read = async (organization: string): Promise<Known> => {
    const series = await metrics.series(organization, {}, limit);
    const made = { keys: new Set(series.map(keyOf)), readAt: clock() };
    known.set(organization, made);
    return made;
  };

  return {
    limit,
    admit: async (organization, samples) => {
      if (limit === 0) return () => true;
      let { keys, readAt } = known.get(organization) ?? (await read(organization));
      if (refuse(keys, samples, limit).size > 0 && clock() - readAt >= REREAD_MS) {
        ({ keys, readAt } = await read(organization));
      }
      const refused = refuse(keys, samples, limit);
      return (index) => !refused.has(index);
    },
  };
}

/** The places of samples for which there is no room; the others are known from then on. */
function refuse(
  keys: Set<string>,
  samples: readonly NewSample[],
  limit: number,
): ReadonlySet<number> {
  const refused = new Set<number>();
  let last: NewSample | undefined;
  let isLastKnown = false;
  for (const [index, sample] of samples.entries()) {
    // Samples of one series mostly stand together.
    if (last === undefined || !isSameSeries(last, sample)) {
      const key = keyOf(sample);
      isLastKnown = keys.has(key);
      if (!isLastKnown && keys.size < limit) {
        keys.add(key);
        isLastKnown = true;
      }
      last = sample;
    }
    if (!isLastKnown) refused.add(index);
  }
  return refused;
}

type Labels = Pick<NewSample, 'metric' | 'subject' | 'source'>;

function isSameSeries(one: Labels, other: Labels): boolean {
  return (
    one.metric === other.metric && one.subject === other.subject && one.source === other.source
  );
}

function keyOf({ metric, subject, source }: Labels): string {
  return `${metric}\0${subject}\0${source ?? ''}`;
}
