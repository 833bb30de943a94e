/** What every store does for organizations, keys and set-up links. */
import { expect } from 'chai';
import type { KeyRecord, Store } from '../../backend/store/port.ts';
import { NOON } from '../support/events.ts';
import type { StoreHarness, TestDatabase } from './harness.ts';

function key(over: Partial<KeyRecord> = {}): KeyRecord {
  return {
    id: 'key-1',
    organization: 'default',
    name: 'ci',
    scope: 'READ_WRITE',
    prefix: 'mp_abcde',
    hash: 'hash-1',
    createdBy: 'cli',
    createdAt: NOON,
    lastUsedAt: null,
    expiresAt: null,
    revokedAt: null,
    ...over,
  };
}

export function accountStoreContract(harness: StoreHarness): void {
  describe(`${harness.name}: organizations and keys`, () => {
    let database: TestDatabase;
    let store: Store;
    beforeEach(async () => {
      database = await harness.createDatabase();
      store = await database.open();
    });
    afterEach(() => database.destroy());

    it('keeps a key and finds it by its hash alone', async () => {
      const full = key({ expiresAt: NOON + 1, lastUsedAt: NOON, revokedAt: NOON + 2 });
      await store.keys.insert(full);
      expect(await store.keys.findByHash('hash-1')).to.deep.equal(full);
      expect(await store.keys.findByHash('hash-2')).to.equal(null);
    });

    it('lists the keys of one organization, oldest first', async () => {
      await store.keys.insert(key({ id: 'b', hash: 'b', createdAt: NOON + 1 }));
      await store.keys.insert(key({ id: 'a', hash: 'a' }));
      await store.keys.insert(key({ id: 'c', hash: 'c', organization: 'other' }));
      expect((await store.keys.list('default')).map((one) => one.id)).to.deep.equal(['a', 'b']);
    });

    it('revokes once, and only for its own organization', async () => {
      await store.keys.insert(key());
      expect(await store.keys.revoke('other', 'key-1', NOON)).to.equal(false);
      expect((await store.keys.findByHash('hash-1'))?.revokedAt).to.equal(null);
      expect(await store.keys.revoke('default', 'key-1', NOON + 5)).to.equal(true);
      expect(await store.keys.revoke('default', 'key-1', NOON + 9)).to.equal(true);
      expect((await store.keys.findByHash('hash-1'))?.revokedAt).to.equal(NOON + 5);
    });

    it('remembers the newest use', async () => {
      await store.keys.insert(key());
      await store.keys.touch(
        new Map([
          ['key-1', NOON + 10],
          ['unknown', NOON],
        ]),
      );
      await store.keys.touch(new Map([['key-1', NOON + 3]]));
      expect((await store.keys.findByHash('hash-1'))?.lastUsedAt).to.equal(NOON + 10);
    });

    it('makes an organization once, however many try', async () => {
      const second = await database.open();
      const tries = [store, second, store, second].map((one) =>
        one.organizations.insert({ id: 'acme', name: 'Acme', createdAt: NOON }),
      );
      expect((await Promise.all(tries)).filter((made) => made)).to.have.length(1);
      expect(await store.organizations.find('acme')).to.deep.equal({
        id: 'acme',
        name: 'Acme',
        createdAt: NOON,
      });
      expect(await store.organizations.find('nobody')).to.equal(null);
      expect((await store.organizations.list()).map((one) => one.id)).to.deep.equal(['acme']);
    });

    it('lets a set-up link be used once, however many try', async () => {
      await store.organizations.insertSetupLink({
        hash: 'link',
        organization: 'acme',
        createdAt: NOON,
      });
      const second = await database.open();
      const tries = [store, second, store, second].map((one) =>
        one.organizations.useSetupLink('link', NOON + 1),
      );
      const used = await Promise.all(tries);
      expect(used.filter((organization) => organization === 'acme')).to.have.length(1);
      expect(used.filter((organization) => organization === null)).to.have.length(3);
      expect(await store.organizations.useSetupLink('unknown', NOON)).to.equal(null);
    });
  });
}
