import { type FileHandle, open } from 'node:fs/promises';
import { MilepostError, unavailable } from '../../errors.ts';
import { openHandle, type SqliteHandle, type SqlValue, type Statement } from './driver.ts';
import { createFlush, type Flush } from './flush.ts';
import { MIGRATIONS } from './migrations.ts';

/** Before 3.51.3 a reset of the WAL during a checkpoint could corrupt the file. */
const OLDEST_SAFE_SQLITE = [3, 51, 3] as const;

/** `PASSIVE` waits for nobody, and leaves what others are at. */
export type CheckpointMode = 'PASSIVE' | 'TRUNCATE';

/** What the adapter's files share: prepared statements, transactions, errors in our words. */
export interface Database {
  run(sql: string, ...values: SqlValue[]): { changes: number; rowid: number };
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SqlValue[]): Row[];
  /** Runs `work` in one transaction that takes the write lock at once; all of it or nothing. */
  transaction<T>(work: () => T): T;
  /** What was committed is safe from a power cut only behind this. */
  readonly flush: Flush;
  /** Moves the write-ahead log into the file, so that it does not grow while readers are busy. */
  checkpoint(mode?: CheckpointMode): void;
  close(): Promise<void>;
}

/** Opens the file, sets it up for durable writes and brings its schema up to date. */
export async function openDatabase(path: string): Promise<Database> {
  const handle = await openHandle(path);
  try {
    setUp(handle);
    migrate(handle);
    // From here on the log is flushed by `flush`, which does not hold up everything else meanwhile.
    handle.exec('PRAGMA synchronous = NORMAL');
    const log = path === ':memory:' ? undefined : await open(`${path}-wal`, 'r+');
    return createDatabase(handle, log);
  } catch (error) {
    handle.close();
    throw error;
  }
}

function setUp(handle: SqliteHandle): void {
  const { version } = handle.prepare('SELECT sqlite_version() AS version').get() as {
    version: string;
  };
  if (isOlder(version.split('.').map(Number), OLDEST_SAFE_SQLITE)) {
    throw new Error(
      `SQLite ${version} may corrupt its file (fixed in ${OLDEST_SAFE_SQLITE.join('.')}); update Node.js`,
    );
  }
  handle.exec(`
    -- Another process writes for milliseconds; while this one waits it answers nobody.
    PRAGMA busy_timeout = 2000;
    PRAGMA journal_mode = WAL;
    -- For the migrations, and so that a new log reaches the disk together with its name.
    PRAGMA synchronous = FULL;
    PRAGMA wal_autocheckpoint = 4000;
    PRAGMA cache_size = -65536;
    PRAGMA temp_store = MEMORY;
  `);
}

function isOlder(version: readonly number[], than: readonly number[]): boolean {
  for (const [index, wanted] of than.entries()) {
    const have = version[index] ?? 0;
    if (have !== wanted) return have < wanted;
  }
  return false;
}

function migrate(handle: SqliteHandle): void {
  handle.exec('BEGIN IMMEDIATE');
  try {
    const row = handle.prepare('PRAGMA user_version').get() as { user_version: number };
    if (row.user_version > MIGRATIONS.length) {
      throw new Error(
        `the database has schema version ${row.user_version}, this Milepost knows ${MIGRATIONS.length}; start a newer Milepost`,
      );
    }
    for (const step of MIGRATIONS.slice(row.user_version)) handle.exec(step);
    handle.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
    handle.exec('COMMIT');
  } catch (error) {
    handle.exec('ROLLBACK');
    throw error;
  }
}

function createDatabase(handle: SqliteHandle, log: FileHandle | undefined): Database {
  const statements = new Map<string, Statement>();
  const prepare = (sql: string): Statement => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = handle.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const rollback = (): void => {
    try {
      handle.exec('ROLLBACK');
    } catch {
      // SQLite has rolled back by itself, as it does when the disk is full.
    }
  };

  const checkpoint = (mode: CheckpointMode = 'TRUNCATE'): void => {
    try {
      handle.exec(`PRAGMA wal_checkpoint(${mode})`);
    } catch {
      // The log keeps what it holds until the next attempt.
    }
  };

  return {
    run: (sql, ...values) =>
      guard(() => {
        const { changes, lastInsertRowid } = prepare(sql).run(...values);
        return { changes: Number(changes), rowid: Number(lastInsertRowid) };
      }),
    get: <Row>(sql: string, ...values: SqlValue[]) =>
      guard(() => prepare(sql).get(...values) as Row | undefined),
    all: <Row>(sql: string, ...values: SqlValue[]) =>
      guard(() => prepare(sql).all(...values) as Row[]),
    transaction: (work) => {
      guard(() => handle.exec('BEGIN IMMEDIATE'));
      try {
        const result = work();
        guard(() => handle.exec('COMMIT'));
        return result;
      } catch (error) {
        rollback();
        throw error;
      }
    },
    flush: createFlush(async () => log?.datasync()),
    checkpoint,
    close: async () => {
      statements.clear();
      // One driver leaves the log beside the file; who copies the file alone would lose what is there.
      checkpoint();
      handle.close();
      await log?.close();
    },
  };
}

/** Primary result codes that mean "not now": https://www.sqlite.org/rescode.html */
const UNAVAILABLE_CODES: ReadonlyMap<number, string> = new Map([
  [5, 'is locked by another process'],
  [6, 'is locked'],
  [8, 'is read-only'],
  [10, 'cannot be read or written'],
  [11, 'is damaged'],
  [13, 'is full, or its disk is'],
  [14, 'cannot be opened'],
  [26, 'is not a database'],
]);

function guard<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toMilepostError(error);
  }
}

function toMilepostError(error: unknown): unknown {
  if (error instanceof MilepostError) return error;
  const code = (error as { errcode?: unknown }).errcode;
  const reason = typeof code === 'number' ? UNAVAILABLE_CODES.get(code & 0xff) : undefined;
  return reason === undefined ? error : unavailable(`the database ${reason}`, error);
}
