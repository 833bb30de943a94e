import type { SavedView } from '../../model/view.ts';
import type { ViewStore } from '../view-port.ts';
import type { Database } from './database.ts';
import type { SqlValue } from './driver.ts';

interface ViewRow {
  readonly id: string;
  readonly organization: string;
  readonly name: string;
  readonly address: string;
  readonly is_shared: 0 | 1;
  readonly owner: string;
  readonly owner_name: string;
  readonly created_at: number;
  readonly updated_at: number;
}

function toView(row: ViewRow): SavedView {
  return {
    id: row.id,
    organization: row.organization,
    name: row.name,
    address: row.address,
    isShared: row.is_shared === 1,
    owner: { id: row.owner, name: row.owner_name },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function createViewStore(db: Database): ViewStore {
  const change = async (statement: string, ...values: SqlValue[]): Promise<boolean> => {
    const { changes } = db.run(statement, ...values);
    await db.flush();
    return changes > 0;
  };
  return {
    insert: async ({ id, organization, name, address, isShared, owner, createdAt, updatedAt }) => {
      await change(
        'INSERT INTO views VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
        id,
        organization,
        name,
        address,
        isShared ? 1 : 0,
        owner.id,
        owner.name,
        createdAt,
        updatedAt,
      );
    },
    find: async (organization, id) => {
      const row = db.get<ViewRow>(
        'SELECT * FROM views WHERE organization = ? AND id = ?',
        organization,
        id,
      );
      return row === undefined ? null : toView(row);
    },
    list: async (organization, person) =>
      db
        .all<ViewRow>(
          'SELECT * FROM views WHERE organization = ? AND (is_shared = 1 OR owner = ?) ORDER BY created_at, id',
          organization,
          person,
        )
        .map(toView),
    update: ({ id, organization, name, address, isShared, updatedAt }) =>
      change(
        'UPDATE views SET name = ?, address = ?, is_shared = ?, updated_at = ? WHERE organization = ? AND id = ?',
        name,
        address,
        isShared ? 1 : 0,
        updatedAt,
        organization,
        id,
      ),
    remove: (organization, id) =>
      change('DELETE FROM views WHERE organization = ? AND id = ?', organization, id),
    removePrivate: async (organization, person) => {
      await change(
        'DELETE FROM views WHERE organization = ? AND owner = ? AND is_shared = 0',
        organization,
        person,
      );
    },
  };
}
