import type {
  IdentityRecord,
  IdentityStore,
  SecondFactorRecord,
  SecondFactorStore,
} from '../identity-port.ts';
import type { Database } from './database.ts';

interface IdentityRow {
  readonly issuer: string;
  readonly subject: string;
  readonly person: string;
  readonly created_at: number;
}

function toIdentity({ created_at, ...identity }: IdentityRow): IdentityRecord {
  return { ...identity, createdAt: created_at };
}

export function createIdentityStore(db: Database): IdentityStore {
  return {
    find: async (issuer, subject) => {
      const row = db.get<IdentityRow>(
        'SELECT * FROM identities WHERE issuer = ? AND subject = ?',
        issuer,
        subject,
      );
      return row === undefined ? null : toIdentity(row);
    },
    insert: async ({ issuer, subject, person, createdAt }) => {
      const { changes } = db.run(
        'INSERT INTO identities VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
        issuer,
        subject,
        person,
        createdAt,
      );
      await db.flush();
      return changes > 0;
    },
    list: async (person) =>
      db
        .all<IdentityRow>('SELECT * FROM identities WHERE person = ? ORDER BY created_at', person)
        .map(toIdentity),
  };
}

interface SecondFactorRow {
  readonly person: string;
  readonly sealed: string;
  readonly recovery: string;
  readonly confirmed_at: number | null;
  readonly created_at: number;
}

function toFactor(row: SecondFactorRow): SecondFactorRecord {
  const { person, sealed, recovery, confirmed_at, created_at } = row;
  return {
    person,
    sealed,
    recovery: JSON.parse(recovery) as string[],
    confirmedAt: confirmed_at,
    createdAt: created_at,
  };
}

export function createSecondFactorStore(db: Database): SecondFactorStore {
  return {
    find: async (person) => {
      const row = db.get<SecondFactorRow>('SELECT * FROM second_factors WHERE person = ?', person);
      return row === undefined ? null : toFactor(row);
    },
    put: async ({ person, sealed, recovery, confirmedAt, createdAt }) => {
      db.run(
        'INSERT OR REPLACE INTO second_factors VALUES (?, ?, ?, ?, ?)',
        person,
        sealed,
        JSON.stringify(recovery),
        confirmedAt,
        createdAt,
      );
      await db.flush();
    },
    remove: async (person) => {
      const { changes } = db.run('DELETE FROM second_factors WHERE person = ?', person);
      db.run('DELETE FROM used_codes WHERE person = ?', person);
      await db.flush();
      return changes > 0;
    },
    useCode: async (person, code, until) => {
      const { changes } = db.run(
        'INSERT INTO used_codes VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
        person,
        code,
        until,
      );
      await db.flush();
      return changes > 0;
    },
    usedCodes: async (person, codes) => {
      const used = db.all<{ code: string }>('SELECT code FROM used_codes WHERE person = ?', person);
      return used.map(({ code }) => code).filter((code) => codes.includes(code));
    },
    prune: async (before) => {
      db.run('DELETE FROM used_codes WHERE until < ?', before);
    },
  };
}
