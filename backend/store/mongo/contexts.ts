import type { ContextRevision, ContextVersion } from '../../model/business-context.ts';
import type { ContextStore } from '../port.ts';
import type { ContextDocument } from './console-documents.ts';
import type { Collections } from './documents.ts';
import { guard, isDuplicate } from './errors.ts';
import { tupleId } from './places.ts';

function toRevision(document: Omit<ContextDocument, 'text'>): ContextRevision {
  const { version, updatedAt, updatedBy, length } = document;
  return { version, updatedAt, updatedBy, length };
}

function toVersion(document: ContextDocument | null): ContextVersion | null {
  return document === null ? null : { ...toRevision(document), text: document.text };
}

export function createContextStore({ contexts }: Collections): ContextStore {
  return {
    latest: async (organization) =>
      toVersion(await guard(() => contexts.findOne({ organization }, { sort: { version: -1 } }))),
    find: async (organization, version) =>
      toVersion(await guard(() => contexts.findOne({ _id: tupleId(organization, version) }))),
    history: async (organization, limit) =>
      (
        await guard(() =>
          contexts
            .find({ organization }, { projection: { text: 0 } })
            .sort({ version: -1 })
            .limit(limit)
            .toArray(),
        )
      ).map(toRevision),
    insert: async (organization, version) => {
      const _id = tupleId(organization, version.version);
      try {
        await guard(() => contexts.insertOne({ _id, organization, ...version }));
        return true;
      } catch (error) {
        if (isDuplicate(error)) return false;
        throw error;
      }
    },
  };
}
