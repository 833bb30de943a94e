/** What every store does for accounts at an issuer, and for second factors. */
import { expect } from 'chai';
import type { PersonRecord } from '../../backend/store/account-port.ts';
import type { IdentityRecord, SecondFactorRecord } from '../../backend/store/identity-port.ts';
import type { Store } from '../../backend/store/port.ts';
import { NOON } from '../support/events.ts';
import type { StoreHarness, TestDatabase } from './harness.ts';

const ISSUER = 'https://id.example.com';

function identity(over: Partial<IdentityRecord> = {}): IdentityRecord {
  return { issuer: ISSUER, subject: 'ada-1', person: 'ada', createdAt: NOON, ...over };
}

function factor(over: Partial<SecondFactorRecord> = {}): SecondFactorRecord {
  const common = { person: 'ada', sealed: 'sealed', recovery: [], confirmedAt: null };
  return { ...common, createdAt: NOON, ...over };
}

export function identityStoreContract(harness: StoreHarness): void {
  describe(`${harness.name}: identities and second factors`, () => {
    let database: TestDatabase;
    let store: Store;
    beforeEach(async () => {
      database = await harness.createDatabase();
      store = await database.open();
    });
    afterEach(() => database.destroy());

    it('knows an account by issuer and subject', async () => {
      expect(await store.identities.insert(identity())).to.equal(true);
      expect(await store.identities.find(ISSUER, 'ada-1')).to.deep.equal(identity());
      expect(await store.identities.find(ISSUER, 'ADA-1')).to.equal(null);
      expect(await store.identities.find(`${ISSUER}/`, 'ada-1')).to.equal(null);
      expect(await store.identities.list('ada')).to.deep.equal([identity()]);
      expect(await store.identities.list('bob')).to.deep.equal([]);
    });

    it('gives an account to one person, and a person one account of an issuer', async () => {
      const second = await database.open();
      const tries = [store, second, store, second].map((one, index) =>
        one.identities.insert(identity({ person: `p${index}` })),
      );
      expect((await Promise.all(tries)).filter((made) => made)).to.have.length(1);
      expect(await store.identities.insert(identity({ subject: 'x', person: 'y' }))).to.equal(true);
      expect(await store.identities.insert(identity({ subject: 'z', person: 'y' }))).to.equal(
        false,
      );
      const elsewhere = identity({ issuer: 'https://other.example', subject: 'z', person: 'y' });
      expect(await store.identities.insert(elsewhere)).to.equal(true);
    });

    it('keeps a second factor, the newest', async () => {
      expect(await store.secondFactors.find('ada')).to.equal(null);
      await store.secondFactors.put(factor());
      expect(await store.secondFactors.find('ada')).to.deep.equal(factor());
      const on = factor({ sealed: 'other', recovery: ['a', 'b'], confirmedAt: NOON + 1 });
      await store.secondFactors.put(on);
      expect(await store.secondFactors.find('ada')).to.deep.equal(on);
      expect(await store.secondFactors.remove('ada')).to.equal(true);
      expect(await store.secondFactors.remove('ada')).to.equal(false);
      expect(await store.secondFactors.find('ada')).to.equal(null);
    });

    it('takes each code once, however many try, until it is forgotten', async () => {
      const { secondFactors } = store;
      const second = await database.open();
      const tries = [store, second, store, second].map((one) =>
        one.secondFactors.useCode('ada', '1', NOON),
      );
      expect((await Promise.all(tries)).filter((used) => used)).to.have.length(1);
      expect(await secondFactors.useCode('bob', '1', NOON)).to.equal(true);
      expect(await secondFactors.useCode('ada', 'recovery', null)).to.equal(true);
      expect(await secondFactors.usedCodes('ada', ['recovery', '2'])).to.deep.equal(['recovery']);
      await secondFactors.prune(NOON + 1);
      expect(await secondFactors.useCode('ada', '1', NOON)).to.equal(true);
      expect(await secondFactors.useCode('ada', 'recovery', null)).to.equal(false);
      await secondFactors.remove('ada');
      expect(await secondFactors.useCode('ada', 'recovery', null)).to.equal(true);
    });

    it('forgets all of it with the person', async () => {
      const person: PersonRecord = {
        ...{ id: 'ada', organization: 'default', email: 'ada@example.com', name: 'Ada' },
        role: 'member',
        ...{ passwordHash: 'x', createdAt: NOON },
      };
      await store.people.insert(person);
      await store.identities.insert(identity());
      await store.secondFactors.put(factor());
      await store.secondFactors.useCode('ada', '1', null);
      await store.people.remove('default', 'ada');
      expect(await store.identities.find(ISSUER, 'ada-1')).to.equal(null);
      expect(await store.secondFactors.find('ada')).to.equal(null);
      expect(await store.secondFactors.useCode('ada', '1', null)).to.equal(true);
    });
  });
}
