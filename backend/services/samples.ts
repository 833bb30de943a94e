import { invalidField, type MilepostError, validationError } from '../errors.ts';
import { METRIC_LIMITS, type NewSample } from '../model/metric.ts';
import { parseSample } from '../model/metric-schema.ts';
import { createSampleReader } from '../model/sample-reader.ts';
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

  const admit = async (organization: string, samples: readonly NewSample[]) => {
    const refused = await guard.admit(organization, samples);
    const admitted =
      refused.size === 0 ? samples : samples.filter((_, index) => !refused.has(index));
    return { admitted, refused };
  };

  return {
    record: async (organization, body) => {
      const { good, places, rejected } = readAll(readSamples(body), clock());
      const { admitted, refused } = await admit(organization, good);
      if (refused.size > 0) {
        const error = tooManySeries(guard.limit);
        for (const place of refused) rejected.push({ index: places[place] ?? place, error });
        rejected.sort((one, other) => one.index - other.index);
      }
      const counts = await write(organization, admitted);
      return { accepted: admitted.length, ...counts, rejected };
    },
    store: async (organization, samples) => {
      const { admitted } = await admit(organization, samples);
      return write(organization, admitted);
    },
  };
}

/** What can be stored, and where in the request each of it stood; and what cannot. */
function readAll(inputs: readonly unknown[], now: number) {
  const good: NewSample[] = [];
  const places: number[] = [];
  const rejected: { index: number; error: MilepostError }[] = [];
  const read = createSampleReader(now);
  for (const [index, input] of inputs.entries()) {
    const sample = read(input);
    if (sample !== undefined) {
      good.push(sample);
      places.push(index);
      continue;
    }
    const parsed = parseSample(input);
    if (!parsed.ok) rejected.push({ index, error: validationError(parsed.problems) });
    else {
      const { time, ...labels } = parsed.value;
      good.push({ ...labels, time: time.kind === 'now' ? now : time.ms });
      places.push(index);
    }
  }
  return { good, places, rejected };
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
