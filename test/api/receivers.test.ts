/** What Prometheus and OpenTelemetry send: their wire formats, what is stored of it, and answers. */
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import protobuf from 'protobufjs/light.js';
import snappy from 'snappyjs';
import type { NewSample } from '../../backend/model/metric.ts';
import { expectError, unique, useServer } from './support.ts';

const REMOTE_WRITE = '/api/v1/metrics/remote-write';
const OTLP = '/api/v1/metrics/otlp/v1/metrics';
const NOW = Date.parse('2026-01-15T12:00:00Z');
const PROTOBUF = 'application/x-protobuf';

const { WriteRequest } = {
  WriteRequest: protobuf.Root.fromJSON({
    nested: {
      WriteRequest: { fields: { timeseries: { rule: 'repeated', type: 'Series', id: 1 } } },
      Series: {
        fields: {
          labels: { rule: 'repeated', type: 'Label', id: 1 },
          samples: { rule: 'repeated', type: 'Sample', id: 2 },
          // An exemplar, which is skipped.
          exemplars: { rule: 'repeated', type: 'Sample', id: 3 },
        },
      },
      Label: { fields: { name: { type: 'string', id: 1 }, value: { type: 'string', id: 2 } } },
      Sample: { fields: { value: { type: 'double', id: 1 }, timestamp: { type: 'int64', id: 2 } } },
    },
  }).lookupType('WriteRequest'),
};

function series(labels: Readonly<Record<string, string>>, ...values: number[]) {
  return {
    labels: Object.entries(labels).map(([name, value]) => ({ name, value })),
    samples: values.map((value, index) => ({ value, timestamp: NOW + index * 15_000 })),
    exemplars: [{ value: 1, timestamp: NOW }],
  };
}

function written(...timeseries: object[]): Buffer {
  const bytes = WriteRequest.encode(WriteRequest.fromObject({ timeseries })).finish();
  return snappy.compress(Buffer.from(bytes));
}

