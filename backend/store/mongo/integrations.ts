import type { IntegrationRecord, IntegrationStore } from '../metric-port.ts';
import type { Collections } from './documents.ts';
import { guard } from './errors.ts';
import type { IntegrationDocument } from './metric-documents.ts';

function toRecord({ _id, ...integration }: IntegrationDocument): IntegrationRecord {
  return { id: _id, ...integration };
}

export function createIntegrationStore({ integrations }: Collections): IntegrationStore {
  return {
    insert: async ({ id, ...integration }) => {
      await guard(() => integrations.insertOne({ _id: id, ...integration }));
    },
    find: async (id) => {
      const found = await guard(() => integrations.findOne({ _id: id }));
      return found === null ? null : toRecord(found);
    },
    list: async (organization) => {
      const order = { createdAt: 1, _id: 1 } as const;
      const found = await guard(() => integrations.find({ organization }).sort(order).toArray());
      return found.map(toRecord);
    },
    revoke: async (organization, id, at) => {
      const condition = { _id: id, organization };
      await guard(() =>
        integrations.updateOne({ ...condition, revokedAt: null }, { $set: { revokedAt: at } }),
      );
      return (await guard(() => integrations.findOne(condition))) !== null;
    },
  };
}
