/** The part of the composition that is about metrics: how samples come in, and what is said of them. */
import type { Config } from './config.ts';
import { integrationRoutes } from './http/integrations.ts';
import { metricSettingsRoutes } from './http/metric-settings.ts';
import { metricRoutes } from './http/metrics.ts';
import { otlpRoute } from './http/otlp.ts';
import { providerRoutes } from './http/providers.ts';
import type { RateLimit } from './http/rate-limit.ts';
import { remoteWriteRoute } from './http/remote-write.ts';
import type { Route } from './http/route.ts';
import { sampleRetentionRoutes } from './http/sample-retention.ts';
import type { Log } from './log.ts';
import { createAdapters } from './providers/adapters.ts';
import { createHttp } from './providers/http.ts';
import type { Audit } from './services/audit.ts';
import { createIntegrations } from './services/integrations.ts';
import { createMetricCatalog, type MetricCatalog } from './services/metric-catalog.ts';
import { createProviderPolling } from './services/provider-poll.ts';
import { createProviderWorker } from './services/provider-worker.ts';
import { createProviders } from './services/providers.ts';
import { createRetentionWorker } from './services/retention-worker.ts';
import { createSampleRetention } from './services/sample-retention.ts';
import { createSamples, type Samples } from './services/samples.ts';
import { createSeal } from './services/seal.ts';
import { createSeriesGuard } from './services/series-guard.ts';
import type { Store } from './store/port.ts';
import { readSecretKey } from './store/secret-key.ts';

export interface MetricParts {
  /** Starts to fetch from providers. */
  start(): void;
  close(): Promise<void>;
  readonly catalog: MetricCatalog;
  routes(rateLimit: RateLimit): readonly Route[];
}

export interface MetricDependencies {
  readonly config: Config;
  readonly store: Store;
  readonly log: Log;
  readonly audit: Audit;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
  readonly newId: () => string;
}

export function composeMetrics(parts: MetricDependencies): MetricParts {
  const { config, store, audit, clock } = parts;
  const { batchMaxBytes } = config;
  const limit = config.metricSeriesLimit;
  const guard = createSeriesGuard({ metrics: store.metrics, limit, clock });
  const samples = createSamples({ metrics: store.metrics, guard, clock });
  const catalog = createMetricCatalog(store.metrics, audit);
  const integrations = createIntegrations({
    ...parts,
    integrations: store.integrations,
    organizations: store.organizations,
    seal: () => createSeal(readSecretKey(config), 'integrations'),
  });
  const fetching = composeProviders({ ...parts, samples });
  const keeping = composeRetention(parts);
  return {
    catalog,
    start: () => {
      fetching.worker.start();
      keeping.worker.start();
    },
    close: async () => {
      await Promise.all([fetching.worker.close(), keeping.worker.close()]);
    },
    routes: (rateLimit) => [
      ...metricRoutes({ samples, catalog, integrations, rateLimit, batchMaxBytes }),
      remoteWriteRoute({ samples, rateLimit, batchMaxBytes }),
      otlpRoute({ samples, rateLimit, batchMaxBytes }),
      ...metricSettingsRoutes(catalog),
      ...integrationRoutes(integrations),
      ...sampleRetentionRoutes({ ...keeping, onChanged: keeping.worker.wake }),
      ...providerRoutes({ ...fetching, onChanged: fetching.worker.wake }),
    ],
  };
}

/** Where samples are fetched from. */
function composeProviders({
  samples,
  ...parts
}: MetricDependencies & { readonly samples: Samples }) {
  const { config, store, log, clock, newId } = parts;
  const http = createHttp({ mayBePrivate: config.providersMayBePrivate });
  const polling = createProviderPolling({ adapters: createAdapters(http, clock), samples, clock });
  const providers = createProviders({
    ...parts,
    providers: store.providers,
    polling,
    seal: () => createSeal(readSecretKey(config), 'providers'),
  });
  const worker = createProviderWorker({
    store: store.providers,
    providers,
    polling,
    holder: newId(),
    clock,
    random: Math.random,
    onPolled: ({ organization, id }, { lastError, stored }) => {
      const facts = { organization, provider: id, stored };
      if (lastError === null) log.debug(facts, 'fetched metrics');
      else log.warn({ ...facts, reason: lastError }, 'metrics could not be fetched');
    },
    onError: (err) => log.error({ err }, 'providers of metrics cannot be looked after'),
  });
  return { providers, worker };
}

/** How long samples are kept. */
function composeRetention({ store, log, audit, clock, newId }: MetricDependencies) {
  const { metrics, organizations } = store;
  const sampleRetention = createSampleRetention({ metrics, audit, clock });
  const worker = createRetentionWorker({
    retention: sampleRetention,
    store: {
      organizations: async () => (await organizations.list()).map(({ id }) => id),
      acquire: metrics.acquire,
      release: metrics.release,
    },
    holder: newId(),
    clock,
    onDeleted: (organization, deleted) =>
      log.info({ organization, deleted }, 'deleted samples that had expired'),
    onError: (err) => log.error({ err }, 'expired samples cannot be deleted'),
  });
  return { sampleRetention, worker };
}
