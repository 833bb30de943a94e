/** What every store does for people, their sessions and links, and attempts to sign in. */
import { expect } from 'chai';
import type { LinkRecord, PersonRecord, SessionRecord } from '../../backend/store/account-port.ts';
import type { Store } from '../../backend/store/port.ts';
import { NOON } from '../support/events.ts';
import type { StoreHarness, TestDatabase } from './harness.ts';

function person(over: Partial<PersonRecord> = {}): PersonRecord {
  return {
    id: 'ada',
    organization: 'default',
    email: `${over.id ?? 'ada'}@example.com`,
    name: 'Ada',
    role: 'member',
    passwordHash: 'salt:hash',
    createdAt: NOON,
    ...over,
  };
}

function session(over: Partial<SessionRecord> = {}): SessionRecord {
  return {
    id: 'session-1',
    hash: `hash of ${over.id ?? 'session-1'}`,
    person: 'ada',
    address: '127.0.0.1',
    userAgent: 'browser',
    createdAt: NOON,
    expiresAt: NOON + 10,
    ...over,
  };
}

function link(over: Partial<LinkRecord> = {}): LinkRecord {
  return {
    id: 'link-1',
    hash: `hash of ${over.id ?? 'link-1'}`,
    kind: 'invitation',
    organization: 'default',
    email: 'grace@example.com',
    role: 'viewer',
    person: null,
    createdBy: 'Ada',
    createdAt: NOON,
    expiresAt: NOON + 10,
    ...over,
  };
}

const ids = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id);

