import type { LeaseStore } from '../provider-port.ts';
import type { Database } from './database.ts';

/** The lease of this name. */
export function createLeaseStore(db: Database, name: string): LeaseStore {
  return {
    acquire: async (holder, now, until) =>
      db.run(
        `INSERT INTO leases (name, holder, until) VALUES (?1, ?2, ?3)
         ON CONFLICT DO UPDATE SET holder = ?2, until = ?3 WHERE holder = ?2 OR until < ?4`,
        name,
        holder,
        until,
        now,
      ).changes > 0,
    release: async (holder) => {
      db.run('DELETE FROM leases WHERE name = ? AND holder = ?', name, holder);
    },
  };
}
