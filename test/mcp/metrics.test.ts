/** The tools about metrics: what they say, to whom, and how long they get. */
import { expect } from 'chai';
import { seriesOf } from '../../bench/series.ts';
import { NOON, newEvent } from '../support/events.ts';
import { call, connect, HOUR, hintsOf, useMilepost } from './support.ts';

const MINUTE = 60_000;
const LIMIT = 40_000;
const DEPLOYED = NOON - 4 * HOUR;

interface Shown {
  readonly metric: string;
  readonly verdict: string;
  readonly reason: string;
  readonly before: { readonly n: number; readonly mean: number };
}

describe('MCP tools about metrics', () => {
  const { ask, running } = useMilepost([
    newEvent({ id: 'deploy', source: 'shop', subject: 'production', time: DEPLOYED }),
    newEvent({ id: 'other', source: 'pay\u202e', subject: 'production', time: DEPLOYED + MINUTE }),
  ]);

  const record = (
    metric: string,
    shift: number,
    subject = 'production',
    organization = 'default',
  ) => {
    const [before, after] = seriesOf({ seed: 11, n: 100, rho: 0, shift });
    const samples = [...before, ...after].map((value, index) => ({
      ...{ metric, subject, source: null, unit: 'ms', value: 50 + value },
      time: index < 100 ? DEPLOYED - (100 - index) * MINUTE : DEPLOYED + (index - 94) * MINUTE,
    }));
    return running().store.metrics.write(organization, samples);
  };
  before(async () => {
    await record('a_latency', 0);
    await record('b_latency', 3);
    await record('secret', 3, 'production', 'other');
    await running().store.metrics.write(
      'default',
      Array.from({ length: 400 }, (_, index) => ({
        ...{ metric: `many_${index}`, value: 1, unit: '\u202e'.repeat(50), time: NOON },
        ...{ subject: 'many', source: `${'\u202e'.repeat(495)}${index}` },
      })),
    );
  });

  it('list the metrics, of the own organization', async () => {
    const { structured } = await ask('list_metrics', { search: 'LATENCY' });
    expect(structured).to.deep.equal({
      total: 2,
      has_more: false,
      metrics: ['a_latency', 'b_latency'].map((metric) => ({
        ...{ metric, unit: 'ms', direction: 'lower', subjects: ['production'], sources: [] },
        first_time: '2026-01-15T06:20:00.000Z',
        last_time: '2026-01-15T09:45:00.000Z',
      })),
    });
    const none = await ask('list_metrics', { search: 'secret' });
    expect(hintsOf(none)).to.contain('No metric has "secret" in its name');
  });

  it('tell what an event did, the worst first, and what else happened', async () => {
    const { structured } = await ask('get_metrics_around_event', { event_id: 'deploy' });
    const { metrics, verdicts, other_changes: others } = structured;
    const [worst, calm] = metrics as Shown[];
    expect(worst).to.deep.include({ metric: 'b_latency', verdict: 'degraded' });
    expect(worst?.reason).to.contain('1 other change overlaps: not separable');
    expect(calm).to.deep.include({ metric: 'a_latency', verdict: 'unchanged' });
    expect(worst?.before.n).to.equal(100);
    expect(verdicts).to.deep.equal({ degraded: 1, unchanged: 1 });
    expect(others).to.have.length(1);
    expect(JSON.stringify(others)).to.contain('pay\\\\u{202e}').and.not.contain('\u202e');
  });

  it('tell it of a moment, in the zone that was asked for', async () => {
    const { structured } = await ask('get_metrics_around_event', {
      ...{ time: '2026-01-15T09:00:00', timezone: 'Europe/Berlin', window: '1h' },
      ...{ subject: 'production', metric: 'b_latency' },
    });
    expect(structured).to.include({ time: '2026-01-15T09:00:00.000+01:00', complete: true });
    expect((structured['metrics'] as Shown[]).map(({ verdict }) => verdict)).to.deep.equal([
      'degraded',
    ]);
  });

  it('say what is wrong, and what to do when there is nothing', async () => {
    const both = await ask('get_metrics_around_event', { event_id: 'deploy', time: 'now' });
    expect(both.text).to.contain('give either event_id or time');
    const neither = await ask('get_metrics_around_event');
    expect(neither.isError).to.equal(true);
    const none = await ask('get_metrics_around_event', { time: 'now', subject: 'nowhere' });
    expect(hintsOf(none)).to.contain('list_metrics shows what there is');
    const window = await ask('get_metrics_around_event', { time: 'now', window: '3h' });
    expect(window.text).to.contain('window: must be one of 1h, 2h');
  });

  it('keep to 40,000 characters, whatever the names', async () => {
    const list = await ask('list_metrics', { limit: 300 });
    expect(list.isError, list.text.slice(0, 300)).to.equal(false);
    expect(list.text.length).to.be.within(5000, LIMIT);
    expect(list.structured).to.include({ total: 402, has_more: true });
    const around = await ask('get_metrics_around_event', { time: '-1h', subject: 'many' });
    expect(around.isError, around.text.slice(0, 300)).to.equal(false);
    expect(around.text.length).to.be.within(5000, LIMIT);
    expect(around.structured).to.include({ has_more: true });
  });

  it('show nothing of other organizations', async () => {
    const client = await connect(running().url, running().otherKey);
    const { structured } = await call(client, 'list_metrics');
    expect(structured).to.have.property('total', 1);
    const event = await call(client, 'get_metrics_around_event', { event_id: 'deploy' });
    expect(event.text).to.contain('there is no event');
    await client.close();
  });
});
