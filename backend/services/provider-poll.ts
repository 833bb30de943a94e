/** Fetches from one provider what is not here yet. */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { MilepostError, ProviderError } from '../errors.ts';
import { METRIC_LIMITS, type NewSample } from '../model/metric.ts';
import type {
  Credentials,
  Provider,
  ProviderKind,
  ProviderQuery,
  ProviderState,
} from '../model/provider.ts';
import type { FetchedSeries, ProviderAdapter } from './provider-adapter.ts';
import type { Samples } from './samples.ts';

const DAY_MS = 86_400_000;
/** A gap is filled as far back as this: what compares with earlier weeks needs four of them. */
const MAX_GAP_MS = 30 * DAY_MS;
const SERIES_LIMIT = 1000;
/** Samples of one write: whoever sends events at the same time waits for no more than these. */
const CHUNK = 1000;
/** And then it is the turn of everybody else, ms. */
const PAUSE_MS = 5;

export type Adapters = Readonly<Record<ProviderKind, ProviderAdapter>>;

/** One series as it is stored; null where the labels do not say the subject. */
export interface PlacedSeries {
  readonly place: Pick<NewSample, 'metric' | 'subject' | 'source' | 'unit'> | null;
  readonly series: FetchedSeries;
}

export interface Polled {
  readonly state: ProviderState;
  /** When the server wants to be asked again, ms from now. */
  readonly retryAfterMs: number | undefined;
}

export interface ProviderPolling {
  /** Rejects only with what is wrong with Milepost itself. */
  poll(provider: Provider, credentials: Credentials, signal: AbortSignal): Promise<Polled>;
  /** What one query brings of the last hours. Rejects with a `ProviderError`. */
  preview(
    settings: Pick<Provider, 'kind' | 'url' | 'certificate'>,
    credentials: Credentials,
    query: ProviderQuery,
  ): Promise<readonly PlacedSeries[]>;
  /** The shortest time between two fetches of this kind that may bring something new, ms. */
  paceOf(kind: ProviderKind): number;
}

export interface ProviderPollingDependencies {
  readonly adapters: Adapters;
  readonly samples: Pick<Samples, 'store'>;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
}

export function createProviderPolling(dependencies: ProviderPollingDependencies): ProviderPolling {
  const { adapters, samples, clock } = dependencies;

  const store = async (organization: string, found: readonly NewSample[]): Promise<number> => {
    let stored = 0;
    for (let start = 0; start < found.length; start += CHUNK) {
      const chunk = found.slice(start, start + CHUNK);
      const { created, replaced } = await samples.store(organization, chunk);
      if (created + replaced < chunk.length) throw tooManySeries();
      stored += created;
      await wait(PAUSE_MS);
    }
    return stored;
  };

  /** Range by range, each stored before the next; what was stored stays, whatever follows. */
  const follow = async (call: FollowCall): Promise<number> => {
    const { provider, credentials, query, signal } = call;
    const adapter = adapters[provider.kind];
    const { stepMs, delayMs, overlapMs, rangeMs } = adapter;
    const now = clock();
    const last = floor(now - delayMs, stepMs);
    const { until } = call;
    const begin = until === undefined ? now - provider.historyDays * DAY_MS : until - overlapMs;
    let from = floor(Math.max(begin, now - MAX_GAP_MS), stepMs);
    let stored = 0;
    while (from <= last && !signal.aborted) {
      const to = Math.min(from + rangeMs, last);
      const { url, certificate } = provider;
      const range = { query: query.query, from, to, stepMs };
      const series = await adapter.fetch({ url, certificate, credentials, ...range });
      stored += await store(provider.organization, samplesOf(series, query, from, to));
      call.onUntil(to);
      from = to + stepMs;
    }
    return stored;
  };

  return {
    poll: async (provider, credentials, signal) => {
      const progress: Record<string, number> = {};
      const errors: { readonly query: ProviderQuery; readonly error: ProviderError }[] = [];
      let stored = 0;
      for (const query of provider.queries) {
        const key = keyOf(query);
        const until = provider.state.progress[key];
        if (until !== undefined) progress[key] = until;
        if (signal.aborted || errors.some(({ error }) => !error.isOfQuery)) continue;
        const onUntil = (ms: number): void => {
          progress[key] = ms;
        };
        try {
          stored += await follow({ provider, credentials, query, until, onUntil, signal });
        } catch (error) {
          errors.push({ query, error: toProviderError(error) });
        }
      }
      const outcome = { stored, progress };
      const state =
        errors.length === 0
          ? succeeded(provider.state, outcome, clock())
          : failed(provider.state, outcome, describe(errors, provider, credentials), clock());
      return { state, retryAfterMs: errors.at(-1)?.error.retryAfterMs };
    },
    preview: async (settings, credentials, query) => {
      const adapter = adapters[settings.kind];
      const to = floor(clock() - adapter.delayMs, adapter.stepMs);
      const from = to - Math.min(adapter.rangeMs, adapter.overlapMs + 60 * adapter.stepMs);
      const { stepMs } = adapter;
      const request = { ...settings, credentials, query: query.query, from, to, stepMs };
      const series = await adapter.fetch(request).catch((error: unknown) => {
        const reason = toProviderError(error);
        throw new ProviderError(withoutSecrets(reason.message, credentials));
      });
      return series.map((one) => ({ place: placeOf(one, query), series: one }));
    },
    paceOf: (kind) => adapters[kind].stepMs / 4,
  };
}

