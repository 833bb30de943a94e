/** What tables of keys and of what stands for keys have in common. */
import type { Database } from './database.ts';

type Revocable = 'api_keys' | 'trusts' | 'integrations';
type Used = 'api_keys' | 'trusts' | 'connections';

/** False when the organization has no such row; one that is revoked already stays as it is. */
export function revokeIn(db: Database, table: Revocable) {
  return async (organization: string, id: string, at: number): Promise<boolean> => {
    const { changes } = db.run(
      `UPDATE ${table} SET revoked_at = ifnull(revoked_at, ?) WHERE organization = ? AND id = ?`,
      at,
      organization,
      id,
    );
    await db.flush();
    return changes > 0;
  };
}

/** Remembers the newest use of each row; older times are ignored. */
export function touchIn(db: Database, table: Used) {
  return async (uses: ReadonlyMap<string, number>): Promise<void> => {
    db.transaction(() => {
      for (const [id, at] of uses) {
        db.run(
          `UPDATE ${table} SET last_used_at = max(ifnull(last_used_at, ?), ?) WHERE id = ?`,
          at,
          at,
          id,
        );
      }
    });
  };
}
