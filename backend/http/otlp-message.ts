/** What is read of OTLP metrics: opentelemetry/proto/collector/metrics/v1, fields by their numbers. */
import { createWire, type MessageSchema, type Whole } from './protobuf.ts';

export interface KeyValue {
  readonly key: string;
  readonly value?: {
    readonly stringValue?: string;
    readonly boolValue?: boolean;
    readonly intValue?: Whole;
    readonly doubleValue?: number;
  } | null;
}

export interface Point {
  readonly attributes: readonly KeyValue[];
  readonly timeUnixNano: Whole;
  readonly flags: number;
}

export interface NumberPoint extends Point {
  readonly asDouble?: number;
  readonly asInt?: Whole;
}

export interface HistogramPoint extends Point {
  readonly count: Whole;
  readonly sum?: number;
}

export interface Metric {
  readonly name: string;
  readonly unit: string;
  readonly gauge?: { readonly dataPoints: readonly NumberPoint[] } | null;
  readonly sum?: {
    readonly dataPoints: readonly NumberPoint[];
    readonly aggregationTemporality: number;
    readonly isMonotonic: boolean;
  } | null;
  readonly histogram?: HistogramData | null;
  readonly exponentialHistogram?: HistogramData | null;
  readonly summary?: { readonly dataPoints: readonly Point[] } | null;
}

export interface HistogramData {
  readonly dataPoints: readonly HistogramPoint[];
  readonly aggregationTemporality: number;
}

export interface MetricsRequest {
  readonly resourceMetrics: readonly {
    readonly resource?: { readonly attributes: readonly KeyValue[] } | null;
    readonly scopeMetrics: readonly { readonly metrics: readonly Metric[] }[];
  }[];
}

const many = (type: string, id: number) => ({ rule: 'repeated', type, id }) as const;

function dataOf(point: string): MessageSchema {
  return {
    fields: {
      dataPoints: many(point, 1),
      aggregationTemporality: { type: 'int32', id: 2 },
      isMonotonic: { type: 'bool', id: 3 },
    },
  };
}

function pointOf(attributes: number, flags: number, others: MessageSchema['fields']) {
  return {
    timeUnixNano: { type: 'fixed64', id: 3 },
    attributes: many('KeyValue', attributes),
    flags: { type: 'uint32', id: flags },
    ...others,
  };
}

const histogram = { count: { type: 'fixed64', id: 4 }, sum: { type: 'double', id: 5 } };
/** As `optional` makes them: told from 0 when they are absent. */
const optionalSum = { _sum: { oneof: ['sum'] } };

const MESSAGES: Readonly<Record<string, MessageSchema>> = {
  MetricsRequest: { fields: { resourceMetrics: many('ResourceMetrics', 1) } },
  ResourceMetrics: {
    fields: { resource: { type: 'Resource', id: 1 }, scopeMetrics: many('ScopeMetrics', 2) },
  },
  Resource: { fields: { attributes: many('KeyValue', 1) } },
  ScopeMetrics: { fields: { metrics: many('Metric', 2) } },
  Metric: {
    fields: {
      name: { type: 'string', id: 1 },
      unit: { type: 'string', id: 3 },
      gauge: { type: 'NumberData', id: 5 },
      sum: { type: 'NumberData', id: 7 },
      histogram: { type: 'HistogramData', id: 9 },
      exponentialHistogram: { type: 'ExponentialData', id: 10 },
      summary: { type: 'SummaryData', id: 11 },
    },
  },
  NumberData: dataOf('NumberPoint'),
  HistogramData: dataOf('HistogramPoint'),
  ExponentialData: dataOf('ExponentialPoint'),
  SummaryData: dataOf('SummaryPoint'),
  NumberPoint: {
    fields: pointOf(7, 8, {
      asDouble: { type: 'double', id: 4 },
      asInt: { type: 'sfixed64', id: 6 },
    }),
    oneofs: { number: { oneof: ['asDouble', 'asInt'] } },
  },
  HistogramPoint: { fields: pointOf(9, 10, histogram), oneofs: optionalSum },
  ExponentialPoint: { fields: pointOf(1, 10, histogram), oneofs: optionalSum },
  SummaryPoint: { fields: pointOf(7, 8, {}) },
  KeyValue: { fields: { key: { type: 'string', id: 1 }, value: { type: 'AnyValue', id: 2 } } },
  AnyValue: {
    fields: {
      stringValue: { type: 'string', id: 1 },
      boolValue: { type: 'bool', id: 2 },
      intValue: { type: 'int64', id: 3 },
      doubleValue: { type: 'double', id: 4 },
    },
    oneofs: { some: { oneof: ['stringValue', 'boolValue', 'intValue', 'doubleValue'] } },
  },
  MetricsResponse: { fields: { partialSuccess: { type: 'PartialSuccess', id: 1 } } },
  PartialSuccess: {
    fields: {
      rejectedDataPoints: { type: 'int64', id: 1 },
      errorMessage: { type: 'string', id: 2 },
    },
  },
};

export const metricsRequest = createWire<MetricsRequest>(MESSAGES, 'MetricsRequest');
export const metricsResponse = createWire<object>(MESSAGES, 'MetricsResponse');