export function personStoreContract(harness: StoreHarness): void {
  describe(`${harness.name}: people and sessions`, () => {
    let database: TestDatabase;
    let store: Store;
    beforeEach(async () => {
      database = await harness.createDatabase();
      store = await database.open();
    });
    afterEach(() => database.destroy());

    it('keeps a person, and finds them by id and by address', async () => {
      expect(await store.people.insert(person())).to.equal(true);
      expect(await store.people.find('ada')).to.deep.equal(person());
      expect(await store.people.findByEmail('ada@example.com')).to.deep.equal(person());
      expect(await store.people.find('eve')).to.equal(null);
      expect(await store.people.findByEmail('eve@example.com')).to.equal(null);
      await store.people.setPassword('ada', 'new');
      await store.people.setName('ada', 'Countess Ada');
      expect(await store.people.find('ada')).to.deep.equal(
        person({ passwordHash: 'new', name: 'Countess Ada' }),
      );
    });

    it('has an address once, over all organizations, however many try', async () => {
      const second = await database.open();
      const tries = [store, second, store, second].map((one, index) =>
        one.people.insert(
          person({ id: `p${index}`, email: 'one@example.com', organization: `o${index % 2}` }),
        ),
      );
      expect((await Promise.all(tries)).filter((made) => made)).to.have.length(1);
    });

    it('lists the people of one organization, oldest first', async () => {
      await store.people.insert(person({ id: 'b', createdAt: NOON + 1 }));
      await store.people.insert(person({ id: 'a' }));
      await store.people.insert(person({ id: 'c', organization: 'other' }));
      expect(ids(await store.people.list('default'))).to.deep.equal(['a', 'b']);
    });

    it('changes a role, and removes, only within the organization', async () => {
      await store.people.insert(person());
      await store.people.insert(person({ id: 'owner', role: 'owner' }));
      expect(await store.people.setRole('other', 'ada', 'admin')).to.equal('unknown');
      expect(await store.people.remove('other', 'ada')).to.equal('unknown');
      expect(await store.people.setRole('default', 'ada', 'admin')).to.equal('done');
      expect((await store.people.find('ada'))?.role).to.equal('admin');
      await store.sessions.insert(session());
      await store.sessions.insert(session({ id: 'of another', person: 'owner' }));
      expect(await store.people.remove('default', 'ada')).to.equal('done');
      expect(await store.people.find('ada')).to.equal(null);
      expect(await store.sessions.list('ada')).to.deep.equal([]);
      expect(await store.sessions.list('owner')).to.have.length(1);
      expect(await store.people.remove('default', 'ada')).to.equal('unknown');
    });

    it('keeps the last owner of an organization', async () => {
      await store.people.insert(person({ role: 'owner' }));
      await store.people.insert(person({ id: 'else', role: 'owner', organization: 'other' }));
      expect(await store.people.setRole('default', 'ada', 'owner')).to.equal('done');
      expect(await store.people.setRole('default', 'ada', 'admin')).to.equal('last-owner');
      expect(await store.people.remove('default', 'ada')).to.equal('last-owner');
      expect((await store.people.find('ada'))?.role).to.equal('owner');
      await store.people.insert(person({ id: 'bob', role: 'owner' }));
      expect(await store.people.setRole('default', 'ada', 'admin')).to.equal('done');
    });

    it('keeps an owner when two remove each other at once', async () => {
      await store.people.insert(person({ role: 'owner' }));
      await store.people.insert(person({ id: 'bob', role: 'owner' }));
      const second = await database.open();
      await Promise.all([
        store.people.setRole('default', 'ada', 'viewer'),
        second.people.remove('default', 'bob'),
      ]);
      const owners = (await store.people.list('default')).filter(({ role }) => role === 'owner');
      expect(owners).to.not.deep.equal([]);
    });

    it('keeps sessions, lists them newest first and ends them', async () => {
      await store.sessions.insert(session());
      await store.sessions.insert(session({ id: 'newer', createdAt: NOON + 1 }));
      await store.sessions.insert(session({ id: 'other', person: 'bob' }));
      expect(await store.sessions.findByHash('hash of session-1')).to.deep.equal(session());
      expect(await store.sessions.findByHash('x')).to.equal(null);
      expect(ids(await store.sessions.list('ada'))).to.deep.equal(['newer', 'session-1']);
      expect(await store.sessions.remove('bob', 'newer')).to.equal(false);
      expect(await store.sessions.remove('ada', 'newer')).to.equal(true);
      expect(await store.sessions.remove('ada', 'newer')).to.equal(false);
    });

    it('ends all sessions of a person but one, or all', async () => {
      for (const id of ['a', 'b', 'c']) await store.sessions.insert(session({ id }));
      await store.sessions.insert(session({ id: 'other', person: 'bob' }));
      await store.sessions.removeOthers('ada', 'b');
      expect(ids(await store.sessions.list('ada'))).to.deep.equal(['b']);
      await store.sessions.removeOthers('ada', null);
      expect(await store.sessions.list('ada')).to.deep.equal([]);
      expect(await store.sessions.list('bob')).to.have.length(1);
    });

    it('forgets sessions that have expired', async () => {
      await store.sessions.insert(session());
      await store.sessions.insert(session({ id: 'later', expiresAt: NOON + 20 }));
      await store.sessions.prune(NOON + 11);
      expect(ids(await store.sessions.list('ada'))).to.deep.equal(['later']);
    });

    it('lets a link be used once, however many try', async () => {
      await store.links.insert(link());
      expect(await store.links.findByHash('hash of link-1')).to.deep.equal(link());
      const second = await database.open();
      const tries = [store, second, store, second].map((one) =>
        one.links.use('hash of link-1', NOON),
      );
      expect((await Promise.all(tries)).filter((used) => used)).to.have.length(1);
      expect(await store.links.findByHash('hash of link-1')).to.equal(null);
      expect(await store.links.list('default', 'invitation')).to.deep.equal([]);
      expect(await store.links.use('unknown', NOON)).to.equal(false);
    });

    it('lists links of one kind and organization, and removes them', async () => {
      await store.links.insert(link({ id: 'b', createdAt: NOON + 1 }));
      await store.links.insert(link({ id: 'a' }));
      await store.links.insert(link({ id: 'reset', kind: 'reset', role: null, person: 'ada' }));
      await store.links.insert(link({ id: 'other', organization: 'other' }));
      expect(ids(await store.links.list('default', 'invitation'))).to.deep.equal(['a', 'b']);
      expect(await store.links.remove('other', 'a')).to.equal(null);
      expect((await store.links.remove('default', 'a'))?.id).to.equal('a');
      expect(await store.links.remove('default', 'a')).to.equal(null);
      await store.links.removeOf('ada');
      expect(await store.links.findByHash('hash of reset')).to.equal(null);
      expect(ids(await store.links.list('default', 'invitation'))).to.deep.equal(['b']);
    });

    it('counts attempts over all connections, each stretch of time for itself', async () => {
      const second = await database.open();
      const tries = [store, second, store, second].map((one) => one.attempts.count('x', NOON));
      const counts = (await Promise.all(tries)).toSorted();
      expect(counts).to.deep.equal([1, 2, 3, 4]);
      expect(await store.attempts.count('x', NOON + 1)).to.equal(1);
      expect(await store.attempts.count('y', NOON)).to.equal(1);
      await store.attempts.clear('x', NOON);
      expect(await store.attempts.count('x', NOON)).to.equal(1);
      await store.attempts.prune(NOON + 1);
      expect(await store.attempts.count('x', NOON)).to.equal(1);
      expect(await store.attempts.count('x', NOON + 1)).to.equal(2);
    });

    it('keeps the first of what is kept under a name', async () => {
      expect(await store.secrets.keep('auth', 'first')).to.equal('first');
      const second = await database.open();
      expect(await second.secrets.keep('auth', 'second')).to.equal('first');
    });

    it('renames an organization, and knows an unused set-up link', async () => {
      await store.organizations.insert({ id: 'acme', name: 'Acme', createdAt: NOON });
      expect(await store.organizations.rename('acme', 'ACME')).to.equal(true);
      expect((await store.organizations.find('acme'))?.name).to.equal('ACME');
      expect(await store.organizations.rename('nobody', 'x')).to.equal(false);
      const setup = { hash: 'set-up', organization: 'acme', createdAt: NOON };
      await store.organizations.insertSetupLink(setup);
      expect(await store.organizations.findSetupLink('set-up')).to.equal('acme');
      await store.organizations.useSetupLink('set-up', NOON);
      expect(await store.organizations.findSetupLink('set-up')).to.equal(null);
      expect(await store.organizations.findSetupLink('x')).to.equal(null);
    });
  });
}
