/** What every store does for the audit log. */
import { expect } from 'chai';
import type { AuditEntry, NewAuditEntry } from '../../backend/model/audit.ts';
import type { PagePosition } from '../../backend/model/query.ts';
import type { AuditStore, Store } from '../../backend/store/port.ts';
import { NOON } from '../support/events.ts';
import type { StoreHarness, TestDatabase } from './harness.ts';

const ADA = { kind: 'person', id: 'p-1', name: 'ada@example.com' } as const;
const SHELL = { kind: 'cli', id: null, name: 'deploy' } as const;

function entry(over: Partial<NewAuditEntry> = {}): NewAuditEntry {
  return {
    id: crypto.randomUUID(),
    organization: 'default',
    time: NOON,
    actor: ADA,
    action: 'key.created',
    target: { kind: 'key', id: 'key-1', name: 'ci' },
    details: { scope: 'READ_WRITE', expiresAt: null, count: 3, changed: ['a', 'b'] },
    ...over,
  };
}

export function auditStoreContract(harness: StoreHarness): void {
  describe(`${harness.name}: the audit log`, () => {
    let database: TestDatabase;
    let store: Store;
    beforeEach(async () => {
      database = await harness.createDatabase();
      store = await database.open();
    });
    afterEach(() => database.destroy());
    const ids = async (request: Partial<Parameters<AuditStore['page']>[1]>, org = 'default') => {
      const { entries } = await store.audit.page(org, { filter: {}, limit: 100, ...request });
      return entries.map(({ id }) => id);
    };

    it('keeps an entry as it is', async () => {
      const full = entry();
      const bare = entry({ time: NOON - 1, actor: SHELL, target: null, details: {} });
      await store.audit.insert(full);
      await store.audit.insert(bare);
      const { entries, hasMore } = await store.audit.page('default', { filter: {}, limit: 2 });
      expect(entries.map(({ receipt: _, ...rest }) => rest)).to.deep.equal([full, bare]);
      expect(hasMore).to.equal(false);
    });

    it('lists newest first, of one moment what came last first, and of one organization', async () => {
      const moments = [NOON, NOON + 5, NOON, NOON - 5, NOON];
      for (const [index, time] of moments.entries()) {
        await store.audit.insert(entry({ id: `e-${index}`, time }));
      }
      await store.audit.insert(entry({ id: 'foreign', organization: 'other' }));
      expect(await ids({})).to.deep.equal(['e-1', 'e-4', 'e-2', 'e-0', 'e-3']);
      expect(await ids({}, 'other')).to.deep.equal(['foreign']);
      expect(await ids({}, 'nobody')).to.deep.equal([]);
    });

    it('pages without gap or repeat, also while entries arrive', async () => {
      for (let index = 0; index < 7; index += 1) {
        await store.audit.insert(entry({ id: `e-${index}`, time: NOON + Math.floor(index / 3) }));
      }
      const read: string[] = [];
      let after: PagePosition | undefined;
      for (let hasMore = true; hasMore; ) {
        const page = await store.audit.page('default', { filter: {}, limit: 2, after });
        read.push(...page.entries.map(({ id }) => id));
        const last: AuditEntry | undefined = page.entries.at(-1);
        after = last;
        hasMore = page.hasMore;
        await store.audit.insert(entry({ time: NOON + 100 }));
      }
      expect(read).to.deep.equal(['e-6', 'e-5', 'e-4', 'e-3', 'e-2', 'e-1', 'e-0']);
    });

    it('narrows by actor (id or name), action and time, all together', async () => {
      await store.audit.insert(entry({ id: 'a' }));
      await store.audit.insert(entry({ id: 'b', actor: SHELL, time: NOON + 1 }));
      await store.audit.insert(entry({ id: 'c', action: 'key.revoked', time: NOON + 2 }));
      const twin = { kind: 'key', id: 'k-1', name: 'p-1' } as const;
      await store.audit.insert(entry({ id: 'd', actor: twin, time: NOON + 3 }));
      expect(await ids({ filter: { actor: 'ada@example.com' } })).to.deep.equal(['c', 'a']);
      expect(await ids({ filter: { actor: 'p-1' } })).to.deep.equal(['d', 'c', 'a']);
      expect(await ids({ filter: { actor: 'p-1' }, limit: 2 })).to.deep.equal(['d', 'c']);
      expect(await ids({ filter: { actor: 'deploy' } })).to.deep.equal(['b']);
      expect(await ids({ filter: { actor: 'ADA@example.com' } })).to.deep.equal([]);
      expect(await ids({ filter: { action: 'key.revoked' } })).to.deep.equal(['c']);
      expect(await ids({ filter: { from: NOON + 1, to: NOON + 2 } })).to.deep.equal(['c', 'b']);
      const all = { actor: 'p-1', action: 'key.created', from: NOON, to: NOON + 2 } as const;
      expect(await ids({ filter: all })).to.deep.equal(['a']);
    });

    it('pages within a filter', async () => {
      for (let index = 0; index < 6; index += 1) {
        const actor = index % 2 === 0 ? ADA : SHELL;
        await store.audit.insert(entry({ id: `e-${index}`, actor }));
      }
      const filter = { actor: 'p-1', action: 'key.created', from: NOON, to: NOON } as const;
      const first = await store.audit.page('default', { filter, limit: 2 });
      expect(first.entries.map(({ id }) => id)).to.deep.equal(['e-4', 'e-2']);
      expect(first.hasMore).to.equal(true);
      expect(await ids({ filter, limit: 2, after: first.entries.at(-1) })).to.deep.equal(['e-0']);
    });

    it('refuses an id that is there already, and leaves what was written', async () => {
      await store.audit.insert(entry({ id: 'once' }));
      const again = store.audit.insert(entry({ id: 'once', organization: 'other' }));
      expect(await again.catch(() => 'refused')).to.equal('refused');
      expect(await ids({})).to.deep.equal(['once']);
      expect(await ids({}, 'other')).to.deep.equal([]);
    });
  });
}
