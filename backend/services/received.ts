/** Samples that came in somebody else's form: counted, put together, stored. */
import type { NewSample } from '../model/metric.ts';
import type { Place, Placed } from './placing.ts';
import type { Samples } from './samples.ts';

/** Times that can be written: 1970 up to 9999, ms. */
const MAX_MS = Date.UTC(9999, 11, 31);

export interface Receipt {
  /** Samples that are stored, after those of one moment were put together. */
  readonly stored: number;
  /** Points that were not stored. */
  readonly refused: number;
  /** Why, of the first. */
  readonly reason: string | null;
}

/** How points of one series and moment become one sample: counts are added, the rest is averaged. */
export type Merge = 'sum' | 'mean';

interface Tally extends Place {
  readonly time: number;
  readonly merge: Merge;
  sum: number;
  count: number;
}

export interface Received {
  /** Says whether points of this series are wanted; counts those that are refused. */
  accepts(placed: Placed, points: number): placed is Extract<Placed, { kind: 'placed' }>;
  /** `weight`: of how many values this is the mean. */
  add(place: Place, time: number, value: number, merge: Merge, weight?: number): void;
  refuse(reason: string, points?: number): void;
  store(samples: Pick<Samples, 'store'>, organization: string): Promise<Receipt>;
}

export function createReceived(): Received {
  const tallies = new Map<string, Tally>();
  let refused = 0;
  let reason: string | null = null;

  const refuse = (why: string, points = 1): void => {
    refused += points;
    reason ??= why;
  };

  return {
    refuse,
    accepts: (placed, points): placed is Extract<Placed, { kind: 'placed' }> => {
      if (placed.kind === 'refused') refuse(placed.reason, points);
      return placed.kind === 'placed';
    },
    add: (place, time, value, merge, weight = 1) => {
      if (!(time > 0 && time < MAX_MS)) return refuse(`${place.metric} has no time`);
      // What is not a number marks the end of a series there.
      if (!Number.isFinite(value)) return;
      const key = `${place.metric}\0${place.subject}\0${place.source ?? ''}\0${time}\0${merge}`;
      const known = tallies.get(key);
      if (known === undefined) {
        tallies.set(key, { ...place, time, merge, sum: value * weight, count: weight });
      } else {
        known.sum += value * weight;
        known.count += weight;
      }
    },
    store: async (samples, organization) => {
      const found = [...tallies.values()].map(toSample);
      const { created, replaced } =
        found.length === 0 ? { created: 0, replaced: 0 } : await samples.store(organization, found);
      const stored = created + replaced;
      if (stored < found.length) {
        refuse('there are too many series already (METRIC_SERIES_LIMIT)', found.length - stored);
      }
      return { stored, refused, reason };
    },
  };
}

function toSample({ merge, sum, count, ...place }: Tally): NewSample {
  return { ...place, value: merge === 'sum' ? sum : sum / count };
}
