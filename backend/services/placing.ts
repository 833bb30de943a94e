/** Whose samples somebody else's series are: by its labels, or as the sender's address says. */
import { METRIC_LIMITS, METRIC_NAME, type NewSample } from '../model/metric.ts';

export interface PlacingOptions {
  readonly subject?: string | undefined;
  readonly subjectLabel?: string | undefined;
  readonly source?: string | undefined;
  readonly sourceLabel?: string | undefined;
  /** Labels that mean nothing here. */
  readonly ignore?: readonly string[] | undefined;
  /** Only these metrics; the others are left out without a word. */
  readonly metric?: readonly string[] | undefined;
}

export type Place = Pick<NewSample, 'metric' | 'subject' | 'source' | 'unit'>;

export type Placed =
  | { readonly kind: 'placed'; readonly place: Place }
  /** Not wanted, by `metric`. */
  | { readonly kind: 'left-out' }
  | { readonly kind: 'refused'; readonly reason: string };

export interface Vocabulary {
  /** Labels that name the environment, the first that is there deciding. */
  readonly subject: readonly string[];
  readonly source: readonly string[];
  /** Whether a label that says neither makes a series one of several, which are told apart no more. */
  readonly isStrict: boolean;
}

export const PROMETHEUS_LABELS: Vocabulary = {
  subject: [
    ...['subject', 'environment', 'env', 'deployment_environment'],
    'deployment_environment_name',
  ],
  source: ['source', 'service', 'service_name', 'app', 'job'],
  isStrict: true,
};

export const OTEL_ATTRIBUTES: Vocabulary = {
  subject: ['deployment.environment.name', 'deployment.environment'],
  source: ['service.name'],
  isStrict: false,
};

type Labels = Readonly<Record<string, string>>;

export function createPlacing(options: PlacingOptions, vocabulary: Vocabulary) {
  const { subjectLabel, sourceLabel } = options;
  const subjects = subjectLabel === undefined ? vocabulary.subject : [subjectLabel];
  const sources = sourceLabel === undefined ? vocabulary.source : [sourceLabel];
  const known = new Set([...subjects, ...sources, ...(options.ignore ?? [])]);
  const wanted = options.metric === undefined ? null : new Set(options.metric);

  return (metric: string, unit: string | null, labels: Labels): Placed => {
    if (wanted !== null && !wanted.has(metric)) return { kind: 'left-out' };
    if (!METRIC_NAME.test(metric)) return refused(`${metric.slice(0, 100)} is no name of a metric`);
    if (vocabulary.isStrict) {
      const extra = Object.keys(labels).find((name) => !known.has(name));
      if (extra !== undefined) {
        return refused(
          `${metric} has the label ${extra.slice(0, 100)}, by which its series could not be told apart any more: sum it up in a recording rule, or name it in ?ignore=`,
        );
      }
    }
    const subject = first(labels, subjects) ?? options.subject;
    if (subject === undefined) {
      return refused(
        `${metric} says no environment: no label is one of ${subjects.join(', ')}, and ?subject= is not given`,
      );
    }
    const source = first(labels, sources) ?? options.source ?? null;
    if (!isShort(subject, METRIC_LIMITS.subject)) return refused(`${metric}: too long a subject`);
    if (source !== null && !isShort(source, METRIC_LIMITS.source)) {
      return refused(`${metric}: too long a source`);
    }
    return { kind: 'placed', place: { metric, subject, source, unit } };
  };
}

function first(labels: Labels, names: readonly string[]): string | undefined {
  const name = names.find((one) => Object.hasOwn(labels, one) && labels[one] !== '');
  return name === undefined ? undefined : labels[name];
}

function refused(reason: string): Placed {
  return { kind: 'refused', reason };
}

function isShort(text: string, limit: number): boolean {
  return text.length <= limit || [...text].length <= limit;
}
