/** What every store does for saved views. */
import { expect } from 'chai';
import type { SavedView } from '../../backend/model/view.ts';
import type { Store } from '../../backend/store/port.ts';
import { NOON } from '../support/events.ts';
import type { StoreHarness, TestDatabase } from './harness.ts';

function saved(id: string, over: Partial<SavedView> = {}): SavedView {
  return {
    id,
    organization: 'default',
    name: `View ${id}`,
    address: '/timeline?type=deployment',
    isShared: false,
    owner: { id: 'ada', name: 'Ada' },
    createdAt: NOON,
    updatedAt: NOON,
    ...over,
  };
}

export function viewStoreContract(harness: StoreHarness): void {
  describe(`${harness.name}: saved views`, () => {
    let database: TestDatabase;
    let store: Store;
    beforeEach(async () => {
      database = await harness.createDatabase();
      store = await database.open();
    });
    afterEach(() => database.destroy());
    const idsOf = async (organization: string, person: string | null) =>
      (await store.views.list(organization, person)).map(({ id }) => id);

    it('lists the shared ones and one’s own, oldest first, for each organization its own', async () => {
      const bob = { id: 'bob', name: 'Bob' };
      await store.views.insert(saved('late', { createdAt: NOON + 2, isShared: true }));
      await store.views.insert(saved('mine'));
      await store.views.insert(saved('theirs', { owner: bob, createdAt: NOON + 1 }));
      await store.views.insert(
        saved('shared', { owner: bob, isShared: true, createdAt: NOON + 1 }),
      );
      await store.views.insert(saved('other', { organization: 'other', isShared: true }));
      expect(await idsOf('default', 'ada')).to.deep.equal(['mine', 'shared', 'late']);
      expect(await idsOf('default', 'bob')).to.deep.equal(['shared', 'theirs', 'late']);
      expect(await idsOf('default', null)).to.deep.equal(['shared', 'late']);
      expect(await idsOf('other', 'ada')).to.deep.equal(['other']);
    });

    it('gives back what was saved, to the character', async () => {
      const view = saved('x', { name: 'é😀 "x"', address: '/?search=%E2%82%AC', isShared: true });
      await store.views.insert(view);
      expect(await store.views.find('default', 'x')).to.deep.equal(view);
      expect(await store.views.find('other', 'x')).to.equal(null);
      expect(await store.views.find('default', 'y')).to.equal(null);
    });

    it('changes and removes within the organization only', async () => {
      await store.views.insert(saved('x'));
      const changed = saved('x', {
        name: 'New',
        address: '/',
        isShared: true,
        updatedAt: NOON + 5,
      });
      expect(await store.views.update({ ...changed, organization: 'other' })).to.equal(false);
      expect(await store.views.find('default', 'x')).to.deep.equal(saved('x'));
      expect(await store.views.update(changed)).to.equal(true);
      expect(await store.views.update(changed), 'the same again').to.equal(true);
      expect(await store.views.find('default', 'x')).to.deep.equal(changed);
      expect(await store.views.remove('other', 'x')).to.equal(false);
      expect(await store.views.remove('default', 'x')).to.equal(true);
      expect(await store.views.remove('default', 'x')).to.equal(false);
      expect(await store.views.update(changed)).to.equal(false);
    });

    it('forgets what somebody kept to themselves, and nothing else', async () => {
      await store.views.insert(saved('private'));
      await store.views.insert(saved('shared', { isShared: true }));
      await store.views.insert(saved('theirs', { owner: { id: 'bob', name: 'Bob' } }));
      await store.views.insert(saved('elsewhere', { organization: 'other' }));
      await store.views.removePrivate('default', 'ada');
      expect(await idsOf('default', 'ada')).to.deep.equal(['shared']);
      expect(await idsOf('default', 'bob')).to.have.members(['shared', 'theirs']);
      expect(await idsOf('other', 'ada')).to.deep.equal(['elsewhere']);
    });
  });
}
