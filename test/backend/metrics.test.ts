import { expect } from 'chai';
import { createMetrics, type Metrics } from '../../backend/metrics.ts';

/** The samples of one metric: what stands behind its name, and the value. */
async function samples(metrics: Metrics, name: string): Promise<Record<string, number>> {
  const lines = (await metrics.text()).split('\n').filter((line) => line.startsWith(name));
  return Object.fromEntries(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(name.length, end), Number(line.slice(end + 1))];
    }),
  );
}

describe('the metrics', () => {
  it('count the events that were stored', async () => {
    const metrics = createMetrics();
    expect(await samples(metrics, 'milepost_events_stored_total')).to.deep.equal({ '': 0 });
    metrics.eventsStored(3);
    metrics.eventsStored(1000);
    expect(await samples(metrics, 'milepost_events_stored_total')).to.deep.equal({ '': 1003 });
  });

  it('know how many clients follow, by transport', async () => {
    const metrics = createMetrics();
    for (const change of [1, 1, -1, 1] as const) metrics.liveClients('socket', change);
    for (const change of [1, -1] as const) metrics.liveClients('sse', change);
    expect(await samples(metrics, 'milepost_live_clients')).to.deep.equal({
      '{transport="socket"}': 2,
      '{transport="sse"}': 0,
    });
  });

  it('time a request in seconds, by route and status', async () => {
    const metrics = createMetrics();
    metrics.answered('GET /api/v1/events', 200, 7);
    metrics.answered('GET /api/v1/events', 200, 1500);
    metrics.answered('GET /api/v1/events', 400, 0.5);
    const name = 'milepost_http_request_duration_seconds_';
    const timed = await samples(metrics, name);
    const good = 'route="GET /api/v1/events",status="200"}';
    const bad = 'route="GET /api/v1/events",status="400"}';
    expect(timed[`count{${good}`]).to.equal(2);
    expect(timed[`count{${bad}`]).to.equal(1);
    expect(timed[`sum{${good}`]).to.be.closeTo(1.507, 1e-9);
    expect(timed[`bucket{le="0.005",${good}`]).to.equal(0);
    expect(timed[`bucket{le="0.01",${good}`]).to.equal(1);
    expect(timed[`bucket{le="5",${good}`]).to.equal(2);
    expect(timed[`bucket{le="0.001",${bad}`]).to.equal(1);
  });

  it('show the process too, as Prometheus text', async () => {
    const metrics = createMetrics();
    expect(metrics.contentType).to.match(/^text\/plain; version=/);
    expect(await metrics.text()).to.include('process_cpu_seconds_total');
  });

  it('are each server’s own', async () => {
    const [one, other] = [createMetrics(), createMetrics()];
    one.eventsStored(5);
    expect(await samples(other, 'milepost_events_stored_total')).to.deep.equal({ '': 0 });
  });
});
