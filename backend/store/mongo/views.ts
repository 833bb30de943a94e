import type { SavedView } from '../../model/view.ts';
import type { ViewStore } from '../view-port.ts';
import type { Collections } from './documents.ts';
import { guard } from './errors.ts';
import type { ViewDocument } from './view-documents.ts';

function toView({ _id, ...view }: ViewDocument): SavedView {
  return { id: _id, ...view };
}

export function createViewStore({ views }: Collections): ViewStore {
  return {
    insert: async ({ id, ...view }) => {
      await guard(() => views.insertOne({ _id: id, ...view }));
    },
    find: async (organization, id) => {
      const found = await guard(() => views.findOne({ _id: id, organization }));
      return found === null ? null : toView(found);
    },
    list: async (organization, person) => {
      const seen = person === null ? [] : [{ 'owner.id': person }];
      const filter = { organization, $or: [{ isShared: true }, ...seen] };
      const order = { createdAt: 1, _id: 1 } as const;
      return (await guard(() => views.find(filter).sort(order).toArray())).map(toView);
    },
    update: async ({ id, organization, name, address, isShared, updatedAt }) => {
      const changes = { $set: { name, address, isShared, updatedAt } };
      const { matchedCount } = await guard(() =>
        views.updateOne({ _id: id, organization }, changes),
      );
      return matchedCount > 0;
    },
    remove: async (organization, id) => {
      const { deletedCount } = await guard(() => views.deleteOne({ _id: id, organization }));
      return deletedCount > 0;
    },
    removePrivate: async (organization, person) => {
      await guard(() => views.deleteMany({ organization, 'owner.id': person, isShared: false }));
    },
  };
}
