import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What `/metrics` shows. Labels hold no organization, type or source: nothing of a timeline. */
export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
  eventsStored(count: number): void;
  liveClients(transport: 'socket' | 'sse', change: 1 | -1): void;
  /** A request was answered, `ms` after it came. */
  answered(route: string, status: number, ms: number): void;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const stored = new Counter({
    name: 'milepost_events_stored_total',
    help: 'Events that were stored.',
    registers: [registry],
  });
  const clients = new Gauge({
    name: 'milepost_live_clients',
    help: 'Clients that follow the live feed.',
    labelNames: ['transport'],
    registers: [registry],
  });
  const requests = new Histogram({
    name: 'milepost_http_request_duration_seconds',
    help: 'Time from a request to its answer, by route and status.',
    labelNames: ['route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  });
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    eventsStored: (count) => stored.inc(count),
    liveClients: (transport, change) => clients.inc({ transport }, change),
    answered: (route, status, ms) => requests.observe({ route, status }, ms / 1000),
  };
}
