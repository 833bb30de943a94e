import type { Filter } from 'mongodb';
import type { AuditDetails, AuditEntry, AuditFilter } from '../../model/audit.ts';
import type { AuditStore } from '../port.ts';
import type { AuditDocument } from './console-documents.ts';
import type { Collections } from './documents.ts';
import { guard } from './errors.ts';
import { QUERY_MS } from './page.ts';
import { createReceipts, LAST_RECEIPT, newNodeId, placeOf, receiptOf, timeOf } from './places.ts';

function toEntry({ _id, place, actors: _, details, ...entry }: AuditDocument): AuditEntry {
  return {
    id: _id,
    ...entry,
    time: timeOf(place),
    details: JSON.parse(details) as AuditDetails,
    receipt: receiptOf(place),
  };
}

export function createAuditStore({ audit }: Collections): AuditStore {
  const newReceipt = createReceipts(newNodeId());
  return {
    insert: async ({ id, organization, time, actor, action, target, details }) => {
      const actors = [...(actor.id === null ? [] : [actor.id]), actor.name];
      await guard(() =>
        audit.insertOne({
          _id: id,
          organization,
          place: placeOf(time, newReceipt()),
          actor,
          actors,
          action,
          target,
          details: JSON.stringify(details),
        }),
      );
    },
    page: async (organization, { filter, limit, after }) => {
      const place = after === undefined ? undefined : placeOf(after.time, after.receipt);
      const documents = await guard(() =>
        audit
          .find({ $and: conditions(organization, filter, place) })
          .sort({ place: -1 })
          .limit(limit + 1)
          .maxTimeMS(QUERY_MS)
          .toArray(),
      );
      return {
        entries: documents.slice(0, limit).map(toEntry),
        hasMore: documents.length > limit,
      };
    },
  };
}

function conditions(
  organization: string,
  { actor, action, from, to }: AuditFilter,
  before: string | undefined,
): Filter<AuditDocument>[] {
  return [
    { organization },
    ...(actor === undefined ? [] : [{ actors: actor }]),
    ...(action === undefined ? [] : [{ action }]),
    ...(from === undefined ? [] : [{ place: { $gte: placeOf(from, '') } }]),
    ...(to === undefined ? [] : [{ place: { $lte: placeOf(to, LAST_RECEIPT) } }]),
    ...(before === undefined ? [] : [{ place: { $lt: before } }]),
  ];
}
