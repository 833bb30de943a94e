import type { ActorKind } from '../../model/audit.ts';
import type { ContextRevision, ContextVersion } from '../../model/business-context.ts';
import type { ContextStore } from '../port.ts';
import type { Database } from './database.ts';

interface RevisionRow {
  readonly version: number;
  readonly updated_at: number;
  readonly actor_kind: ActorKind;
  readonly actor_id: string | null;
  readonly actor_name: string;
  readonly length: number;
}

interface ContextRow extends RevisionRow {
  readonly text: string;
}

const REVISION = 'version, updated_at, actor_kind, actor_id, actor_name, length';

function toRevision(row: RevisionRow): ContextRevision {
  return {
    version: row.version,
    updatedAt: row.updated_at,
    updatedBy: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    length: row.length,
  };
}

function toVersion(row: ContextRow | undefined): ContextVersion | null {
  return row === undefined ? null : { ...toRevision(row), text: row.text };
}

export function createContextStore(db: Database): ContextStore {
  return {
    latest: async (organization) =>
      toVersion(
        db.get<ContextRow>(
          'SELECT * FROM contexts WHERE organization = ? ORDER BY version DESC LIMIT 1',
          organization,
        ),
      ),
    find: async (organization, version) =>
      toVersion(
        db.get<ContextRow>(
          'SELECT * FROM contexts WHERE organization = ? AND version = ?',
          organization,
          version,
        ),
      ),
    history: async (organization, limit) =>
      db
        .all<RevisionRow>(
          `SELECT ${REVISION} FROM contexts WHERE organization = ? ORDER BY version DESC LIMIT ?`,
          organization,
          limit,
        )
        .map(toRevision),
    insert: async (organization, { version, updatedAt, updatedBy, length, text }) => {
      const { changes } = db.run(
        'INSERT INTO contexts VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
        organization,
        version,
        updatedAt,
        updatedBy.kind,
        updatedBy.id,
        updatedBy.name,
        length,
        text,
      );
      await db.flush();
      return changes > 0;
    },
  };
}
