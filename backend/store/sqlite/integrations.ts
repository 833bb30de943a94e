import type { IntegrationRecord, IntegrationStore } from '../metric-port.ts';
import { revokeIn } from './credentials.ts';
import type { Database } from './database.ts';

interface IntegrationRow {
  readonly id: string;
  readonly organization: string;
  readonly name: string;
  readonly sealed: string;
  readonly created_by: string;
  readonly created_at: number;
  readonly revoked_at: number | null;
}

function toRecord({ created_by, created_at, revoked_at, ...row }: IntegrationRow) {
  const { id, organization, name, sealed } = row;
  const record: IntegrationRecord = {
    id,
    organization,
    name,
    sealed,
    createdBy: created_by,
    createdAt: created_at,
    revokedAt: revoked_at,
  };
  return record;
}

export function createIntegrationStore(db: Database): IntegrationStore {
  return {
    insert: async ({ id, organization, name, sealed, createdBy, createdAt, revokedAt }) => {
      db.run(
        'INSERT INTO integrations VALUES (?, ?, ?, ?, ?, ?, ?)',
        id,
        organization,
        name,
        sealed,
        createdBy,
        createdAt,
        revokedAt,
      );
      await db.flush();
    },
    find: async (id) => {
      const row = db.get<IntegrationRow>('SELECT * FROM integrations WHERE id = ?', id);
      return row === undefined ? null : toRecord(row);
    },
    list: async (organization) =>
      db
        .all<IntegrationRow>(
          'SELECT * FROM integrations WHERE organization = ? ORDER BY created_at, id',
          organization,
        )
        .map(toRecord),
    revoke: revokeIn(db, 'integrations'),
  };
}
