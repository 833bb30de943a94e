/** OpenTelemetry sends here: https://opentelemetry.io/docs/specs/otlp/#otlphttp */
import { z } from 'zod';
import { invalidField } from '../errors.ts';
import { createPlacing, OTEL_ATTRIBUTES } from '../services/placing.ts';
import { createReceived, type Receipt } from '../services/received.ts';
import { authorize } from './auth.ts';
import { readBody, toText } from './body.ts';
import { parseJson } from './json.ts';
import { JSON_TYPE } from './json-body.ts';
import { metricsRequest, metricsResponse } from './otlp-message.ts';
import { receiveOtlp } from './otlp-points.ts';
import { parseParameters } from './parameters.ts';
import {
  mediaTypeOf,
  placingParameters,
  type ReceiverDependencies,
  unsupported,
} from './receiver.ts';
import { CORS_HEADERS, sendJson } from './respond.ts';
import { queryOf, type Route } from './route.ts';

const PROTOBUF = 'application/x-protobuf';

const answer = z.object({
  partialSuccess: z
    .object({ rejectedDataPoints: z.string(), errorMessage: z.string() })
    .optional()
    .meta({ description: 'Absent when everything is stored.' }),
});

export function otlpRoute(door: ReceiverDependencies): Route {
  return {
    method: 'post',
    path: '/api/v1/metrics/otlp/v1/metrics',
    scope: 'READ_WRITE',
    parameters: placingParameters,
    document: {
      tag: 'Metrics',
      summary: 'Receive metrics of OpenTelemetry',
      description:
        'OTLP over HTTP, protobuf or JSON, gzip or not. Set the exporter to delta temporality: running totals are rejected. Gauges and sums become samples, histograms become two metrics, name.count and name.mean. What is rejected is counted in partialSuccess.',
      body: {
        [PROTOBUF]: z.string().meta({ format: 'binary' }),
        [JSON_TYPE]: z.object({ resourceMetrics: z.array(z.looseObject({})) }),
      },
      answers: {
        200: { description: 'In the form of the request.', schema: answer },
      },
    },
    handle: async (req, res, gate) => {
      const { organization, keyId } = await authorize(req, gate, 'READ_WRITE');
      const options = parseParameters(placingParameters, queryOf(req));
      const type = mediaTypeOf(req);
      if (type !== PROTOBUF && type !== JSON_TYPE) {
        throw unsupported(type, `${PROTOBUF} or ${JSON_TYPE}`);
      }
      await door.rateLimit.take(keyId, 1);
      const body = await readBody(req, door.batchMaxBytes);
      const request = type === PROTOBUF ? metricsRequest.read(body) : readJson(body);
      const received = createReceived();
      receiveOtlp(request, createPlacing(options, OTEL_ATTRIBUTES), received);
      const message = toResponse(await received.store(door.samples, organization));
      if (type === JSON_TYPE) return sendJson(res, 200, JSON.stringify(message));
      const bytes = metricsResponse.write(message);
      const headers = { ...CORS_HEADERS, 'Content-Type': PROTOBUF, 'Content-Length': bytes.length };
      res.writeHead(200, headers).end(bytes);
    },
  };
}

/** Names of enumerations as OTLP writes them in JSON are numbers; those of 64 bits are text. */
function readJson(body: Buffer) {
  const json = parseJson(toText(body));
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw invalidField('body', 'must be a JSON object with resourceMetrics');
  }
  return metricsRequest.fromJson(json);
}

function toResponse({ refused, reason }: Receipt): z.output<typeof answer> {
  if (refused === 0) return {};
  const partialSuccess = { rejectedDataPoints: String(refused), errorMessage: reason ?? '' };
  return { partialSuccess };
}
