import { invalidField, type MilepostError, validationError } from '../errors.ts';
import { METRIC_LIMITS, type NewSample } from '../model/metric.ts';
import { parseSample } from '../model/metric-schema.ts';
import type { MetricStore, SampleCounts } from '../store/metric-port.ts';
import type { SeriesGuard } from './series-guard.ts';

/** What became of a request of samples. */
export interface SampleReport {
  /** Those that are stored: created and replaced. */
  readonly accepted: number;
  readonly created: number;
  readonly replaced: number;
  readonly rejected: readonly { readonly index: number; readonly error: MilepostError }[];
}

export interface Samples {
  /**
   * Stores the good ones of `{"samples": […]}`. Rejects with VALIDATION_ERROR what has another form,
   * and whatever the store rejects with.
   */
  record(organization: string, body: unknown): Promise<SampleReport>;
  /** Stores what is checked already; what would make too many series is left out. */
  store(organization: string, samples: readonly NewSample[]): Promise<SampleCounts>;
}

export interface SamplesDependencies {
  readonly guard: SeriesGuard;
  readonly metrics: Pick<MetricStore, 'write'>;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
}

const NOTHING: SampleCounts = { created: 0, replaced: 0 };

/** The way of every sample into the store. */
export function createSamples({ metrics, guard, clock }: SamplesDependencies): Samples {
  const write = async (organization: string, samples: readonly NewSample[]) =>
    samples.length === 0 ? NOTHING : metrics.write(organization, samples);

  return {
    record: async (organization, body) => {
      const now = clock();
      const good: NewSample[] = [];
      const places: number[] = [];
      const rejected: { index: number; error: MilepostError }[] = [];
      for (const [index, input] of readSamples(body).entries()) {
        const parsed = parseSample(input);
        if (!parsed.ok) rejected.push({ index, error: validationError(parsed.problems) });
        else {
          const { time, ...sample } = parsed.value;
          good.push({ ...sample, time: time.kind === 'now' ? now : time.ms });
          places.push(index);
        }
      }
      const mayEnter = await guard.admit(organization, good);
      const admitted = good.filter((_, place) => mayEnter(place));
      if (admitted.length < good.length) {
        const error = tooManySeries(guard.limit);
        for (const [place, index] of places.entries()) {
          if (!mayEnter(place)) rejected.push({ index, error });
        }
        rejected.sort((one, other) => one.index - other.index);
      }
      const counts = await write(organization, admitted);
      return { accepted: admitted.length, ...counts, rejected };
    },
    store: async (organization, samples) => {
      const mayEnter = await guard.admit(organization, samples);
      return write(
        organization,
        samples.filter((_, index) => mayEnter(index)),
      );
    },
  };
}

function tooManySeries(limit: number): MilepostError {
  return invalidField(
    'metric',
    `would make a new series, and there are ${limit} already: send fewer different metrics, subjects and sources, or raise METRIC_SERIES_LIMIT`,
  );
}

function readSamples(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) throw invalidField('body', 'is an array, send {"samples": […]}');
  if (typeof body !== 'object' || body === null) {
    throw invalidField('body', 'must be an object, send {"samples": […]}');
  }
  const { samples, ...others } = body as { samples?: unknown };
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw invalidField(unknown, 'unknown member, send {"samples": […]}');
  if (!Array.isArray(samples)) throw invalidField('samples', 'must be an array of samples');
  const { length } = samples;
  if (length === 0 || length > METRIC_LIMITS.samples) {
    throw invalidField(
      'samples',
      `must hold 1 to ${METRIC_LIMITS.samples} samples, this holds ${length}`,
    );
  }
  return samples;
}
