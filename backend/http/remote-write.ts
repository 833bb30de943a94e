/** Prometheus sends here: https://prometheus.io/docs/specs/prw/remote_write_spec/ (version 1). */
import type { IncomingMessage } from 'node:http';
import snappy from 'snappyjs';
import { z } from 'zod';
import { invalidField, MilepostError } from '../errors.ts';
import { createPlacing, PROMETHEUS_LABELS } from '../services/placing.ts';
import { createReceived, type Receipt, type Received } from '../services/received.ts';
import { errorAnswer } from './answers.ts';
import { authorize } from './auth.ts';
import { readRawBody, tooLarge } from './body.ts';
import { parseParameters } from './parameters.ts';
import { createWire, toNumber, type Whole } from './protobuf.ts';
import {
  mediaTypeOf,
  placingParameters,
  type ReceiverDependencies,
  unsupported,
} from './receiver.ts';
import { CORS_HEADERS, sendJson } from './respond.ts';
import { queryOf, type Route } from './route.ts';

const TYPE = 'application/x-protobuf';

interface TimeSeries {
  readonly labels: readonly { readonly name: string; readonly value: string }[];
  readonly samples: readonly { readonly value: number; readonly timestamp: Whole }[];
}

const wire = createWire<{ readonly timeseries: readonly TimeSeries[] }>(
  {
    WriteRequest: { fields: { timeseries: { rule: 'repeated', type: 'TimeSeries', id: 1 } } },
    TimeSeries: {
      fields: {
        labels: { rule: 'repeated', type: 'Label', id: 1 },
        samples: { rule: 'repeated', type: 'Sample', id: 2 },
      },
    },
    Label: { fields: { name: { type: 'string', id: 1 }, value: { type: 'string', id: 2 } } },
    Sample: { fields: { value: { type: 'double', id: 1 }, timestamp: { type: 'int64', id: 2 } } },
  },
  'WriteRequest',
);

const parameters = placingParameters.extend({
  ignore: z
    .array(z.string())
    .optional()
    .meta({ description: 'Labels that mean nothing here. Repeat for several.' }),
});

export function remoteWriteRoute(door: ReceiverDependencies): Route {
  return {
    method: 'post',
    path: '/api/v1/metrics/remote-write',
    scope: 'READ_WRITE',
    parameters,
    document: {
      tag: 'Metrics',
      summary: 'Receive what Prometheus writes',
      description:
        'Remote write, version 1: protobuf, compressed with snappy. Labels say environment and system; a series with any other label is refused, and so is a running total. When some series are refused the others are stored all the same, and the answer is a 400, which Prometheus logs and does not repeat.',
      body: { [TYPE]: z.string().meta({ format: 'binary' }) },
      answers: {
        204: { description: 'Everything that is wanted is stored.' },
        400: { description: 'VALIDATION_ERROR: something was refused.', schema: errorAnswer },
      },
    },
    handle: async (req, res, gate) => {
      const { organization, keyId } = await authorize(req, gate, 'READ_WRITE');
      const options = parseParameters(parameters, queryOf(req));
      checkForm(req);
      await door.rateLimit.take(keyId, 1);
      const body = await readRawBody(req, door.batchMaxBytes);
      const { timeseries } = wire.read(uncompress(body, door.batchMaxBytes));
      const received = createReceived();
      const place = createPlacing(options, PROMETHEUS_LABELS);
      for (const series of timeseries) receive(series, place, received);
      const receipt = await received.store(door.samples, organization);
      const headers = ['X-Prometheus-Remote-Write-Samples-Written', String(receipt.stored)];
      if (receipt.refused > 0) return sendJson(res, 400, refusal(receipt), headers);
      res.writeHead(204, [...Object.entries(CORS_HEADERS).flat(), ...headers]).end();
    },
  };
}

function checkForm(req: IncomingMessage): void {
  const type = mediaTypeOf(req);
  if (type !== TYPE) throw unsupported(type, TYPE);
  if (/proto=(?!prometheus\.WriteRequest)/.test(req.headers['content-type'] ?? '')) {
    throw new MilepostError(
      'UNSUPPORTED_MEDIA_TYPE',
      'content-type: only version 1 of remote write is supported, proto=prometheus.WriteRequest',
    );
  }
  if (req.headers['content-encoding'] !== 'snappy') {
    throw new MilepostError('UNSUPPORTED_MEDIA_TYPE', 'content-encoding: must be snappy');
  }
}

/** The length stands in front, so that nothing is unpacked that is too large. */
function uncompress(body: Buffer, limit: number): Uint8Array {
  try {
    return snappy.uncompress(body, limit);
  } catch (error) {
    if (error instanceof Error && error.message.includes('too big')) throw tooLarge(limit);
    throw invalidField('body', 'is not compressed with snappy, or damaged');
  }
}

/** Running totals, by the names that they have by convention. */
const RUNNING_TOTAL = /_(total|count|sum|bucket)$/;

function receive(
  { labels, samples }: TimeSeries,
  place: ReturnType<typeof createPlacing>,
  received: Received,
): void {
  const { __name__: metric = '', ...others } = Object.fromEntries(
    labels.map(({ name, value }) => [name, value]),
  );
  const placed = place(metric, null, others);
  if (!received.accepts(placed, samples.length)) return;
  if (RUNNING_TOTAL.test(metric)) {
    const reason = `${metric} is a running total, which says nothing about before and after: send its rate() by a recording rule`;
    received.refuse(reason, samples.length);
    return;
  }
  for (const { value, timestamp } of samples) {
    received.add(placed.place, toNumber(timestamp), value, 'mean');
  }
}

function refusal({ stored, refused, reason }: Receipt): string {
  const error = `samples: ${refused} were refused and ${stored} stored; the first because ${reason}`;
  return JSON.stringify({ success: false, error, code: 'VALIDATION_ERROR' });
}
