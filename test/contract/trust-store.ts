/** What every store does for the repositories that are trusted without a key. */
import { expect } from 'chai';
import type { Trust } from '../../backend/model/trust.ts';
import type { Store } from '../../backend/store/port.ts';
import { NOON } from '../support/events.ts';
import type { StoreHarness, TestDatabase } from './harness.ts';

const ISSUER = 'https://gitlab.example.com';

function trust(over: Partial<Trust> = {}): Trust {
  return {
    id: 'trust-1',
    organization: 'default',
    provider: 'gitlab',
    issuer: ISSUER,
    name: 'Acme/Shop',
    resourceId: null,
    environment: null,
    createdBy: 'cli',
    createdAt: NOON,
    lastUsedAt: null,
    revokedAt: null,
    ...over,
  };
}

export function trustStoreContract(harness: StoreHarness): void {
  describe(`${harness.name}: trusted repositories`, () => {
    let database: TestDatabase;
    let store: Store;
    beforeEach(async () => {
      database = await harness.createDatabase();
      store = await database.open();
    });
    afterEach(() => database.destroy());
    const ids = (records: readonly Trust[]) => records.map(({ id }) => id);

    it('keeps a record as it is, and finds it by its id or its name, within its issuer', async () => {
      const full = trust({ resourceId: '7', environment: 'production', lastUsedAt: NOON });
      expect(await store.trusts.insert(full)).to.equal(true);
      expect(await store.trusts.find(ISSUER, '7', 'else/where')).to.deep.equal([full]);
      expect(await store.trusts.find(ISSUER, '8', 'acme/SHOP')).to.deep.equal([full]);
      expect(await store.trusts.find(ISSUER, '7', 'acme/shop')).to.deep.equal([full]);
      expect(await store.trusts.find(ISSUER, '8', 'acme/sho')).to.deep.equal([]);
      expect(await store.trusts.find(`${ISSUER}/`, '7', 'acme/shop')).to.deep.equal([]);
    });

    it('lists the records of one organization, oldest first, and finds in that order', async () => {
      await store.trusts.insert(trust({ id: 'b', createdAt: NOON + 1 }));
      await store.trusts.insert(trust({ id: 'a', name: 'acme/other', resourceId: '7' }));
      await store.trusts.insert(trust({ id: 'c', name: 'x/y', organization: 'other' }));
      expect(ids(await store.trusts.list('default'))).to.deep.equal(['a', 'b']);
      expect(ids(await store.trusts.find(ISSUER, '7', 'acme/shop'))).to.deep.equal(['a', 'b']);
    });

    it('trusts a name once at a time for each environment, however many try', async () => {
      const second = await database.open();
      const tries = [store, second, store, second].map((one, index) =>
        one.trusts.insert(trust({ id: `try-${index}`, name: index < 2 ? 'a/b' : 'A/B' })),
      );
      expect((await Promise.all(tries)).filter((made) => made)).to.have.length(1);
      const [first] = await store.trusts.list('default');
      const again = (over: Partial<Trust>) => store.trusts.insert(trust({ name: 'a/b', ...over }));
      expect(await again({ id: 'x', organization: 'other' })).to.equal(false);
      expect(await again({ id: 'staging', environment: 'staging' })).to.equal(true);
      expect(await again({ id: 'issuer', issuer: 'https://gitlab.com' })).to.equal(true);
      await store.trusts.revoke('default', first?.id ?? '', NOON);
      expect(await again({ id: 'again' })).to.equal(true);
      expect(await again({ id: 'twice' })).to.equal(false);
    });

    it('pins once, and answers with what was pinned, however many try', async () => {
      await store.trusts.insert(trust());
      await store.trusts.insert(trust({ id: 'other', name: 'a/b' }));
      const second = await database.open();
      const wanted = ['1', '2', '3', '4'];
      const tries = wanted.map((id, index) =>
        (index % 2 === 0 ? store : second).trusts.pin('trust-1', id),
      );
      const [winner, ...others] = new Set(await Promise.all(tries));
      expect(winner).to.be.oneOf(wanted);
      expect(others).to.deep.equal([]);
      for (const one of [store, second]) {
        expect(ids(await one.trusts.find(ISSUER, winner ?? '', 'x/y'))).to.deep.equal(['trust-1']);
        expect(await one.trusts.pin('trust-1', '99')).to.equal(winner);
      }
      expect(await store.trusts.find(ISSUER, '99', 'x/y')).to.deep.equal([]);
    });

    it('does not pin what was made with an id', async () => {
      await store.trusts.insert(trust({ resourceId: '7' }));
      expect(await store.trusts.pin('trust-1', '8')).to.equal('7');
      expect((await store.trusts.list('default'))[0]?.resourceId).to.equal('7');
    });

    it('knows whose an issuer is, as long as something of it is trusted', async () => {
      expect(await store.trusts.providerOf(ISSUER)).to.equal(null);
      await store.trusts.insert(trust());
      await store.trusts.insert(trust({ id: 'b', name: 'a/b' }));
      expect(await store.trusts.providerOf(ISSUER)).to.equal('gitlab');
      expect(await store.trusts.providerOf('https://gitlab.example.co')).to.equal(null);
      await store.trusts.revoke('default', 'trust-1', NOON);
      expect(await store.trusts.providerOf(ISSUER)).to.equal('gitlab');
      await store.trusts.revoke('default', 'b', NOON);
      expect(await store.trusts.providerOf(ISSUER)).to.equal(null);
    });

    it('revokes once, and only for its own organization', async () => {
      await store.trusts.insert(trust());
      const revokedAt = async () => (await store.trusts.list('default'))[0]?.revokedAt;
      expect(await store.trusts.revoke('other', 'trust-1', NOON)).to.equal(false);
      expect(await store.trusts.revoke('default', 'unknown', NOON)).to.equal(false);
      expect(await revokedAt()).to.equal(null);
      expect(await store.trusts.revoke('default', 'trust-1', NOON + 5)).to.equal(true);
      expect(await store.trusts.revoke('default', 'trust-1', NOON + 9)).to.equal(true);
      expect(await revokedAt()).to.equal(NOON + 5);
      expect(ids(await store.trusts.find(ISSUER, '1', 'acme/shop'))).to.deep.equal(['trust-1']);
    });

    it('remembers the newest use', async () => {
      await store.trusts.insert(trust());
      await store.trusts.touch(
        new Map([
          ['trust-1', NOON + 10],
          ['unknown', NOON],
        ]),
      );
      await store.trusts.touch(new Map([['trust-1', NOON + 3]]));
      expect((await store.trusts.list('default'))[0]?.lastUsedAt).to.equal(NOON + 10);
    });
  });
}