interface FollowCall {
  readonly provider: Provider;
  readonly credentials: Credentials;
  readonly query: ProviderQuery;
  readonly until: number | undefined;
  readonly onUntil: (ms: number) => void;
  readonly signal: AbortSignal;
}

/** Another query begins anew, also under the same name. */
export function keyOf({ metric, query, ...labels }: ProviderQuery): string {
  const { subject, subjectLabel, source, sourceLabel } = labels;
  const text = JSON.stringify([metric, query, subject, subjectLabel, source, sourceLabel]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function samplesOf(
  series: readonly FetchedSeries[],
  query: ProviderQuery,
  from: number,
  to: number,
): NewSample[] {
  if (series.length > SERIES_LIMIT) {
    throw new ProviderError(
      `the query brings ${series.length} series, more than ${SERIES_LIMIT}: sum them up by environment and system`,
      { isOfQuery: true },
    );
  }
  const placed = series.map((one) => ({ place: placeOf(one, query), one }));
  if (placed.length > 0 && placed.every(({ place }) => place === null)) {
    throw new ProviderError(
      `no series has the label ${query.subjectLabel} that is to name the environment; they have: ${labelNames(series)}`,
      { isOfQuery: true },
    );
  }
  return placed.flatMap(({ place, one }) =>
    place === null
      ? []
      : one.samples
          .filter(([time]) => time >= from && time <= to)
          .map(([time, value]) => ({ ...place, time, value })),
  );
}

function labelNames(series: readonly FetchedSeries[]): string {
  const names = new Set(series.flatMap(({ labels }) => Object.keys(labels)));
  return names.size === 0 ? 'none' : [...names].toSorted().slice(0, 10).join(', ');
}

/** The label decides, and where a series does not have it, what the query says itself. */
function placeOf({ labels }: FetchedSeries, query: ProviderQuery): PlacedSeries['place'] {
  const { metric, unit } = query;
  const subject = labelValue(labels, query.subjectLabel) ?? query.subject;
  const source = labelValue(labels, query.sourceLabel) ?? query.source;
  if (subject === null || [...subject].length > METRIC_LIMITS.subject) return null;
  if (source !== null && [...source].length > METRIC_LIMITS.source) return null;
  return { metric, subject, source, unit };
}

function labelValue(labels: FetchedSeries['labels'], name: string | null): string | null {
  return (name !== null && Object.hasOwn(labels, name) && labels[name]) || null;
}

interface Outcome {
  readonly stored: number;
  readonly progress: Readonly<Record<string, number>>;
}

function succeeded(before: ProviderState, outcome: Outcome, now: number): ProviderState {
  return { ...before, ...outcome, lastSuccessAt: now, lastError: null, failures: 0 };
}

function failed(
  before: ProviderState,
  outcome: Outcome,
  lastError: string,
  now: number,
): ProviderState {
  return { ...before, ...outcome, lastErrorAt: now, lastError, failures: before.failures + 1 };
}

function describe(
  errors: readonly { readonly query: ProviderQuery; readonly error: ProviderError }[],
  { queries }: Provider,
  credentials: Credentials,
): string {
  const [first] = errors;
  if (first === undefined) return '';
  const which = first.error.isOfQuery && queries.length > 1 ? `${first.query.metric}: ` : '';
  const others = errors.length > 1 ? `; ${errors.length - 1} more queries failed` : '';
  return `${which}${withoutSecrets(first.error.message, credentials)}${others}`;
}

/** A server may repeat in its answer what it was sent. */
function withoutSecrets(text: string, credentials: Credentials): string {
  return Object.entries(credentials)
    .filter(([name, value]) => name !== 'username' && value.length >= 4)
    .reduce((left, [, value]) => left.replaceAll(value, '…'), text);
}

function toProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  // Such as a database that does not answer: no query would fare better.
  if (error instanceof MilepostError) return new ProviderError(error.message);
  throw error;
}

function tooManySeries(): ProviderError {
  return new ProviderError(
    'there are too many series already (METRIC_SERIES_LIMIT), what is new was not stored',
    { isOfQuery: true },
  );
}

function floor(ms: number, step: number): number {
  return Math.floor(ms / step) * step;
}
