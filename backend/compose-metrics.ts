/** The part of the composition that is about metrics: how samples come in, and what is said of them. */
import type { Config } from './config.ts';
import { integrationRoutes } from './http/integrations.ts';
import { metricSettingsRoutes } from './http/metric-settings.ts';
import { metricRoutes } from './http/metrics.ts';
import type { RateLimit } from './http/rate-limit.ts';
import type { Route } from './http/route.ts';
import type { Audit } from './services/audit.ts';
import { createIntegrations } from './services/integrations.ts';
import { createMetricCatalog, type MetricCatalog } from './services/metric-catalog.ts';
import { createSamples } from './services/samples.ts';
import { createSeal } from './services/seal.ts';
import type { Store } from './store/port.ts';
import { readSecretKey } from './store/secret-key.ts';

export interface MetricParts {
  readonly catalog: MetricCatalog;
  routes(rateLimit: RateLimit): readonly Route[];
}

export function composeMetrics({
  config,
  store,
  ...shared
}: {
  readonly config: Config;
  readonly store: Store;
  readonly audit: Audit;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
  readonly newId: () => string;
}): MetricParts {
  const { audit, clock } = shared;
  const { batchMaxBytes } = config;
  const samples = createSamples({ metrics: store.metrics, clock });
  const catalog = createMetricCatalog(store.metrics, audit);
  const integrations = createIntegrations({
    ...shared,
    integrations: store.integrations,
    organizations: store.organizations,
    seal: () => createSeal(readSecretKey(config), 'integrations'),
  });
  return {
    catalog,
    routes: (rateLimit) => [
      ...metricRoutes({ samples, catalog, integrations, rateLimit, batchMaxBytes }),
      ...metricSettingsRoutes(catalog),
      ...integrationRoutes(integrations),
    ],
  };
}
