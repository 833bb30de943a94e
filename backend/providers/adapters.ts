/** Every kind of provider, by its name. */
import type { ProviderKind } from '../model/provider.ts';
import type { ProviderAdapter } from '../services/provider-adapter.ts';
import { createDatadog } from './datadog.ts';
import { createGa4 } from './ga4.ts';
import type { Http } from './http.ts';
import { createPrometheus } from './prometheus.ts';
import { createSentry } from './sentry.ts';

export type Adapters = Readonly<Record<ProviderKind, ProviderAdapter>>;

/** `clock`: ms since the Unix epoch. */
export function createAdapters(http: Http, clock: () => number): Adapters {
  return {
    prometheus: createPrometheus(http),
    datadog: createDatadog(http),
    sentry: createSentry(http),
    ga4: createGa4(http, clock),
  };
}
