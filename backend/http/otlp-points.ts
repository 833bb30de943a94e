/** Points of OTLP as samples: docs/metrics.md says which and why. */
import type { createPlacing } from '../services/placing.ts';
import type { Received } from '../services/received.ts';
import type {
  HistogramData,
  KeyValue,
  Metric,
  MetricsRequest,
  NumberPoint,
  Point,
} from './otlp-message.ts';
import { sent, toNumber } from './protobuf.ts';

const DELTA = 1;
const NO_RECORDED_VALUE = 1;
const NANOSECONDS = 1e6;
const UNIT_LIMIT = 50;
const ANY = ['stringValue', 'boolValue', 'intValue', 'doubleValue'] as const;

type Placing = ReturnType<typeof createPlacing>;
type Labels = Readonly<Record<string, string>>;

export function receiveOtlp(request: MetricsRequest, place: Placing, received: Received): void {
  for (const { resource, scopeMetrics } of request.resourceMetrics) {
    const labels = labelsOf(resource?.attributes ?? []);
    for (const { metrics } of scopeMetrics) {
      for (const metric of metrics) receiveMetric(metric, { labels, place, received });
    }
  }
}

interface Context {
  readonly labels: Labels;
  readonly place: Placing;
  readonly received: Received;
}

function receiveMetric(metric: Metric, context: Context): void {
  const { name, gauge, sum, summary } = metric;
  const { received } = context;
  const histogram = metric.histogram ?? metric.exponentialHistogram;
  if (gauge) receiveNumbers(metric, gauge.dataPoints, 'mean', context);
  if (sum) {
    const isTotal = sum.isMonotonic && sum.aggregationTemporality !== DELTA;
    if (isTotal) received.refuse(runningTotal(name), sum.dataPoints.length);
    // A sum that may fall, such as of connections that are open, is what it is at the moment.
    else receiveNumbers(metric, sum.dataPoints, 'sum', context);
  }
  if (histogram) receiveHistogram(metric, histogram, context);
  if (summary) {
    received.refuse(`${name} is a summary, which is not supported`, summary.dataPoints.length);
  }
}

function receiveNumbers(
  metric: Metric,
  points: readonly NumberPoint[],
  merge: 'sum' | 'mean',
  context: Context,
): void {
  for (const point of points) {
    const whole = sent(point, 'asInt');
    const value = sent(point, 'asDouble') ?? (whole === undefined ? Number.NaN : toNumber(whole));
    receivePoint(metric.name, unitOf(metric), point, context, (place, time) =>
      context.received.add(place, time, value, merge),
    );
  }
}

/** Two metrics: how many there were, and what they were on average. */
function receiveHistogram(metric: Metric, data: HistogramData, context: Context): void {
  const { name } = metric;
  if (data.aggregationTemporality !== DELTA) {
    context.received.refuse(runningTotal(name), data.dataPoints.length);
    return;
  }
  for (const point of data.dataPoints) {
    const count = toNumber(point.count);
    receivePoint(`${name}.count`, null, point, context, (place, time) =>
      context.received.add(place, time, count, 'sum'),
    );
    const sum = sent(point, 'sum');
    if (sum === undefined || count === 0) continue;
    receivePoint(`${name}.mean`, unitOf(metric), point, context, (place, time) =>
      context.received.add(place, time, sum / count, 'mean', count),
    );
  }
}

function receivePoint(
  name: string,
  unit: string | null,
  point: Point,
  { labels, place, received }: Context,
  add: (place: Parameters<Received['add']>[0], time: number) => void,
): void {
  if ((point.flags & NO_RECORDED_VALUE) !== 0) return;
  const own = point.attributes.length === 0 ? labels : { ...labels, ...labelsOf(point.attributes) };
  const placed = place(name, unit, own);
  if (!received.accepts(placed, 1)) return;
  add(placed.place, Math.floor(toNumber(point.timeUnixNano) / NANOSECONDS));
}

function runningTotal(name: string): string {
  return `${name} is a running total, which says nothing about before and after: set OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE=delta`;
}

function labelsOf(attributes: readonly KeyValue[]): Labels {
  return Object.fromEntries(
    attributes.flatMap(({ key, value }) => {
      if (value == null) return [];
      const one = ANY.map((name) => sent(value, name)).find((given) => given !== undefined);
      return one === undefined ? [] : [[key, String(one)]];
    }),
  );
}

/** `1` is how OpenTelemetry writes that there is none. */
function unitOf({ unit }: Metric): string | null {
  return unit === '' || unit === '1' || [...unit].length > UNIT_LIMIT ? null : unit;
}
