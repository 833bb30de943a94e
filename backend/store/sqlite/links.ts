import type { Role } from '../../model/person.ts';
import type { AttemptStore, LinkRecord, LinkStore } from '../account-port.ts';
import type { Database } from './database.ts';

interface LinkRow {
  readonly id: string;
  readonly hash: string;
  readonly kind: LinkRecord['kind'];
  readonly organization: string;
  readonly email: string;
  readonly role: Role | null;
  readonly person: string | null;
  readonly created_by: string;
  readonly created_at: number;
  readonly expires_at: number;
}

function toLink({ created_by, created_at, expires_at, ...link }: LinkRow): LinkRecord {
  return { ...link, createdBy: created_by, createdAt: created_at, expiresAt: expires_at };
}

export function createLinkStore(db: Database): LinkStore {
  return {
    insert: async (link) => {
      db.run(
        'INSERT INTO links VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
        link.id,
        link.hash,
        link.kind,
        link.organization,
        link.email,
        link.role,
        link.person,
        link.createdBy,
        link.createdAt,
        link.expiresAt,
      );
      await db.flush();
    },
    findByHash: async (hash) => {
      const row = db.get<LinkRow>('SELECT * FROM links WHERE hash = ?', hash);
      return row === undefined ? null : toLink(row);
    },
    list: async (organization, kind) =>
      db
        .all<LinkRow>(
          'SELECT * FROM links WHERE organization = ? AND kind = ? ORDER BY created_at, id',
          organization,
          kind,
        )
        .map(toLink),
    use: async (hash) => {
      const { changes } = db.run('DELETE FROM links WHERE hash = ?', hash);
      await db.flush();
      return changes > 0;
    },
    remove: async (organization, id) => {
      const row = db.get<LinkRow>(
        'DELETE FROM links WHERE organization = ? AND id = ? RETURNING *',
        organization,
        id,
      );
      await db.flush();
      return row === undefined ? null : toLink(row);
    },
    removeOf: async (person) => {
      db.run('DELETE FROM links WHERE person = ?', person);
      await db.flush();
    },
  };
}

export function createAttemptStore(db: Database): AttemptStore {
  return {
    count: async (hash, until) => {
      const row = db.get<{ count: number }>(
        'INSERT INTO attempts VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET count = count + 1 RETURNING count',
        hash,
        until,
      );
      // Not flushed: who floods the door must not keep the disk from the events.
      return row?.count ?? 1;
    },
    clear: async (hash, until) => {
      db.run('DELETE FROM attempts WHERE hash = ? AND until = ?', hash, until);
    },
    prune: async (before) => {
      db.run('DELETE FROM attempts WHERE until < ?', before);
    },
  };
}
