/** The audit log: no change without an entry, no entry with a secret. */
import { expect } from 'chai';
import { MilepostError, unavailable } from '../../../backend/errors.ts';
import type { AuditEntry, NewAuditEntry } from '../../../backend/model/audit.ts';
import { type Audit, type AuditRequest, createAudit } from '../../../backend/services/audit.ts';
import { createBusinessContext } from '../../../backend/services/context.ts';
import { createKeys, newSecret } from '../../../backend/services/keys.ts';
import { createTrusts } from '../../../backend/services/trusts.ts';
import type { Store } from '../../../backend/store/port.ts';
import { openSqliteStore } from '../../../backend/store/sqlite/store.ts';
import { TESTER } from '../../support/audit.ts';
import { NOW, refusal } from './keys-support.ts';

const ADA = { kind: 'person', id: 'p-1', name: 'ada@example.com' } as const;

describe('the audit log', () => {
  let store: Store;
  let audit: Audit;
  let now = NOW;
  let isBroken = false;
  const clock = () => now;
  const newId = () => crypto.randomUUID();
  beforeEach(async () => {
    now = NOW;
    isBroken = false;
    store = await openSqliteStore(':memory:');
    await store.organizations.insert({ id: 'default', name: 'Default', createdAt: NOW });
    const insert = async (entry: NewAuditEntry) => {
      if (isBroken) throw unavailable('the disk is full');
      await store.audit.insert(entry);
    };
    audit = createAudit({ audit: { ...store.audit, insert }, clock, newId });
  });
  afterEach(() => store.close());
  const list = async (request: Partial<AuditRequest> = {}, organization = 'default') =>
    audit.list(organization, { limit: 100, ...request });
  const shown = async () =>
    (await list()).entries.map(({ action, actor, target, details }) => ({
      action,
      by: actor.name,
      of: target?.name,
      ...details,
    }));

  describe('and what it reports', () => {
    it('is written before the change, with who made it', async () => {
      let during: readonly AuditEntry[] = [];
      const deed = { organization: 'default', actor: ADA, action: 'organization.renamed' } as const;
      const done = await audit.change(deed, async () => {
        during = (await list()).entries;
        return 'done';
      });
      expect(done).to.equal('done');
      expect(during).to.have.lengthOf(1);
      expect(during[0]).to.deep.include({ ...deed, time: NOW, target: null, details: {} });
      expect((await list()).entries).to.deep.equal(during);
    });

    it('is not made when the entry cannot be written', async () => {
      const deps = { organizations: store.organizations, audit, clock, newId };
      const keys = createKeys({ keys: store.keys, ...deps });
      const trusts = createTrusts({ trusts: store.trusts, ...deps });
      const context = createBusinessContext({ contexts: store.contexts, audit, clock });
      const wanted = { organization: 'default', name: 'ci', scope: 'READ_ONLY' } as const;
      const trust = {
        organization: 'default',
        provider: 'github',
        issuer: 'https://token.actions.githubusercontent.com',
        name: 'acme/shop',
        resourceId: null,
        environment: null,
        createdBy: 'cli',
      } as const;
      const { secret, key } = await keys.create({ ...wanted, createdBy: 'test' });
      const { id } = await trusts.add(trust, TESTER);
      isBroken = true;
      const refused = 'UNAVAILABLE the disk is full';
      expect(await refusal(keys.create({ ...wanted, createdBy: 'test' }))).to.equal(refused);
      expect(await refusal(keys.revoke('default', key.id, TESTER))).to.equal(refused);
      expect(await refusal(trusts.add({ ...trust, name: 'a/b' }, TESTER))).to.equal(refused);
      expect(await refusal(trusts.revoke('default', id, TESTER))).to.equal(refused);
      expect(await refusal(context.put('default', 'text', 0, TESTER))).to.equal(refused);
      expect((await keys.authenticate(secret)).organization).to.equal('default');
      expect((await store.keys.list('default')).map((one) => one.revokedAt)).to.deep.equal([null]);
      expect((await store.trusts.list('default')).map((one) => one.revokedAt)).to.deep.equal([
        null,
      ]);
      expect(await store.contexts.latest('default')).to.equal(null);
    });

    it('gets a second entry when it fails behind the first', async () => {
      const deed = { organization: 'default', actor: ADA, action: 'key.created' } as const;
      const conflict = new MilepostError('CONFLICT', 'somebody was quicker');
      const crash = new Error('the disk is gone');
      for (const error of [conflict, crash]) {
        now += 1;
        const failed = audit.change(deed, () => Promise.reject(error));
        expect(await failed.catch((reason: unknown) => reason)).to.equal(error);
      }
      const { entries } = await list();
      const [unknown, second, refused, first] = entries;
      expect(refused?.details).to.deep.equal({ entry: first?.id, outcome: 'not done: CONFLICT' });
      expect(unknown?.details).to.deep.equal({
        entry: second?.id,
        outcome: 'failed, perhaps half done',
      });
    });

    it('is heard to have failed, also when the second entry cannot be written', async () => {
      const deed = { organization: 'default', actor: ADA, action: 'key.created' } as const;
      const failed = audit.change(deed, async () => {
        isBroken = true;
        throw new MilepostError('CONFLICT', 'somebody was quicker');
      });
      expect(await refusal(failed)).to.equal('CONFLICT somebody was quicker');
    });

    it('is named: keys, trusts, the context; what changed nothing is not', async () => {
      const deps = { organizations: store.organizations, audit, clock, newId };
      const keys = createKeys({ keys: store.keys, ...deps });
      const context = createBusinessContext({ contexts: store.contexts, audit, clock });
      const wanted = { organization: 'default', name: 'ci', scope: 'READ_WRITE' } as const;
      const { key } = await keys.create({ ...wanted, createdBy: 'set-up' });
      await keys.revoke('default', key.id, ADA);
      await keys.revoke('default', key.id, ADA);
      await refusal(keys.revoke('default', 'nothing', ADA));
      await refusal(keys.create({ ...wanted, name: '', createdBy: 'x' }));
      await context.put('default', 'é😀', 0, ADA);
      await context.put('default', 'é😀', 1, ADA);
      await refusal(context.put('default', 'late', 0, ADA));
      await refusal(context.put('default', 'x'.repeat(20_001), 1, ADA));
      const { prefix } = key;
      expect((await shown()).reverse()).to.deep.equal([
        {
          action: 'key.created',
          by: 'set-up',
          of: 'ci',
          scope: 'READ_WRITE',
          prefix,
          expiresAt: null,
        },
        { action: 'key.revoked', by: 'ada@example.com', of: 'ci' },
        { action: 'context.changed', by: 'ada@example.com', of: undefined, version: 1, length: 2 },
      ]);
    });
  });

  it('holds no key that somebody pasted, wherever it was', async () => {
    const secret = newSecret();
    const target = { kind: 'key', id: 'k', name: `my ${secret}` } as const;
    const actor = { kind: 'cli', id: null, name: secret } as const;
    await audit.record('default', actor, 'key.created', target, { note: `${secret}"x` });
    const [entry] = (await list()).entries;
    expect(JSON.stringify(entry)).not.to.contain(secret.slice(0, 9));
    expect(entry?.details).to.deep.equal({ note: `${secret.slice(0, 8)}…"x` });
    expect(entry?.target?.name).to.equal(`my ${secret.slice(0, 8)}…`);
  });

  describe('in pages', () => {
    beforeEach(async () => {
      for (let index = 0; index < 5; index += 1) {
        now = NOW + index * 1000;
        const action = index % 2 === 0 ? 'signed-in' : 'key.created';
        await audit.record('default', index < 3 ? ADA : TESTER, action, null, { index });
      }
      await audit.record('other', ADA, 'signed-in', null, { index: 99 });
    });
    const indexes = ({ entries }: { entries: readonly AuditEntry[] }) =>
      entries.map(({ details }) => details['index']);

    it('goes on where the page before ended', async () => {
      const first = await list({ limit: 2 });
      expect(indexes(first)).to.deep.equal([4, 3]);
      now += 500;
      await audit.record('default', ADA, 'signed-in', null, { index: 5 });
      const second = await list({ limit: 2, cursor: first.nextCursor ?? '' });
      expect(indexes(second)).to.deep.equal([2, 1]);
      const third = await list({ limit: 2, cursor: second.nextCursor ?? '' });
      expect(indexes(third)).to.deep.equal([0]);
      expect(third.nextCursor).to.equal(null);
    });

    it('keeps a relative range on every page', async () => {
      const first = await list({ limit: 1, from: '-3s' });
      expect(indexes(first)).to.deep.equal([4]);
      now += 2000;
      const second = await list({ limit: 10, from: '-3s', cursor: first.nextCursor ?? '' });
      expect(indexes(second)).to.deep.equal([3, 2, 1]);
    });

    it('narrows by actor and action', async () => {
      expect(indexes(await list({ actor: 'ada@example.com' }))).to.deep.equal([2, 1, 0]);
      expect(indexes(await list({ actor: 'p-1', action: 'signed-in' }))).to.deep.equal([2, 0]);
      expect(indexes(await list({ to: new Date(NOW).toISOString() }))).to.deep.equal([0]);
    });

    it('refuses cursors of other questions, other organizations, and what is none', async () => {
      const cursor = (await list({ limit: 1 })).nextCursor ?? '';
      const foreign = /^VALIDATION_ERROR cursor: belongs to another query/;
      expect(await refusal(list({ cursor, action: 'signed-in' }))).to.match(foreign);
      expect(await refusal(list({ cursor, actor: 'p-1' }))).to.match(foreign);
      expect(await refusal(list({ cursor }, 'other'))).to.match(foreign);
      expect(await refusal(list({ cursor: `x${cursor}` }))).to.match(/cursor: is damaged/);
      expect(await refusal(list({ from: 'yesterday' }))).to.match(/^VALIDATION_ERROR from: /);
    });
  });
});
