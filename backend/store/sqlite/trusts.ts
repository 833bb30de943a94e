import { foldName, type Provider, type Trust } from '../../model/trust.ts';
import type { TrustStore } from '../port.ts';
import { revokeIn, touchIn } from './credentials.ts';
import type { Database } from './database.ts';

interface TrustRow {
  readonly id: string;
  readonly organization: string;
  readonly provider: Provider;
  readonly issuer: string;
  readonly name: string;
  readonly resource_id: string | null;
  readonly environment: string | null;
  readonly created_by: string;
  readonly created_at: number;
  readonly last_used_at: number | null;
  readonly revoked_at: number | null;
}

function toTrust(row: TrustRow): Trust {
  return {
    id: row.id,
    organization: row.organization,
    provider: row.provider,
    issuer: row.issuer,
    name: row.name,
    resourceId: row.resource_id,
    environment: row.environment,
    createdBy: row.created_by,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  };
}

export function createTrustStore(db: Database): TrustStore {
  return {
    insert: async (trust) => {
      const { changes } = db.run(
        'INSERT INTO trusts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
        trust.id,
        trust.organization,
        trust.provider,
        trust.issuer,
        trust.name,
        foldName(trust.name),
        trust.resourceId,
        trust.environment,
        trust.createdBy,
        trust.createdAt,
        trust.lastUsedAt,
        trust.revokedAt,
      );
      await db.flush();
      return changes > 0;
    },
    providerOf: async (issuer) =>
      db.get<Pick<TrustRow, 'provider'>>(
        'SELECT provider FROM trusts WHERE issuer = ? AND revoked_at IS NULL LIMIT 1',
        issuer,
      )?.provider ?? null,
    find: async (issuer, resourceId, name) =>
      db
        .all<TrustRow>(
          `SELECT * FROM trusts WHERE (issuer = ? AND resource_id = ?) OR (issuer = ? AND folded = ?)
           ORDER BY created_at, id`,
          issuer,
          resourceId,
          issuer,
          foldName(name),
        )
        .map(toTrust),
    list: async (organization) =>
      db
        .all<TrustRow>(
          'SELECT * FROM trusts WHERE organization = ? ORDER BY created_at, id',
          organization,
        )
        .map(toTrust),
    pin: async (id, resourceId) => {
      const row = db.get<{ resource_id: string }>(
        'UPDATE trusts SET resource_id = ifnull(resource_id, ?) WHERE id = ? RETURNING resource_id',
        resourceId,
        id,
      );
      await db.flush();
      return row?.resource_id ?? resourceId;
    },
    revoke: revokeIn(db, 'trusts'),
    touch: touchIn(db, 'trusts'),
  };
}
