/** The routes of metrics: samples come in, and what is known of them goes out. */
import type { IncomingMessage } from 'node:http';
import type { Response } from 'express';
import { MilepostError, unauthorized } from '../errors.ts';
import { samplesSchema } from '../model/metric-schema.ts';
import { noParameters } from '../model/query-schema.ts';
import type { Gate } from '../services/authenticator.ts';
import type { Integrations } from '../services/integrations.ts';
import type { MetricCatalog } from '../services/metric-catalog.ts';
import type { SampleReport, Samples } from '../services/samples.ts';
import { authorize } from './auth.ts';
import { readBody, toText } from './body.ts';
import { parseJson } from './json.ts';
import { metricListAnswer, rejectedSamplesAnswer, samplesAnswer } from './metric-answers.ts';
import { parseParameters } from './parameters.ts';
import type { RateLimit } from './rate-limit.ts';
import { sendData, sendJson } from './respond.ts';
import { keyedRoute, queryOf, type Route } from './route.ts';

/** Refusals that are listed; the rest is counted. */
const LISTED_REFUSALS = 1000;

export interface MetricRoutesDependencies {
  readonly samples: Samples;
  readonly catalog: MetricCatalog;
  readonly integrations: Integrations;
  readonly rateLimit: RateLimit;
  readonly batchMaxBytes: number;
}

export function metricRoutes(dependencies: MetricRoutesDependencies): Route[] {
  return [webhookRoute(dependencies), listRoute(dependencies)];
}

function webhookRoute(door: MetricRoutesDependencies): Route {
  return {
    method: 'post',
    path: '/api/v1/metrics/webhook',
    scope: 'READ_WRITE',
    parameters: noParameters,
    document: {
      tag: 'Metrics',
      summary: 'Record samples of metrics',
      description:
        'Up to 10,000 samples. A sample of the same metric, subject, source and time takes the place of the one before, so a request may be sent again. One wrong sample loses no good one: what was rejected is listed. Instead of a key, a sender may sign with the secret of an integration: X-Milepost-Integration holds its id and X-Milepost-Signature t=<seconds>,v1=<hex HMAC-SHA256 of "t.body">.',
      body: { 'application/json': samplesSchema },
      answers: {
        202: { description: 'Stored, but for those that are listed.', schema: samplesAnswer },
        400: {
          description: 'VALIDATION_ERROR, or every sample was rejected.',
          schema: rejectedSamplesAnswer,
        },
      },
    },
    handle: async (req, res, gate) => {
      const { organization, caller, body } = await admit(door, req, gate);
      parseParameters(noParameters, queryOf(req));
      checkContentType(req);
      await door.rateLimit.take(caller, 1);
      const bytes = body ?? (await readBody(req, door.batchMaxBytes));
      const report = await door.samples.record(organization, parseJson(toText(bytes)));
      sendReport(res, report);
    },
  };
}

/** Who sends, by bearer or by signature; the body where the signature needed it. */
async function admit(
  { integrations, batchMaxBytes }: MetricRoutesDependencies,
  req: IncomingMessage,
  gate: Gate,
): Promise<{ organization: string; caller: string; body?: Buffer }> {
  const signature = req.headers['x-milepost-signature'];
  if (req.headers.authorization !== undefined || typeof signature !== 'string') {
    const { organization, keyId } = await authorize(req, gate, 'READ_WRITE');
    return { organization, caller: keyId };
  }
  const id = req.headers['x-milepost-integration'];
  if (typeof id !== 'string' || id === '') {
    throw unauthorized('X-Milepost-Integration is missing, send the id of the integration');
  }
  const body = await readBody(req, batchMaxBytes);
  const integration = await integrations.verify({ id, signature, body });
  return { organization: integration.organization, caller: integration.id, body };
}

function checkContentType(req: IncomingMessage): void {
  const type = req.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === 'application/json') return;
  throw new MilepostError(
    'UNSUPPORTED_MEDIA_TYPE',
    `content-type: ${type ? `${type} is not supported` : 'is missing'}, use application/json`,
  );
}

function sendReport(res: Response, { rejected, ...counts }: SampleReport): void {
  const results = rejected.slice(0, LISTED_REFUSALS).map(({ index, error }) => ({
    index,
    error: error.message,
    code: error.code,
  }));
  const omitted = rejected.length - results.length;
  const data = {
    ...counts,
    rejected: rejected.length,
    results,
    ...(omitted > 0 ? { omitted } : {}),
  };
  if (counts.accepted > 0) {
    sendData(res, 202, data);
    return;
  }
  const error = `samples: every sample was rejected, the first because of ${results[0]?.error}; see data.results`;
  sendJson(res, 400, JSON.stringify({ success: false, error, code: 'VALIDATION_ERROR', data }));
}

function listRoute({ catalog }: MetricRoutesDependencies): Route {
  return keyedRoute({
    path: '/api/v1/metrics',
    parameters: noParameters,
    document: {
      tag: 'Metrics',
      summary: 'List the metrics',
      description: 'With their subjects, sources, unit, direction, and times of samples.',
      answers: { 200: { description: 'The metrics by name.', schema: metricListAnswer } },
    },
    handle: async ({ res, organization }) => {
      const { metrics, hasMore } = await catalog.list(organization);
      const data = metrics.map(({ first, last, ...metric }) => ({
        ...metric,
        firstTime: new Date(first).toISOString(),
        lastTime: new Date(last).toISOString(),
      }));
      sendData(res, 200, data, { hasMore });
    },
  });
}
