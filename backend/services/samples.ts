import { invalidField, type MilepostError, validationError } from '../errors.ts';
import { METRIC_LIMITS, type NewSample } from '../model/metric.ts';
import { parseSample } from '../model/metric-schema.ts';
import type { MetricStore } from '../store/metric-port.ts';

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
}

export interface SamplesDependencies {
  readonly metrics: Pick<MetricStore, 'write'>;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
}

/** The way of every sample into the store. */
export function createSamples({ metrics, clock }: SamplesDependencies): Samples {
  return {
    record: async (organization, body) => {
      const now = clock();
      const good: NewSample[] = [];
      const rejected: { index: number; error: MilepostError }[] = [];
      for (const [index, input] of readSamples(body).entries()) {
        const parsed = parseSample(input);
        if (!parsed.ok) rejected.push({ index, error: validationError(parsed.problems) });
        else {
          const { time, ...sample } = parsed.value;
          good.push({ ...sample, time: time.kind === 'now' ? now : time.ms });
        }
      }
      const { created, replaced } =
        good.length === 0 ? { created: 0, replaced: 0 } : await metrics.write(organization, good);
      return { accepted: good.length, created, replaced, rejected };
    },
  };
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