describe('A receiver of metrics', () => {
  const server = useServer({ clock: () => NOW });
  const stored = async (subject: string): Promise<Partial<NewSample>[]> => {
    const { metrics } = server().milepost.store;
    const found = await metrics.series('default', { subject: [subject] }, 100);
    const ids = found.map(({ id }) => id);
    const samples = await metrics.samples('default', ids, 0, NOW * 2);
    return found.flatMap(({ id, metric, source, unit }) =>
      (samples.get(id) ?? []).map(([time, value]) => ({
        ...{ metric, source, ...(unit === null ? {} : { unit }) },
        ...{ time: time - NOW, value },
      })),
    );
  };

  describe('from Prometheus', () => {
    const write = (body: Buffer, query = '', headers: Record<string, string> = {}, key?: string) =>
      (key === undefined ? server().client : server().client.as(key)).send(
        'POST',
        REMOTE_WRITE + query,
        {
          headers: {
            'Content-Type': PROTOBUF,
            'Content-Encoding': 'snappy',
            'X-Prometheus-Remote-Write-Version': '0.1.0',
            ...headers,
          },
          body: new Uint8Array(body),
        },
      );

    it('stores series whose labels say environment and system', async () => {
      const env = unique('env');
      const labels = { __name__: 'job:errors:ratio5m', env, service: 'shop', job: 'node' };
      const answer = await write(
        written(
          series(labels, 0.25, Number.NaN, 0.5),
          series({ __name__: 'probe_success', env }, 1),
        ),
      );
      expect(answer.status, answer.text).to.equal(204);
      expect(answer.text).to.equal('');
      expect(answer.headers.get('x-prometheus-remote-write-samples-written')).to.equal('3');
      expect(await stored(env)).to.deep.equal([
        { metric: 'job:errors:ratio5m', source: 'shop', time: 0, value: 0.25 },
        { metric: 'job:errors:ratio5m', source: 'shop', time: 30_000, value: 0.5 },
        { metric: 'probe_success', source: null, time: 0, value: 1 },
      ]);
    });

    it('stores the good ones, and says of the first refused one why it was refused', async () => {
      const env = unique('env');
      const answer = await write(
        written(
          series({ __name__: 'up', env, instance: 'a:9090' }, 1, 1),
          series({ __name__: 'ok', env }, 7),
          series({ __name__: 'http_requests_total', env }, 1),
          series({ __name__: 'nowhere' }, 1),
        ),
      );
      expectError(answer, 'VALIDATION_ERROR', 'samples: 4 were refused and 1 stored; the first');
      expect(answer.body.error).to.contain('up has the label instance').and.contain('?ignore=');
      expect(answer.text).not.to.contain('\n');
      expect(await stored(env)).to.deep.equal([{ metric: 'ok', source: null, time: 0, value: 7 }]);
      const total = await write(written(series({ __name__: 'x_total', env }, 1)));
      expectError(total, 'VALIDATION_ERROR', 'x_total is a running total');
      const none = await write(written(series({ __name__: 'nowhere' }, 1)));
      expectError(none, 'VALIDATION_ERROR', 'nowhere says no environment');
    });

    it('places series as the address says, and takes the mean of those that it makes one', async () => {
      const subject = unique('subject');
      const query = `?subject=${subject}&sourceLabel=team&ignore=instance&metric=up&metric=load`;
      const answer = await write(
        written(
          series({ __name__: 'up', team: 'a', instance: '1' }, 1),
          series({ __name__: 'up', team: 'a', instance: '2' }, 0),
          series({ __name__: 'load', instance: '1' }, 3),
          series({ __name__: 'unwanted', pod: 'x' }, 1),
        ),
        query,
      );
      expect(answer.status, answer.text).to.equal(204);
      expect(await stored(subject)).to.deep.equal([
        { metric: 'load', source: null, time: 0, value: 3 },
        { metric: 'up', source: 'a', time: 0, value: 0.5 },
      ]);
    });

    it('refuses what it cannot read, and what would unpack to too much', async () => {
      expectError(await write(Buffer.from('nonsense')), 'VALIDATION_ERROR', 'body');
      const noise = snappy.compress(Buffer.from([0xff, 0xff, 0xff]));
      expectError(await write(noise), 'VALIDATION_ERROR', 'no protobuf');
      // Says that it is 1 GiB.
      const bomb = Buffer.from([0x80, 0x80, 0x80, 0x80, 0x04, 0x00]);
      expectError(await write(bomb), 'PAYLOAD_TOO_LARGE');
      const good = written(series({ __name__: 'up', env: 'x' }, 1));
      const gzip = { 'Content-Encoding': 'gzip' };
      expectError(await write(good, '', gzip), 'UNSUPPORTED_MEDIA_TYPE', 'must be snappy');
      const two = { 'Content-Type': `${PROTOBUF};proto=io.prometheus.write.v2.Request` };
      expectError(await write(good, '', two), 'UNSUPPORTED_MEDIA_TYPE', 'version 1');
      const json = { 'Content-Type': 'application/json' };
      expectError(await write(good, '', json), 'UNSUPPORTED_MEDIA_TYPE', PROTOBUF);
      expectError(await write(good, '?subjekt=x'), 'VALIDATION_ERROR', 'did you mean subject');
      expectError(await write(good, '', {}, server().milepost.readKey), 'FORBIDDEN');
      expectError(await write(good, '', {}, 'mp_x'), 'UNAUTHORIZED');
    });
  });

  describe('from OpenTelemetry', () => {
    const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });
    const nano = (offset = 0) => `${NOW + offset}000000`;
    const body = (environment: string | null, ...metrics: object[]) => ({
      resourceMetrics: [
        {
          resource: {
            attributes: [
              attribute('service.name', 'shop'),
              attribute('service.instance.id', 'shop-1'),
              ...(environment === null
                ? []
                : [attribute('deployment.environment.name', environment)]),
            ],
          },
          scopeMetrics: [{ scope: { name: 'test' }, metrics }],
        },
      ],
    });
    const send = (content: unknown, query = '', headers: Record<string, string> = {}) =>
      server().client.send<never>('POST', OTLP + query, {
        headers: { 'Content-Type': 'application/json', ...headers },
        body: content instanceof Uint8Array ? new Uint8Array(content) : JSON.stringify(content),
      });

    it('makes samples of gauges, sums and histograms, those of one moment put together', async () => {
      const env = unique('env');
      const point = (route: string, more: object) => ({
        ...{ attributes: [attribute('route', route)], timeUnixNano: nano() },
        ...more,
      });
      const answer = await send(
        body(
          env,
          {
            ...{ name: 'queue.length', unit: '{job}' },
            gauge: { dataPoints: [point('/a', { asInt: '3' }), point('/b', { asDouble: 4 })] },
          },
          {
            ...{ name: 'orders', unit: '1' },
            sum: {
              ...{ aggregationTemporality: 1, isMonotonic: true },
              dataPoints: [point('/a', { asInt: '3' }), point('/b', { asInt: 4 })],
            },
          },
          {
            ...{ name: 'connections', unit: '' },
            sum: { aggregationTemporality: 2, dataPoints: [point('/', { asInt: '-9' })] },
          },
          {
            ...{ name: 'duration', unit: 's' },
            histogram: {
              aggregationTemporality: 1,
              dataPoints: [
                point('/a', { count: '3', sum: 6, bucketCounts: ['3'], explicitBounds: [] }),
                point('/b', { count: '1', sum: 10 }),
                point('/c', { count: '0', sum: 0 }),
              ],
            },
          },
        ),
      );
      expect({ status: answer.status, text: answer.text }).to.deep.equal({
        status: 200,
        text: '{}',
      });
      const source = 'shop';
      expect(await stored(env)).to.deep.equal([
        { metric: 'connections', source, time: 0, value: -9 },
        { metric: 'duration.count', source, time: 0, value: 4 },
        { metric: 'duration.mean', source, unit: 's', time: 0, value: 4 },
        { metric: 'orders', source, time: 0, value: 7 },
        { metric: 'queue.length', source, unit: '{job}', time: 0, value: 3.5 },
      ]);
    });

    it('answers with what it has rejected, and why', async () => {
      const dataPoints = [{ timeUnixNano: nano(), asInt: '3', attributes: [] }];
      const total = { ...{ aggregationTemporality: 2, isMonotonic: true }, dataPoints };
      const env = unique('env');
      const answer = await send(
        body(env, { name: 'requests', sum: total }, { name: 'temperature', gauge: { dataPoints } }),
      );
      expect(answer.status).to.equal(200);
      const { partialSuccess } = JSON.parse(answer.text) as {
        partialSuccess: { rejectedDataPoints: string; errorMessage: string };
      };
      expect(partialSuccess.rejectedDataPoints).to.equal('1');
      expect(partialSuccess.errorMessage).to.contain('requests is a running total');
      expect(await stored(env)).to.have.length(1);
      const nowhere = await send(body(null, { name: 'temperature', gauge: { dataPoints } }));
      expect(nowhere.text).to.contain('says no environment');
      const summary = { name: 's', summary: { dataPoints } };
      expect((await send(body(env, summary))).text).to.contain('summary, which is not supported');
    });

    it('takes the environment from its address, and gzip', async () => {
      const subject = unique('subject');
      const dataPoints = [{ timeUnixNano: nano(), asDouble: 1.5 }];
      const text = JSON.stringify(body(null, { name: 'temperature', gauge: { dataPoints } }));
      const zipped = await send(gzipSync(text), `?subject=${subject}`, {
        'Content-Encoding': 'gzip',
      });
      expect(zipped.text).to.equal('{}');
      expect(await stored(subject)).to.have.length(1);
      const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
      expectError(await send(bomb, '', { 'Content-Encoding': 'gzip' }), 'PAYLOAD_TOO_LARGE');
    });

    it('refuses what it cannot read', async () => {
      expectError(await send([]), 'VALIDATION_ERROR', 'must be a JSON object');
      expectError(await send({ resourceMetrics: 1 }), 'VALIDATION_ERROR', 'no JSON of this');
      expectError(await send({ resourceMetrics: [{ scopeMetrics: [1] }] }), 'VALIDATION_ERROR');
      const protobufType = { 'Content-Type': PROTOBUF };
      expectError(await send(Buffer.from([1, 2, 3]), '', protobufType), 'VALIDATION_ERROR');
      expectError(await send('x', '', { 'Content-Type': 'text/plain' }), 'UNSUPPORTED_MEDIA_TYPE');
      const empty = await send(new Uint8Array(), '', protobufType);
      expect({ status: empty.status, text: empty.text }).to.deep.equal({ status: 200, text: '' });
      expect(empty.headers.get('content-type')).to.equal(PROTOBUF);
    });
  });
});

describe('The limit of series', () => {
  const server = useServer({ env: { METRIC_SERIES_LIMIT: '60' }, clock: () => NOW });

  it('holds at whichever door', async () => {
    const env = unique('env');
    const many = Array.from({ length: 70 }, (_, index) =>
      series({ __name__: `metric_${index}`, env }, 1),
    );
    const answer = await server().client.send('POST', REMOTE_WRITE, {
      headers: { 'Content-Type': PROTOBUF, 'Content-Encoding': 'snappy' },
      body: new Uint8Array(written(...many)),
    });
    expectError(answer, 'VALIDATION_ERROR', 'METRIC_SERIES_LIMIT');
    const { metrics } = server().milepost.store;
    expect(await metrics.series('default', {}, 100)).to.have.length(60);
    const sample = { metric: 'one_more', subject: env, time: 'NOW', value: 1 };
    const known = { ...sample, metric: 'metric_0' };
    const pushed = await server().client.json<{ accepted: number; rejected: number }>(
      'POST',
      '/api/v1/metrics/webhook',
      { samples: [sample, known] },
    );
    expect(pushed.body.data).to.include({ accepted: 1, rejected: 1 });
    expect(pushed.text).to.contain('would make a new series, and there are 60 already');
  });
});
