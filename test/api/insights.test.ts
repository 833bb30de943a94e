import { expect } from 'chai';
import { causesAnswer, deliveryAnswer } from '../../backend/http/insights.ts';
import type {
  Cause,
  CountedEvents,
  DeliveryCell,
  DeliveryFigures,
  FailedDeployment,
} from '../../backend/model/insight.ts';
import { expectError, sample, unique, useServer } from './support.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.parse('2025-03-15T12:00:00Z');

interface DeliveryData {
  readonly from: string;
  readonly to: string;
  readonly figures: DeliveryFigures;
  readonly previous: DeliveryFigures;
  readonly failed: readonly FailedDeployment[];
  readonly cells: readonly DeliveryCell[];
  readonly counted: CountedEvents;
  readonly trend: readonly {
    readonly from: string;
    readonly to: string;
    readonly figures: DeliveryFigures;
  }[];
}

interface CausesData {
  readonly at: string;
  readonly considered: number;
  readonly causes: readonly Cause[];
}

describe('the insights', () => {
  const server = useServer({ clock: () => NOW });
  const record = async (ago: number, over: object) => {
    const time = new Date(NOW - ago).toISOString();
    const answer = await server().client.post(sample({ time, ...over }));
    expect(answer.status, answer.text).to.equal(201);
    return answer.body.data.id;
  };

  describe('GET /api/v1/insights/delivery', () => {
    const delivery = async (query: string, client = server().reader) => {
      const answer = await client.get<DeliveryData>(`/api/v1/insights/delivery?${query}`);
      expect(answer.status, answer.text).to.equal(200);
      expect(deliveryAnswer.safeParse(answer.body).error).to.equal(undefined);
      return answer.body.data;
    };

    it('counts by the published formulae, and names what it counted', async () => {
      const subject = unique('production');
      const [shop, pay] = [
        { subject, source: 'shop' },
        { subject, source: 'pay' },
      ];
      const at = (ago: number) => new Date(NOW - ago).toISOString();
      const lead = (ago: number, hours: number) => ({
        data: { commitTime: at(ago + hours * HOUR) },
      });
      for (const days of [9, 8, 7, 6]) {
        await record(days * DAY, { ...shop, ...lead(days * DAY, days) });
      }
      // One is rolled back after half an hour and repaired an hour later.
      const bad = await record(5 * DAY, { ...shop, ...lead(5 * DAY, 5) });
      const back = await record(5 * DAY - 30 * MINUTE, { ...shop, type: 'rollback' });
      const repair = await record(5 * DAY - 90 * MINUTE, shop);
      // Two are followed by incidents, one of which is resolved after 2 h.
      await record(3 * DAY, pay);
      await record(3 * DAY - HOUR, { ...pay, type: 'incident' });
      const solved = await record(3 * DAY - 2 * HOUR, { ...pay, type: 'incident-resolved' });
      await record(HOUR, pay);
      const open = await record(MINUTE, { ...pay, type: 'incident' });
      // Too late, and of nobody who was deployed.
      await record(DAY, { ...shop, type: 'incident' });
      await record(2 * DAY, { subject, source: 'else', type: 'incident' });
      await record(2 * DAY, { ...shop, type: 'deployment-failed' });

      const found = await delivery(`from=-10d&subject=${subject}`);
      const { figures, previous, failed, cells, counted } = found;
      expect(figures.deployments).to.equal(8);
      expect(figures.frequency).to.deep.equal({ value: 0.8, n: 8, missing: null });
      expect(figures.changeFailureRate).to.deep.equal({ value: 3 / 8, n: 8, missing: null });
      expect(figures.reworkRate).to.deep.equal({ value: 1 / 8, n: 8, missing: null });
      expect(figures.leadTime).to.include({ median: 7 * 3600, n: 5, missing: null });
      expect(figures.recoveryTime).to.deep.equal({
        ...{ median: null, p90: null, n: 2 },
        missing: 'not enough data: 2 failed deployments with a recovery, it takes 3',
      });
      expect(previous).to.deep.include({ deployments: 0 });
      expect(previous.frequency.missing).to.equal('not enough data: 0 deployments, it takes 5');
      expect(failed.map(({ failure, recovery }) => [failure.id, recovery?.id])).to.deep.equal([
        [open, undefined],
        [failed[1]?.failure.id, solved],
        [back, back],
      ]);
      expect(failed[2]).to.deep.include({ recoverySeconds: 1800 });
      expect(failed[2]?.deployment.id).to.equal(bad);
      expect(cells.map(({ figures: _, ...cell }) => cell)).to.deep.equal([
        { ...shop, deployments: 6, failed: 1 },
        { ...pay, deployments: 2, failed: 2 },
      ]);
      expect(cells[0]?.figures.changeFailureRate).to.deep.include({ value: 1 / 6, n: 6 });
      expect(cells[1]?.figures.changeFailureRate).to.deep.include({ value: null, n: 2 });
      expect(counted.reworkRate).to.have.length(1);
      expect(counted.reworkRate[0]).to.include({ id: repair, ...shop, seconds: null });
      const hours = counted.leadTime.map(({ seconds }) => (seconds ?? 0) / 3600);
      expect(hours).to.deep.equal([5, 6, 7, 8, 9]);
      const own = await delivery(`from=-10d&subject=${subject}&source=pay`);
      expect(own.cells).to.have.length(1);
    });

    it('compares with the period before, and counts events at its edges once', async () => {
      const subject = unique('production');
      for (const days of [1, 2, 3, 4, 5]) await record(days * DAY, { subject });
      for (const days of [7, 8, 9, 10, 11, 12]) await record(days * DAY, { subject });
      const { figures, previous } = await delivery(`from=-6d&subject=${subject}`);
      expect(figures.deployments).to.equal(5);
      expect(previous.deployments).to.equal(6);
    });

    it('cuts the range into slices that hold each deployment once', async () => {
      const subject = unique('production');
      for (const days of [0, 1, 2.5, 29.9, 30]) await record(days * DAY, { subject });
      const { trend, from, to } = await delivery(`from=-30d&subject=${subject}`);
      expect(trend.map(({ figures }) => figures.deployments)).to.deep.equal([
        ...[2, 0, 0, 0, 0, 0, 0, 0, 0, 3],
      ]);
      expect(trend.at(0)?.from).to.equal(from);
      expect(trend.at(-1)?.to).to.equal(to);
      const year = await delivery(`from=-365d&subject=${subject}`);
      expect(year.trend).to.have.length(13);
    });

    it('has no trouble with commits that are nonsense or later', async () => {
      const subject = unique('production');
      for (const commitTime of ['soon', 7, '2030-01-01T00:00:00Z', 'NOW', null, {}]) {
        await record(DAY, { subject, data: { commitTime } });
      }
      const { figures } = await delivery(`subject=${subject}`);
      expect(figures.leadTime).to.include({ n: 0, median: null });
    });

    it('keeps organizations apart, and refuses what makes no sense', async () => {
      const { client, milepost, reader } = server();
      const other = client.as(await milepost.newOrganization(unique('org')));
      expect(await delivery('from=-90d', other)).to.deep.include({ failed: [], cells: [] });
      const path = '/api/v1/insights/delivery';
      expectError(await reader.get(`${path}?from=now&to=now`), 'VALIDATION_ERROR', 'to: must be');
      expectError(await reader.get(`${path}?from=-1d&to=-2d`), 'VALIDATION_ERROR', 'from:');
      expectError(await client.as(undefined).get(path), 'UNAUTHORIZED');
    });
  });

  describe('GET /api/v1/insights/causes', () => {
    const causesOf = async (query: string, client = server().reader) => {
      const answer = await client.get<CausesData>(`/api/v1/insights/causes?${query}`);
      expect(answer.status, answer.text).to.equal(200);
      expect(causesAnswer.safeParse(answer.body).error).to.equal(undefined);
      return answer.body.data;
    };
    const said = ({ causes }: CausesData, id: string) =>
      causes.find(({ event }) => event.id === id)?.reasons.map(({ text }) => text);

    it('ranks the changes before a moment, with the reason for each', async () => {
      const subject = unique('production');
      const here = { subject, source: 'shop' };
      const near = await record(10 * MINUTE, { ...here, version: '2', severity: 'MAJOR' });
      const far = await record(10 * HOUR, { ...here, version: '1' });
      const neighbour = await record(5 * MINUTE, { subject, source: 'pay' });
      await record(5 * MINUTE, { ...here, type: 'incident' });
      await record(MINUTE, { subject: unique('staging'), source: 'pay' });
      await record(2 * DAY, here);
      const found = await causesOf(`subject=${subject}&source=shop`);
      expect(found.causes.map(({ event }) => event.id)).to.deep.equal([near, neighbour, far]);
      expect(found.considered).to.equal(3);
      expect(said(found, near)).to.deep.equal([
        '10 minutes before',
        'same source and subject',
        'severity MAJOR',
      ]);
      expect(found.causes[0]?.score).to.equal(Math.round(40 * 0.5 ** (10 / 60) + 25 + 7));
      expect(said(found, neighbour)).to.deep.equal(['5 minutes before', 'same subject']);
    });

    it('weighs a rollback that came later, and metrics that got worse', async () => {
      const subject = unique('production');
      const shop = { subject, source: 'shop' };
      const replaced = await record(5 * HOUR, { ...shop, version: '1.9' });
      const bad = await record(4 * HOUR, { ...shop, version: '2' });
      await record(HOUR, { ...shop, version: '1', type: 'rollback' });
      const samples = Array.from({ length: 120 }, (_, index) => ({
        ...{ metric: 'error_rate', subject, source: 'shop', unit: null },
        value: (index < 60 ? 0 : 50) + (index % 7),
        time: NOW - 4 * HOUR + (index < 60 ? index - 60 : index - 54) * MINUTE,
      }));
      await server().milepost.store.metrics.write('default', samples);
      const found = await causesOf(`at=-3h&subject=${subject}`);
      expect(found.causes.map(({ event }) => event.id)).to.deep.equal([bad, replaced]);
      expect(said(found, replaced)).to.deep.equal(['120 minutes before', 'same subject']);
      expect(said(found, bad)).to.deep.equal([
        '60 minutes before',
        'same subject',
        'rolled back 180 minutes later',
        'error_rate got worse after it',
      ]);
    });

    it('keeps organizations apart', async () => {
      const { client, milepost } = server();
      const other = client.as(await milepost.newOrganization(unique('org')));
      expect(await causesOf('', other)).to.deep.include({ causes: [], considered: 0 });
      expectError(
        await other.get('/api/v1/insights/causes?window=3h'),
        'VALIDATION_ERROR',
        'window: must be one of',
      );
    });
  });
});
