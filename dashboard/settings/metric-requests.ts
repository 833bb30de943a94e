/** What the settings ask the server about metrics, and those who send them. */
import type { MetricSettings } from '../../backend/model/metric.ts';
import type { ProviderSettings } from '../../backend/model/provider.ts';
import type { ApiResult } from '../requests.ts';

/** ISO 8601. */
type Time = string;

export interface Sender {
  readonly id: string;
  readonly name: string;
  readonly createdBy: string;
  readonly createdAt: Time;
  readonly revokedAt: Time | null;
}

export interface KnownMetric extends MetricSettings {
  readonly subjects: readonly string[];
  readonly sources: readonly string[];
  readonly series: number;
  readonly firstTime: Time;
  readonly lastTime: Time;
}

/** What a provider is told; null credentials: those that are kept. */
export interface ProviderInput extends ProviderSettings {
  readonly credentials: Readonly<Record<string, string>> | null;
}

export interface Provider extends ProviderSettings {
  readonly id: string;
  readonly credentialNames: readonly string[];
  readonly createdBy: string;
  readonly lastSuccessAt: Time | null;
  readonly lastErrorAt: Time | null;
  readonly lastError: string | null;
  readonly failures: number;
  readonly stored: number;
  readonly nextAt: Time | null;
}

export interface TriedSeries {
  readonly labels: Readonly<Record<string, string>>;
  readonly subject: string | null;
  readonly source: string | null;
  readonly samples: number;
  readonly newest: { readonly time: Time; readonly value: number } | null;
}

export interface Tried {
  readonly metric: string;
  readonly error: string | null;
  readonly seriesCount: number;
  readonly series: readonly TriedSeries[];
}

interface Requests {
  get<Value>(path: string): Promise<ApiResult<Value>>;
  post<Value>(path: string, body?: unknown): Promise<ApiResult<Value>>;
  put<Value>(path: string, body: unknown): Promise<ApiResult<Value>>;
  remove(path: string, id: string): Promise<ApiResult<unknown>>;
}

export function metricRequests({ get, post, put, remove }: Requests) {
  return {
    senders: () => get<readonly Sender[]>('/integrations'),
    makeSender: (name: string) =>
      post<{ readonly secret: string; readonly integration: Sender }>('/integrations', { name }),
    revokeSender: (id: string) => remove('/integrations', id),
    metrics: () => get<readonly KnownMetric[]>('/metrics'),
    metricSettings: () => get<readonly MetricSettings[]>('/metrics/settings'),
    saveMetric: (settings: MetricSettings) => put<MetricSettings>('/metrics/settings', settings),
    sampleDays: () => get<{ readonly days: number | null }>('/settings/retention/samples'),
    saveSampleDays: (days: number | null) =>
      put<{ readonly days: number | null }>('/settings/retention/samples', { days }),
    providers: () => get<readonly Provider[]>('/providers'),
    addProvider: (input: ProviderInput) => post<Provider>('/providers', input),
    changeProvider: (id: string, input: ProviderInput) =>
      put<Provider>(`/providers/${encodeURIComponent(id)}`, input),
    removeProvider: (id: string) => remove('/providers', id),
    tryProvider: (id: string | null, input: ProviderInput) =>
      post<readonly Tried[]>('/providers/test', { ...input, id }),
  };
}
