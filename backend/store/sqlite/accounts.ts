import type { Scope } from '../../model/key.ts';
import type { KeyRecord, KeyStore, Organization, OrganizationStore } from '../port.ts';
import { revokeIn, touchIn } from './credentials.ts';
import type { Database } from './database.ts';

interface KeyRow {
  readonly id: string;
  readonly organization: string;
  readonly name: string;
  readonly scope: Scope;
  readonly prefix: string;
  readonly hash: string;
  readonly created_by: string;
  readonly created_at: number;
  readonly last_used_at: number | null;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
}

function toKey(row: KeyRow): KeyRecord {
  return {
    id: row.id,
    organization: row.organization,
    name: row.name,
    scope: row.scope,
    prefix: row.prefix,
    hash: row.hash,
    createdBy: row.created_by,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}

export function createKeyStore(db: Database): KeyStore {
  return {
    insert: async (key) => {
      db.run(
        'INSERT INTO api_keys VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
        key.id,
        key.organization,
        key.name,
        key.scope,
        key.prefix,
        key.hash,
        key.createdBy,
        key.createdAt,
        key.lastUsedAt,
        key.expiresAt,
        key.revokedAt,
      );
      await db.flush();
    },
    findByHash: async (hash) => {
      const row = db.get<KeyRow>('SELECT * FROM api_keys WHERE hash = ?', hash);
      return row === undefined ? null : toKey(row);
    },
    list: async (organization) =>
      db
        .all<KeyRow>(
          'SELECT * FROM api_keys WHERE organization = ? ORDER BY created_at, id',
          organization,
        )
        .map(toKey),
    revoke: revokeIn(db, 'api_keys'),
    touch: touchIn(db, 'api_keys'),
  };
}

interface OrganizationRow {
  readonly id: string;
  readonly name: string;
  readonly created_at: number;
}

function toOrganization(row: OrganizationRow): Organization {
  return { id: row.id, name: row.name, createdAt: row.created_at };
}

export function createOrganizationStore(db: Database): OrganizationStore {
  return {
    insert: async ({ id, name, createdAt }) => {
      const { changes } = db.run(
        'INSERT INTO organizations VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
        id,
        name,
        createdAt,
      );
      await db.flush();
      return changes > 0;
    },
    find: async (id) => {
      const row = db.get<OrganizationRow>('SELECT * FROM organizations WHERE id = ?', id);
      return row === undefined ? null : toOrganization(row);
    },
    list: async () =>
      db
        .all<OrganizationRow>('SELECT * FROM organizations ORDER BY created_at, id')
        .map(toOrganization),
    rename: async (id, name) => {
      const { changes } = db.run('UPDATE organizations SET name = ? WHERE id = ?', name, id);
      await db.flush();
      return changes > 0;
    },
    findSetupLink: async (hash) =>
      db.get<{ organization: string }>(
        'SELECT organization FROM setup_links WHERE hash = ? AND used_at IS NULL',
        hash,
      )?.organization ?? null,
    insertSetupLink: async ({ hash, organization, createdAt }) => {
      db.run('INSERT INTO setup_links VALUES (?, ?, ?, NULL)', hash, organization, createdAt);
      await db.flush();
    },
    useSetupLink: async (hash, at) => {
      const row = db.get<{ organization: string }>(
        'UPDATE setup_links SET used_at = ? WHERE hash = ? AND used_at IS NULL RETURNING organization',
        at,
        hash,
      );
      await db.flush();
      return row?.organization ?? null;
    },
  };
}
