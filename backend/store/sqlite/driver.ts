/**
 * One API, two sources: Node's own `node:sqlite` where it exists (22.13 and later), and on Node 20
 * `@photostructure/sqlite`, which offers the same `DatabaseSync` from a binary in its npm package.
 */

export type SqlValue = string | number | null;

export interface Statement {
  run(...values: SqlValue[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  get(...values: SqlValue[]): unknown;
  all(...values: SqlValue[]): unknown[];
}

export interface SqliteHandle {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

interface Driver {
  DatabaseSync: new (path: string) => SqliteHandle;
}

/** Opens (and creates) the file; `:memory:` for one that lives as long as the handle. */
export async function openHandle(path: string): Promise<SqliteHandle> {
  const builtIn = process.getBuiltinModule?.('node:sqlite') as Driver | undefined;
  const { DatabaseSync } = builtIn ?? ((await import('@photostructure/sqlite')) as Driver);
  return new DatabaseSync(path);
}
