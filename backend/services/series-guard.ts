/** Keeps a sender with a label of many values from making a series of each. */
import { isSameSeries, type NewSample } from '../model/metric.ts';
import type { MetricStore } from '../store/metric-port.ts';

/** What is known is read again at the most so often: series that were deleted leave room. */
const REREAD_MS = 60_000;

const NOBODY: ReadonlySet<number> = new Set();

interface Known {
  readonly keys: Set<string>;
  readonly readAt: number;
}

export interface SeriesGuard {
  readonly limit: number;
  /** The places of samples that may not be stored; the others count as stored from then on. */
  admit(organization: string, samples: readonly NewSample[]): Promise<ReadonlySet<number>>;
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
      if (limit === 0) return NOBODY;
      const before = known.get(organization) ?? (await read(organization));
      const refused = refuse(before.keys, samples, limit);
      if (refused.size === 0 || clock() - before.readAt < REREAD_MS) return refused;
      return refuse((await read(organization)).keys, samples, limit);
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
  let isKnown = false;
  let index = 0;
  for (const sample of samples) {
    // Samples of one series mostly stand together, and comparing costs less than making a key.
    if (last === undefined || !isSameSeries(last, sample)) {
      const key = keyOf(sample);
      isKnown = keys.has(key) || keys.size < limit;
      if (isKnown) keys.add(key);
      last = sample;
    }
    if (!isKnown) refused.add(index);
    index += 1;
  }
  return refused;
}

function keyOf({ metric, subject, source }: Pick<NewSample, 'metric' | 'subject' | 'source'>) {
  return `${metric}\0${subject}\0${source ?? ''}`;
}
