import type { RetentionRule } from '../../model/retention.ts';
import type { RetentionStore } from '../port.ts';
import type { Database } from './database.ts';
import { createLeaseStore } from './leases.ts';

interface SettingsRow {
  readonly rules: string;
  readonly updated_at: number | null;
  readonly run_at: number | null;
  readonly run_deleted: number | null;
}

export function createRetentionStore(db: Database): RetentionStore {
  return {
    ...createLeaseStore(db, 'retention'),
    read: async (organization) => {
      const row = db.get<SettingsRow>(
        'SELECT * FROM retention WHERE organization = ?',
        organization,
      );
      if (row === undefined) return { rules: [], updatedAt: null, lastRun: null };
      const { run_at: at, run_deleted: deleted } = row;
      return {
        rules: JSON.parse(row.rules) as RetentionRule[],
        updatedAt: row.updated_at,
        lastRun: at === null || deleted === null ? null : { at, deleted },
      };
    },
    write: async (organization, rules, at) => {
      db.run(
        `INSERT INTO retention (organization, rules, updated_at) VALUES (?, ?, ?)
         ON CONFLICT DO UPDATE SET rules = excluded.rules, updated_at = excluded.updated_at`,
        organization,
        JSON.stringify(rules),
        at,
      );
      await db.flush();
    },
    organizations: async () =>
      db
        .all<{ organization: string }>(
          "SELECT organization FROM retention WHERE rules <> '[]' ORDER BY organization",
        )
        .map((row) => row.organization),
    recordRun: async (organization, { at, deleted }) => {
      db.run(
        'UPDATE retention SET run_at = ?, run_deleted = ? WHERE organization = ?',
        at,
        deleted,
        organization,
      );
    },
  };
}
