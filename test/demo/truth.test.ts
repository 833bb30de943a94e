/** The demo has a truth; what Milepost says of it is held against it. */
import { expect } from 'chai';
import type { MetricImpact } from '../../backend/model/impact.ts';
import { type Causes, createCauses } from '../../backend/services/causes.ts';
import { createDelivery } from '../../backend/services/delivery.ts';
import { createImpact, type ImpactService } from '../../backend/services/impact.ts';
import { createIngest } from '../../backend/services/ingest.ts';
import { createMetricCatalog } from '../../backend/services/metric-catalog.ts';
import { createQuery } from '../../backend/services/query.ts';
import type { Store } from '../../backend/store/port.ts';
import { openSqliteStore } from '../../backend/store/sqlite/store.ts';
import { DAY_MS, HOUR_MS } from '../../demo/releases.ts';
import { SERIES, samplesOf } from '../../demo/samples.ts';
import { type Story, type Truth, tellStory } from '../../demo/story.ts';
import { auditOf } from '../support/audit.ts';

const NOW = Date.parse('2026-11-20T15:30:00Z');
const SEED = 1;
const ORGANIZATION = 'default';
const DAYS = 90;
/** Of innocent deployments that may be accused, as docs/metrics.md says of verdicts. */
const FALSE_ALARMS = 0.05;

describe('the story of the demo', function () {
  this.timeout(120_000);
  const story = tellStory({ now: NOW, days: DAYS, seed: SEED });
  const clock = () => NOW;
  let store: Store;
  let impact: ImpactService;
  let causes: Causes;

  before(async () => {
    store = await openSqliteStore(':memory:');
    const { events, metrics } = store;
    const ingest = createIngest({ events, clock, newId: () => 'unused', onStored: () => {} });
    const items = story.events.map((value) => ({ kind: 'input', value }) as const);
    const ingested = await ingest.many(ORGANIZATION, items);
    expect(ingested.filter(({ kind }) => kind !== 'created')).to.deep.equal([]);
    await writeSamples(store, story);
    const query = createQuery({ events, clock });
    const catalog = createMetricCatalog(metrics, auditOf(store, clock));
    impact = createImpact({ query, events, metrics, catalog, clock });
    causes = createCauses({ events, impact, clock });
  });
  after(() => store.close());

  const verdictsOf = async ({ id, source }: Truth): Promise<readonly MetricImpact[]> =>
    (await impact.ofEvent(ORGANIZATION, id, { source })).impact.metrics;
  const having = (effect: Truth['effect']) => story.truths.filter((one) => one.effect === effect);

  it('is the same for the same seed and time, and has something to tell', () => {
    expect(tellStory({ now: NOW, days: DAYS, seed: SEED })).to.deep.equal(story);
    expect(story.events).to.have.length.within(1500, 5000);
    expect(having('harm')).to.have.length(9);
    expect(having('good')).to.have.length(2);
  });

  it('has every harmful deployment found, by the metric that it harmed', async () => {
    for (const truth of having('harm')) {
      const found = (await verdictsOf(truth)).filter(({ verdict }) => verdict === 'degraded');
      expect(
        found.map(({ metric }) => metric),
        truth.id,
      ).to.include.members([...truth.metrics]);
    }
  });

  it('has those that did good praised', async () => {
    for (const truth of having('good')) {
      const found = (await verdictsOf(truth)).filter(({ verdict }) => verdict === 'improved');
      expect(
        found.map(({ metric }) => metric),
        truth.id,
      ).to.include.members([...truth.metrics]);
    }
  });

  it('accuses hardly any of the innocent', async () => {
    const innocent = having('none').filter((truth) => isUndisturbed(story, truth));
    expect(innocent).to.have.length.above(150);
    const accused: string[] = [];
    for (const truth of innocent) {
      const verdicts = await verdictsOf(truth);
      const harmed = verdicts.filter(({ verdict }) => verdict === 'degraded');
      if (harmed.length > 0) accused.push(`${truth.id}: ${harmed[0]?.metric} ${harmed[0]?.reason}`);
    }
    expect(accused.length / innocent.length, accused.join('\n')).to.be.at.most(FALSE_ALARMS);
  });

  it('names the deployment behind each incident first', async () => {
    for (const { id, source, incidentAt } of having('harm')) {
      if (incidentAt === null) continue;
      const request = { at: new Date(incidentAt).toISOString(), subject: 'production', source };
      const answer = await causes.find(ORGANIZATION, { ...request, window: '24h' });
      expect(answer.causes[0]?.event.id).to.equal(id);
    }
  });

  it('has enough of everything for the figures of delivery', async () => {
    const delivery = createDelivery({ events: store.events, clock });
    const { figures, failed } = await delivery.of(ORGANIZATION, {
      from: '-89d',
      subject: ['production'],
    });
    const { leadTime, recoveryTime } = figures;
    const shares = [figures.frequency, figures.changeFailureRate, figures.reworkRate];
    for (const figure of [...shares, leadTime, recoveryTime]) expect(figure.missing).to.equal(null);
    const harmful = having('harm').filter(({ incidentAt }) => incidentAt !== null);
    const named = failed.map(({ deployment }) => deployment.id);
    expect(named).to.include.members(harmful.map(({ id }) => id));
  });
});

/** Nothing that was planned moved its metrics around it. */
function isUndisturbed({ effects }: Story, { source, at }: Truth): boolean {
  const near = 3 * HOUR_MS;
  const isNear = (time: number) => Math.abs(time - at) < near;
  return !effects.some((one) => one.source === source && (isNear(one.from) || isNear(one.to)));
}

async function writeSamples({ metrics }: Store, { effects }: Story): Promise<void> {
  const span = { from: NOW - (DAYS + 28) * DAY_MS, to: NOW, seed: SEED };
  for (const series of SERIES) {
    const samples = [...samplesOf(series, effects, span)].map((sample) => ({
      ...sample,
      time: Date.parse(sample.time),
    }));
    await metrics.write(ORGANIZATION, samples);
  }
}
