import { expect } from 'chai';
import { aroundAnswer, impactAnswer } from '../../backend/http/metric-answers.ts';
import type { StoredEvent } from '../../backend/model/event.ts';
import type { MetricImpact } from '../../backend/model/impact.ts';
import { seriesOf } from '../../bench/series.ts';
import { expectError, sample, unique, useServer } from './support.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WEEK = 168 * HOUR;
const NOW = Date.parse('2025-03-15T12:00:00Z');
const DEPLOYED = NOW - 6 * HOUR;

interface ImpactData {
  readonly event: StoredEvent;
  readonly window: string;
  readonly before: { readonly from: string; readonly to: string };
  readonly after: { readonly from: string; readonly to: string; readonly complete: boolean };
  readonly settleSeconds: number;
  readonly others: readonly { readonly sameSource: boolean; readonly event: StoredEvent }[];
  readonly metrics: readonly MetricImpact[];
  readonly omitted: number;
}

describe('GET /api/v1/events/{id}/impact', () => {
  const server = useServer({ clock: () => NOW });

  /** Minutes of two hours on either side, the second of them `shift` standard deviations higher. */
  const record = async (
    subject: string,
    metric: string,
    {
      source = null as string | null,
      shift = 0,
      at = DEPLOYED,
      n = 120,
      level = 100,
      seed = 7,
    } = {},
  ) => {
    const [before, after] = seriesOf({ seed, n, rho: 0, shift });
    const samples = [...before, ...after].map((value, index) => ({
      ...{ metric, subject, source, unit: null, value: level + value },
      time: index < n ? at - (n - index) * MINUTE : at + 5 * MINUTE + (index - n) * MINUTE,
    }));
    await server().milepost.store.metrics.write('default', samples);
  };
  const deploy = async (subject: string | null, over: object = {}) => {
    const answer = await server().client.post(
      sample({ subject, source: 'BE', time: new Date(DEPLOYED).toISOString(), ...over }),
    );
    expect(answer.status, answer.text).to.equal(201);
    return answer.body.data;
  };
  const impactOf = async ({ id }: { readonly id: string }, query = '') => {
    const answer = await server().reader.get<ImpactData>(`/api/v1/events/${id}/impact${query}`);
    expect(answer.status, answer.text).to.equal(200);
    expect(impactAnswer.safeParse(answer.body).error).to.equal(undefined);
    return answer.body.data;
  };
  const verdicts = ({ metrics }: ImpactData) =>
    Object.fromEntries(metrics.map(({ metric, verdict }) => [metric, verdict]));

  it('gives each metric its numbers, its verdict and the reason', async () => {
    const subject = unique('production');
    await record(subject, 'error_rate', { shift: 3 });
    await record(subject, 'throughput', { shift: 3 });
    await record(subject, 'queue', { shift: -3 });
    await record(subject, 'p95_latency');
    await record(subject, 'crash_rate', { shift: 3, n: 7 });
    const impact = await impactOf(await deploy(subject));
    expect(verdicts(impact)).to.deep.equal({
      crash_rate: 'inconclusive',
      error_rate: 'degraded',
      p95_latency: 'unchanged',
      queue: 'changed',
      throughput: 'improved',
    });
    const [few, errors] = impact.metrics;
    expect(few?.reason).to.equal(
      '7 samples before and 7 after are too few, it takes 8 on either side',
    );
    expect(few?.test).to.equal(null);
    expect(errors?.before.n).to.equal(120);
    expect(errors?.before.mean).to.be.closeTo(100, 0.3);
    expect(errors?.after.median).to.be.closeTo(103, 0.3);
    expect(errors?.change?.absolute).to.be.closeTo(3, 0.4);
    expect(errors?.change?.relative).to.be.closeTo(0.03, 0.004);
    expect(errors?.effect?.cliffsDelta).to.be.within(errors?.effect?.low ?? 2, 1);
    expect(errors?.test?.pAdjusted).to.be.at.least(errors?.test?.p ?? 1);
    expect(errors?.reason).to.match(
      /^it rose from a mean of 100 to 103 \(\+[\d.]+ %\) \(p < 0\.001\), and lower is better$/,
    );
    expect(impact).to.include({ window: '2h', settleSeconds: 300, omitted: 0 });
    expect(impact.before).to.deep.equal({
      from: '2025-03-15T04:00:00.000Z',
      to: '2025-03-15T05:59:59.999Z',
    });
    expect(impact.after).to.deep.equal({
      from: '2025-03-15T06:05:00.000Z',
      to: '2025-03-15T08:05:00.000Z',
      complete: true,
    });
  });

  it('gives the samples of a chart where it is asked for them', async () => {
    const subject = unique('production');
    await record(subject, 'error_rate', { shift: 3 });
    const event = await deploy(subject);
    expect((await impactOf(event)).metrics[0]).not.to.have.property('points');
    const answer = await server().reader.get<{
      metrics: { points: { time: string; n: number; mean: number; min: number; max: number }[] }[];
    }>(`/api/v1/events/${event.id}/impact?points=49`);
    expect(impactAnswer.safeParse(answer.body).error).to.equal(undefined);
    const points = answer.body.data.metrics[0]?.points ?? [];
    // 245 minutes in slices of 5, of which the one behind the event is left to settle.
    expect(points).to.have.length(48);
    expect(points.reduce((sum, { n }) => sum + n, 0)).to.equal(240);
    expect(points[0]?.time).to.equal('2025-03-15T04:02:30.000Z');
    for (const { mean, min, max } of points) expect(mean).to.be.within(min, max);
    for (const wrong of ['201', '-1', '1.5', 'all']) {
      expectError(
        await server().reader.get(`/api/v1/events/${event.id}/impact?points=${wrong}`),
        'VALIDATION_ERROR',
        'points: must be a whole number',
      );
    }
  });

  it('looks at the subject alone, at the source, and at what is of no source', async () => {
    const subject = unique('production');
    await record(subject, 'own', { source: 'BE' });
    await record(subject, 'shared');
    await record(subject, 'foreign', { source: 'FE' });
    await record(unique('staging'), 'elsewhere', { source: 'BE' });
    const event = await deploy(subject);
    expect(Object.keys(verdicts(await impactOf(event)))).to.deep.equal(['own', 'shared']);
    const one = await impactOf(event, '?metric=shared&window=1h');
    expect(Object.keys(verdicts(one))).to.deep.equal(['shared']);
    expect(one.metrics[0]?.before.n).to.equal(60);
    expect((await impactOf(await deploy(null))).metrics).to.deep.equal([]);
  });

  it('names the other changes of the window, and says that they cannot be separated', async () => {
    const subject = unique('production');
    await record(subject, 'error_rate', { shift: 3 });
    await record(subject, 'crash_rate', { shift: 3, source: 'BE' });
    const event = await deploy(subject, { version: '2' });
    const at = (minutes: number) => new Date(DEPLOYED + minutes * MINUTE).toISOString();
    await deploy(subject, { source: 'FE', time: at(30) });
    await deploy(subject, { type: 'config-change', time: at(-30) });
    await deploy(subject, { type: 'deployment-started', version: '2', time: at(-5) });
    await deploy(subject, { type: 'incident', time: at(20) });
    await deploy(subject, { time: at(200) });
    const impact = await impactOf(event);
    expect(
      impact.others.map(({ event: { type }, sameSource }) => [type, sameSource]),
    ).to.deep.equal([
      ['config-change', true],
      ['deployment', false],
    ]);
    const reasons = Object.fromEntries(impact.metrics.map((one) => [one.metric, one.reason]));
    expect(reasons['error_rate']).to.match(/; 2 other changes overlap: not separable$/);
    expect(reasons['crash_rate']).to.match(/; 1 other change overlaps: not separable$/);
  });

  it('does not take what every week does for the work of a change', async () => {
    const subject = unique('production');
    for (const week of [0, 1, 2, 3]) {
      const at = DEPLOYED - week * WEEK;
      await record(subject, 'page_views', { shift: 5, at, seed: week + 1 });
      await record(subject, 'throughput', { shift: week === 0 ? 5 : 0, at, seed: week + 1 });
    }
    const impact = await impactOf(await deploy(subject));
    expect(verdicts(impact)).to.deep.equal({ page_views: 'unchanged', throughput: 'improved' });
    const [views] = impact.metrics;
    expect(views?.baseline?.weeks).to.equal(3);
    expect(views?.baseline?.median).to.be.closeTo(5, 0.5);
    expect(views?.reason).to.contain('as it does at these hours of the week: 3 earlier weeks');
  });

  it('leaves out the time in which the operation ran', async () => {
    const subject = unique('production');
    const event = await deploy(subject, { data: { durationMs: 10 * MINUTE } });
    const { before, after } = await impactOf(event);
    expect(before.to).to.equal('2025-03-15T05:49:59.999Z');
    expect(after.from).to.equal('2025-03-15T06:05:00.000Z');
  });

  it('ends with the rollback of what it did, not with the calm behind it', async () => {
    const subject = unique('production');
    await record(subject, 'error_rate', { shift: 3, n: 30 });
    const event = await deploy(subject);
    const back = new Date(DEPLOYED + 40 * MINUTE).toISOString();
    await deploy(subject, { type: 'rollback', source: 'FE', time: back });
    expect((await impactOf(event)).after.to).to.equal('2025-03-15T08:05:00.000Z');
    const rollback = { type: 'rollback', time: back, data: { durationMs: 2 * MINUTE } };
    await deploy(subject, rollback);
    const impact = await impactOf(event);
    expect(impact.after.to).to.equal('2025-03-15T06:37:59.999Z');
    expect(impact.others).to.have.length(2);
    expect(impact.metrics[0]?.verdict).to.equal('degraded');
    expect(impact.metrics[0]?.reason).not.to.contain('overlap');
    await deploy(subject, {
      type: 'rollback',
      time: new Date(DEPLOYED + 15 * MINUTE).toISOString(),
    });
    expect((await impactOf(event)).after.to).to.equal('2025-03-15T06:37:59.999Z');
  });

  it('says when the time after has not passed', async () => {
    const subject = unique('production');
    await record(subject, 'error_rate', { at: NOW - 10 * MINUTE, n: 6 });
    const event = await deploy(subject, { time: new Date(NOW - 10 * MINUTE).toISOString() });
    const impact = await impactOf(event);
    expect(impact.after.complete).to.equal(false);
    expect(impact.metrics[0]?.verdict).to.equal('inconclusive');
    expect(impact.metrics[0]?.reason).to.match(/; the time after has not passed yet$/);
  });

  it('uses the directions that people have set', async () => {
    const subject = unique('production');
    const metric = unique('queue');
    await record(subject, metric, { shift: 3 });
    const settings = { metric, displayName: 'Queue', unit: 'jobs', direction: 'lower' } as const;
    await server().milepost.store.metrics.saveSettings('default', settings);
    const impact = await impactOf(await deploy(subject));
    expect(impact.metrics[0]).to.include({ ...settings, verdict: 'degraded' });
    expect(impact.metrics[0]?.reason).to.contain('to 103 jobs');
  });

  it('has the errors of every question', async () => {
    const { reader, client, milepost } = server();
    const event = await deploy(unique('production'));
    const path = `/api/v1/events/${event.id}/impact`;
    expectError(await reader.get(`${path}?window=3h`), 'VALIDATION_ERROR', 'window: must be one');
    expectError(await reader.get(`${path}?windw=3h`), 'VALIDATION_ERROR', 'did you mean window?');
    expectError(await reader.get('/api/v1/events/no/impact'), 'NOT_FOUND', 'no event');
    expectError(await client.as(undefined).get(path), 'UNAUTHORIZED');
    const other = client.as(await milepost.newOrganization(unique('org')));
    expectError(await other.get(path), 'NOT_FOUND');
  });

  describe('and GET /api/v1/metrics/around', () => {
    const around = (query: string, client = server().reader) =>
      client.get<ImpactData>(`/api/v1/metrics/around${query}`);

    it('asks the same of any moment', async () => {
      const subject = unique('production');
      await record(subject, 'error_rate', { shift: 3 });
      await record(subject, 'crash_rate', { source: 'FE' });
      await deploy(subject, { time: new Date(DEPLOYED - MINUTE).toISOString() });
      const answer = await around(`?time=-6h&subject=${subject}`);
      expect(aroundAnswer.safeParse(answer.body).error).to.equal(undefined);
      expect(verdicts(answer.body.data)).to.deep.equal({
        crash_rate: 'unchanged',
        error_rate: 'degraded',
      });
      expect(answer.body.data.others).to.have.length(1);
      const own = await around(`?time=2025-03-15T06:00:00Z&subject=${subject}&source=BE`);
      expect(verdicts(own.body.data)).to.deep.equal({ error_rate: 'degraded' });
    });

    it('needs a time, and shows each organization its own', async () => {
      expectError(await around(''), 'VALIDATION_ERROR', 'time: is required');
      expectError(await around('?time=soon'), 'VALIDATION_ERROR', 'time:');
      const { client, milepost } = server();
      const other = client.as(await milepost.newOrganization(unique('org')));
      const answer = await around('?time=-6h', other);
      expect(answer.body.data).to.deep.include({ metrics: [], others: [] });
    });

    it('looks at 100 series and counts the rest', async () => {
      const subject = unique('production');
      const samples = Array.from({ length: 103 }, (_, index) => ({
        ...{ metric: `m_${index}`, subject, source: null, unit: null, value: 1 },
        time: DEPLOYED,
      }));
      await server().milepost.store.metrics.write('default', samples);
      const answer = await around(`?time=-6h&subject=${subject}`);
      expect(answer.body.data.metrics).to.have.length(100);
      expect(answer.body.data.omitted).to.equal(3);
    });
  });
});
