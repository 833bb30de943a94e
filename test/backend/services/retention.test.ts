/** When expired events are deleted, by whom, and what ends it. The store is real, the clock is not. */
import { expect } from 'chai';
import { createRetention, type Retention } from '../../../backend/services/retention.ts';
import {
  createRetentionWorker,
  type RetentionWorkerDependencies,
} from '../../../backend/services/retention-worker.ts';
import type { Store } from '../../../backend/store/port.ts';
import { auditOf, TESTER } from '../../support/audit.ts';
import { newEvents } from '../../support/events.ts';
import { openTestStore } from '../../support/store.ts';

const DAY_MS = 86_400_000;
const ORG = 'default';

describe('retention', () => {
  let store: Store;
  let now: number;
  /** What happens in the pauses between steps. */
  let between: () => Promise<void>;
  let retention: Retention;
  beforeEach(async () => {
    store = await openTestStore();
    await store.organizations.insert({ id: ORG, name: 'Default', createdAt: 0 });
    now = Date.now() + DAY_MS;
    between = async () => {};
    retention = createRetention({
      ...store,
      audit: auditOf(store, () => now),
      clock: () => now,
      pause: () => between(),
    });
  });
  afterEach(() => store.close());

  const record = (count: number, daysAgo: number, type = 'incident') =>
    store.events.append(
      newEvents(count, { type, source: `${type}-${daysAgo}`, time: now - daysAgo * DAY_MS }),
    );
  const left = async (organization = ORG): Promise<number> => {
    const { type } = await store.events.countValues(organization, ['type'], {});
    return (type ?? []).reduce((sum, { count }) => sum + count, 0);
  };
  const audited = async () => {
    const { entries } = await auditOf(store).list(ORG, { limit: 100 });
    // Which entry began it is the id of another one.
    return entries.map(({ action, actor, details: { entry: _, ...details } }) => ({
      ...{ action, actor: actor.kind, details },
    }));
  };

  it('keeps everything by default', async () => {
    await record(10, 10_000);
    expect(await retention.run(ORG)).to.equal(0);
    expect(await left()).to.equal(10);
    expect(await retention.read(ORG)).to.deep.equal({ rules: [], updatedAt: null, lastRun: null });
  });

  it('deletes what is older than its rule, says when and how many, and audits it', async () => {
    await record(250, 31);
    await record(5, 29);
    await record(7, 400, 'change');
    await retention.change(ORG, [{ type: 'incident', days: 30 }], TESTER);
    expect(await retention.count(ORG, [{ days: 30 }])).to.equal(257);
    expect(await retention.run(ORG)).to.equal(250);
    expect(await left()).to.equal(12);
    const { lastRun } = await retention.read(ORG);
    expect(lastRun).to.deep.equal({ at: now, deleted: 250 });
    expect(await audited()).to.deep.equal([
      { action: 'retention.deleted', actor: 'system', details: { events: 250 } },
      { action: 'retention.begun', actor: 'system', details: { rules: ['incident: 30 days'] } },
      {
        action: 'retention.changed',
        actor: 'cli',
        details: { rules: ['incident: 30 days'] },
      },
    ]);
    now += 2 * DAY_MS;
    expect(await retention.run(ORG, { actor: TESTER })).to.equal(5);
    expect((await audited())[0]).to.include({ action: 'retention.deleted', actor: 'cli' });
  });

  it('is noted before it begins, so that who dies in the middle has left word', async () => {
    await record(250, 31);
    await retention.change(ORG, [{ days: 30 }], TESTER);
    const seen: string[] = [];
    between = async () => {
      const [newest] = await audited();
      seen.push(`${newest?.action}`);
    };
    expect(await retention.run(ORG)).to.equal(250);
    expect(new Set(seen)).to.deep.equal(new Set(['retention.begun']));
    const { entries } = await auditOf(store).list(ORG, { limit: 2 });
    expect(entries[0]?.details['entry']).to.equal(entries[1]?.id);
    const before = (await audited()).length;
    expect(await retention.run(ORG)).to.equal(0);
    expect(await audited()).to.have.length(before);
  });

  it('refuses rules for an organization that does not exist', async () => {
    const refusal = await retention.change('nobody', [], TESTER).catch((error: unknown) => error);
    expect(refusal).to.include({ code: 'NOT_FOUND' });
  });

  it('stops for rules that are set meanwhile, and goes on by those', async () => {
    await record(250, 31);
    await retention.change(ORG, [{ days: 30 }], TESTER);
    let pauses = 0;
    between = async () => {
      pauses += 1;
      // By another process, in the middle of the run.
      if (pauses === 1) await retention.change(ORG, [{ days: 32 }], TESTER);
    };
    const deleted = await retention.run(ORG);
    expect(deleted).to.be.within(1, 100);
    expect(await left()).to.equal(250 - deleted);
  });

  it('lets others in between: a step is small, and each has its pause', async () => {
    await record(250, 31);
    await retention.change(ORG, [{ days: 30 }], TESTER);
    const counts: number[] = [];
    between = async () => {
      counts.push(await left());
      await record(1, 1, `posted-${counts.length}`);
    };
    expect(await retention.run(ORG)).to.equal(250);
    expect(counts.length).to.be.at.least(3);
    expect(await left()).to.equal(counts.length);
  });

  describe('the worker', () => {
    const errors: unknown[] = [];
    const newWorker = (over: Partial<RetentionWorkerDependencies> = {}) =>
      createRetentionWorker({
        retention,
        store: store.retention,
        holder: 'this node',
        clock: () => now,
        onDeleted: () => {},
        onError: (error) => errors.push(error),
        ...over,
      });
    beforeEach(async () => {
      errors.length = 0;
      await retention.change(ORG, [{ days: 30 }], TESTER);
    });
    afterEach(() => expect(errors).to.deep.equal([]));

    it('deletes when it is woken, then gives the lease back', async () => {
      await record(3, 31);
      const worker = newWorker();
      const deleted = await new Promise<unknown>((resolve) => {
        const woken = newWorker({ onDeleted: (...said) => resolve(said) });
        woken.wake();
      });
      expect(deleted).to.deep.equal([ORG, 3]);
      expect(await left()).to.equal(0);
      await worker.close();
    });

    it('comes again by itself', async () => {
      await record(3, 31);
      const runs: number[] = [];
      await new Promise<void>((resolve) => {
        const worker = newWorker({
          intervalMs: 1,
          onDeleted: async (_, deleted) => {
            runs.push(deleted);
            if (runs.length === 1) await record(2, 32);
            else void worker.close().then(resolve);
          },
        });
        worker.wake();
      });
      expect(runs).to.deep.equal([3, 2]);
    });

    it('stops behind the step that is under way, and the next one goes on', async () => {
      await record(250, 31);
      let worker = newWorker();
      const closed = new Promise<void>((resolve) => {
        between = async () => {
          void worker.close().then(resolve);
        };
      });
      worker.wake();
      await closed;
      const afterStop = await left();
      expect(afterStop).to.be.within(1, 249);
      expect(await retention.read(ORG)).to.have.nested.property('lastRun.deleted', 250 - afterStop);
      between = async () => {};
      // The lease is free again: another node gets it at once.
      await new Promise<void>((resolve) => {
        worker = newWorker({ holder: 'another node', onDeleted: () => resolve() });
        worker.wake();
      });
      await worker.close();
      expect(await left()).to.equal(0);
    });

    it('leaves it to the node that is at it', async () => {
      await record(3, 31);
      await store.retention.acquire('another node', now, now + 1000);
      let asked = 0;
      const refused = new Promise<void>((resolve) => {
        const worker = newWorker({
          store: {
            ...store.retention,
            acquire: async (...claim) => {
              const isHeld = await store.retention.acquire(...claim);
              asked += 1;
              void worker.close().then(resolve);
              return isHeld;
            },
          },
        });
        worker.wake();
      });
      await refused;
      expect(asked).to.equal(1);
      expect(await left()).to.equal(3);
    });

    it('ends a run whose lease another node has taken', async () => {
      await record(250, 31);
      between = async () => {
        // Halted for longer than the lease.
        now += 120_000;
        await store.retention.acquire('another node', now, now + 60_000);
      };
      const deleted = await new Promise<number>((resolve) => {
        newWorker({ onDeleted: (_, count) => resolve(count) }).wake();
      });
      expect(deleted).to.be.within(1, 100);
      expect(await left()).to.equal(250 - deleted);
    });

    it('goes on with the others when one organization fails', async () => {
      await store.organizations.insert({ id: 'other', name: 'Other', createdAt: 0 });
      await retention.change('other', [{ days: 30 }], TESTER);
      await store.events.append(
        newEvents(2, { organization: 'other', type: 'x', time: now - 40 * DAY_MS }),
      );
      const failure = new Error('no');
      const deleted = await new Promise<unknown>((resolve) => {
        newWorker({
          retention: {
            run: async (organization, options) => {
              if (organization === ORG) throw failure;
              return retention.run(organization, options);
            },
          },
          onDeleted: (...said) => resolve(said),
        }).wake();
      });
      expect(deleted).to.deep.equal(['other', 2]);
      expect(errors.splice(0)).to.deep.equal([failure]);
    });
  });
});
