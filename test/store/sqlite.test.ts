/** What is SQLite's own: the file, its schema, what happens when the disk is full. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { MilepostError } from '../../backend/errors.ts';
import type { Store } from '../../backend/store/port.ts';
import { createAppend } from '../../backend/store/sqlite/append.ts';
import { createAuditStore } from '../../backend/store/sqlite/audit.ts';
import { openDatabase } from '../../backend/store/sqlite/database.ts';
import { openHandle } from '../../backend/store/sqlite/driver.ts';
import { MIGRATIONS } from '../../backend/store/sqlite/migrations.ts';
import { openSqliteStore } from '../../backend/store/sqlite/store.ts';
import { NOON, newEvent, newEvents } from '../support/events.ts';

describe('the SQLite store', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'milepost-'));
    file = join(folder, 'deep/below/milepost.db');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const pragma = async (name: string): Promise<unknown> => {
    const handle = await openHandle(file);
    const row = handle.prepare(`PRAGMA ${name}`).get() as Record<string, unknown>;
    handle.close();
    return Object.values(row)[0];
  };

  it('makes the folders it needs', async () => {
    const store = await openSqliteStore(file);
    await store.events.append([newEvent()]);
    await store.close();
    expect(await pragma('integrity_check')).to.equal('ok');
  });

  it('answers when the flush that began after the commit has ended, and holds up nobody', async () => {
    const store = await openSqliteStore(file);
    const disk = await holdFlushes();
    try {
      const order: string[] = [];
      const first = store.events.append([newEvent()]).then(() => order.push('first answered'));
      // While the disk is busy, others are served; what they see is committed already.
      const { events } = await store.events.page(newEvent().organization, NEWEST);
      expect(events).to.have.length(1);
      const second = store.events
        .append([newEvent({ id: 'second' })])
        .then(() => order.push('second answered'));
      const follower = store.events.since(0, 10).then(() => order.push('follower answered'));
      expect(disk.waiting()).to.equal(1);
      disk.release();
      await first;
      expect(order).to.deep.equal(['first answered']);
      expect(disk.waiting()).to.equal(1);
      disk.release();
      await Promise.all([second, follower]);
      expect(order).to.have.members(['first answered', 'second answered', 'follower answered']);
    } finally {
      disk.restore();
      await store.close();
    }
  });

  it('refuses everything after a flush that failed, until it is started again', async () => {
    const store = await openSqliteStore(file);
    const disk = await holdFlushes();
    const refusalOf = (write: Promise<unknown>) => write.then(() => null).catch((e: unknown) => e);
    const failed = refusalOf(store.events.append([newEvent()]));
    disk.fail(new Error('EIO'));
    expect(await failed)
      .to.be.instanceOf(MilepostError)
      .and.include({ code: 'UNAVAILABLE' });
    disk.restore();
    expect(await refusalOf(store.events.append([newEvent()]))).to.include({ code: 'UNAVAILABLE' });
    await store.close();
    const again = await openSqliteStore(file);
    const [outcome] = await again.events.append([newEvent()]);
    expect(outcome?.kind).to.be.oneOf(['created', 'existing']);
    await again.close();
  });

  it('leaves everything in the one file when it is closed', async () => {
    const store = await openSqliteStore(file);
    await store.events.append(newEvents(500));
    await store.close();
    const copy = join(folder, 'copy.db');
    copyFileSync(file, copy);
    const copied = await openSqliteStore(copy);
    expect(await countTypes(copied)).to.deep.equal([500]);
    await copied.close();
  });

  for (let version = 0; version < MIGRATIONS.length; version += 1) {
    it(`brings a file of schema version ${version} up to date`, async () => {
      const handle = await openHandle(join(folder, 'old.db'));
      for (const step of MIGRATIONS.slice(0, version)) handle.exec(step);
      handle.exec(`PRAGMA user_version = ${version}`);
      handle.close();
      const store = await openSqliteStore(join(folder, 'old.db'));
      const [outcome] = await store.events.append([newEvent()]);
      expect(outcome?.kind).to.equal('created');
      await store.close();
    });
  }

  it('refuses a file of a newer schema, and leaves it alone', async () => {
    await openSqliteStore(file).then((store) => store.close());
    const handle = await openHandle(file);
    handle.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`);
    handle.close();
    const refusal = await openSqliteStore(file).catch((error: unknown) => error);
    expect(String(refusal)).to.contain('start a newer Milepost');
    expect(await pragma('user_version')).to.equal(MIGRATIONS.length + 1);
  });

  it('says UNAVAILABLE when the disk is full, has written nothing, and goes on when it is not', async () => {
    await openSqliteStore(file).then((store) => store.close());
    const store = await openSqliteStore(file);
    await store.events.append(newEvents(5));
    // Another handle cannot limit this one, so the limit is set where the store lives.
    const db = await openDatabase(file);
    const limited = await openLimitedStore(file);
    const failure = await limited
      .append(newEvents(3000, { source: 'too much' }))
      .catch((e: unknown) => e);
    expect(failure).to.be.instanceOf(MilepostError).and.include({ code: 'UNAVAILABLE' });
    expect(db.get('SELECT count(*) AS n FROM events')).to.deep.include({ n: 5 });
    expect(await countTypes(store)).to.deep.equal([5]);
    limited.lift();
    const outcomes = await limited.append(newEvents(10, { source: 'fits' }));
    expect(outcomes.every((outcome) => outcome.kind === 'created')).to.equal(true);
    expect(db.get('SELECT count(*) AS n FROM events')).to.deep.include({ n: 15 });
    expect(await countTypes(store)).to.deep.equal([15]);
    await limited.close();
    await db.close();
    await store.close();
  });

  it('counts what a process stored that died before it counted, once', async () => {
    await openSqliteStore(file).then((store) => store.close());
    const dying = await openDatabase(file);
    createAppend(dying)(newEvents(4500, { severity: 'MAJOR' }));
    await dying.close();
    const store = await openSqliteStore(file);
    expect(await countTypes(store)).to.deep.equal([4500]);
    await store.close();
    const again = await openSqliteStore(file);
    expect(await countTypes(again)).to.deep.equal([4500]);
    await again.close();
  });

  it('answers from the totals it has while they cannot be brought up to date', async () => {
    const store = await openSqliteStore(file);
    await store.events.append(newEvents(3));
    expect(await countTypes(store)).to.deep.equal([3]);
    const other = await openDatabase(file);
    createAppend(other)(newEvents(2, { source: 'other' }));
    await other.transaction(async () => {
      expect(await countTypes(store)).to.deep.equal([3]);
    });
    await other.close();
    await store.close();
  });

  it('says UNAVAILABLE while another process holds the write lock for too long', async () => {
    const store = await openSqliteStore(file);
    const other = await openHandle(file);
    other.exec('BEGIN IMMEDIATE');
    const failure = await store.events.append([newEvent()]).catch((e: unknown) => e);
    expect(failure).to.be.instanceOf(MilepostError).and.include({ code: 'UNAVAILABLE' });
    other.exec('ROLLBACK');
    other.close();
    const [outcome] = await store.events.append([newEvent()]);
    expect(outcome?.kind).to.equal('created');
    await store.close();
  });

  it('answers every query of a page from an index', async () => {
    const store = await openSqliteStore(file);
    await store.events.append(newEvents(10));
    const db = await openDatabase(file);
    const plan = (sql: string) =>
      db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).map((row) => row.detail);
    const newest = plan(
      `SELECT * FROM events e INDEXED BY events_by_time WHERE e.organization = 'a'
       AND e.time BETWEEN 1 AND 2 AND (e.time, e.seq) < (2, 3) ORDER BY e.time DESC, e.seq DESC LIMIT 5`,
    );
    expect(newest.join('\n'))
      .to.contain('USING INDEX events_by_time')
      .and.not.contain('TEMP B-TREE');
    const bySeries = plan(
      `SELECT * FROM events e INDEXED BY events_by_series WHERE e.series = 1
       AND e.time BETWEEN 1 AND 2 ORDER BY e.time DESC, e.seq DESC LIMIT 5`,
    );
    expect(bySeries.join('\n'))
      .to.contain('USING INDEX events_by_series')
      .and.not.contain('TEMP B-TREE');
    await db.close();
    await store.close();
  });

  it('answers every question to the audit log from an index', async () => {
    await openSqliteStore(file).then((store) => store.close());
    const db = await openDatabase(file);
    const plans: string[] = [];
    const spied: typeof db = {
      ...db,
      all: (sql, ...values) => {
        const rows = db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values);
        plans.push(rows.map(({ detail }) => detail).join('\n'));
        return db.all(sql, ...values);
      },
    };
    const audit = createAuditStore(spied);
    const after = { time: NOON, receipt: '7' };
    for (const filter of [{}, { action: 'signed-in' }, { from: 1, to: 2 }] as const) {
      await audit.page('default', { filter, limit: 5, after });
      expect(plans.at(-1)).to.match(/USING INDEX audit_by_\w+ \(organization=/);
      expect(plans.at(-1)).not.to.contain('TEMP B-TREE');
    }
    await audit.page('default', { filter: { actor: 'ada' }, limit: 5, after });
    // What is sorted is two pages at the most.
    expect(plans.at(-1)).to.match(
      /USING INDEX audit_by_actor_id \(organization=\? AND actor_id=\?/,
    );
    expect(plans.at(-1)).to.match(/USING INDEX audit_by_actor_name \(organization=\? AND actor_n/);
    await db.close();
  });

  it('keeps the feed moving forward after the newest events were deleted', async () => {
    const store = await openSqliteStore(file);
    await store.events.append(newEvents(3));
    const head = await store.events.head();
    const db = await openDatabase(file);
    db.run('DELETE FROM events WHERE seq = ?', head);
    await store.events.append([newEvent({ id: 'after', time: NOON + 1 })]);
    const stretch = await store.events.since(head, 10);
    expect(stretch).to.have.nested.property('entries[0].event.id', 'after');
    await db.close();
    await store.close();
  });
});

const NEWEST = { filter: {}, order: 'desc', limit: 5 } as const;

/** Takes the place of every flush to a disk: they end when the test says so. */
async function holdFlushes() {
  const probe = await open(process.execPath);
  const handles = Object.getPrototypeOf(probe) as { datasync: () => Promise<void> };
  await probe.close();
  const { datasync } = handles;
  const held: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = [];
  handles.datasync = () => new Promise((resolve, reject) => held.push({ resolve, reject }));
  return {
    waiting: () => held.length,
    release: () => held.shift()?.resolve(),
    fail: (error: Error) => held.shift()?.reject(error),
    restore: () => {
      handles.datasync = datasync;
      for (const { resolve } of held.splice(0)) resolve();
    },
  };
}

async function countTypes(store: Store): Promise<number[]> {
  const { organization } = newEvent();
  const { type } = await store.events.countValues(organization, ['type'], {});
  return (type ?? []).map(({ count }) => count);
}

/** The adapter's own append on a file that may not grow, until the limit is lifted. */
async function openLimitedStore(file: string) {
  const db = await openDatabase(file);
  const { page_count: pages } = db.get<{ page_count: number }>('PRAGMA page_count') ?? {
    page_count: 0,
  };
  db.get(`PRAGMA max_page_count = ${pages + 20}`);
  const append = createAppend(db);
  return {
    append: async (events: Parameters<typeof append>[0]) => append(events),
    lift: () => {
      db.get('PRAGMA max_page_count = 1000000');
    },
    close: () => db.close(),
  };
}
