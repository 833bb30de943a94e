/** The exporters of OpenTelemetry's own SDK send to Milepost. */
import { createRequire } from 'node:module';
import { expect } from 'chai';
import { startMilepost, type TestMilepost } from '../support/milepost.ts';

const require = createRequire(new URL('../tools/package.json', import.meta.url));

/** What is used of the SDK; its own types are only there where test/tools is installed. */
interface Sdk {
  readonly MeterProvider: new (
    options: object,
  ) => {
    getMeter(name: string): {
      createCounter(name: string): { add(value: number, attributes?: object): void };
      createHistogram(name: string, o: object): { record(value: number, a?: object): void };
      createObservableGauge(name: string): {
        addCallback(call: (result: { observe(value: number): void }) => void): void;
      };
    };
    forceFlush(): Promise<void>;
    shutdown(): Promise<void>;
  };
  readonly PeriodicExportingMetricReader: new (options: object) => object;
}

function load<Module>(name: string): Module | null {
  try {
    return require(name) as Module;
  } catch {
    return null;
  }
}

const sdk = load<Sdk>('@opentelemetry/sdk-metrics');
const resources = load<{ resourceFromAttributes(attributes: object): object }>(
  '@opentelemetry/resources',
);

if (sdk === null || resources === null) {
  describe('OpenTelemetry', () => {
    it('is not tested: test/tools is not installed');
  });
} else {
  describe('OpenTelemetry', function () {
    this.timeout(30_000);
    let milepost: TestMilepost;
    before(async () => {
      milepost = await startMilepost();
    });
    after(() => milepost.close());

    for (const form of ['proto', 'http'] as const) {
      it(`exports by ${form}`, async () => {
        const { OTLPMetricExporter, AggregationTemporalityPreference } = require(
          `@opentelemetry/exporter-metrics-otlp-${form}`,
        ) as {
          OTLPMetricExporter: new (options: object) => object;
          AggregationTemporalityPreference?: { DELTA: number };
        };
        const exporter = new OTLPMetricExporter({
          url: `${milepost.url}/api/v1/metrics/otlp/v1/metrics`,
          headers: { Authorization: `Bearer ${milepost.key}` },
          compression: 'gzip',
          temporalityPreference: AggregationTemporalityPreference?.DELTA ?? 0,
        });
        const provider = new sdk.MeterProvider({
          resource: resources.resourceFromAttributes({
            'service.name': `shop-${form}`,
            'deployment.environment.name': 'production',
          }),
          readers: [
            new sdk.PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 }),
          ],
        });
        const meter = provider.getMeter('test');
        const orders = meter.createCounter('orders');
        orders.add(2, { route: '/a' });
        orders.add(3, { route: '/b' });
        const duration = meter.createHistogram('duration', { unit: 'ms' });
        for (const value of [10, 20, 60]) duration.record(value);
        meter.createObservableGauge('queue').addCallback((result) => result.observe(7));
        await provider.forceFlush();
        await provider.shutdown();

        const { metrics } = milepost.store;
        const source = [`shop-${form}`];
        const found = await metrics.series('default', { subject: ['production'], source }, 99);
        const ids = found.map(({ id }) => id);
        const samples = await metrics.samples('default', ids, 0, Date.now() + 1000);
        const values = Object.fromEntries(
          found.map(({ id, metric }) => [metric, samples.get(id)?.[0]?.[1]]),
        );
        expect(values).to.deep.equal({
          ...{ 'duration.count': 3, 'duration.mean': 30, orders: 5, queue: 7 },
        });
      });
    }
  });
}
