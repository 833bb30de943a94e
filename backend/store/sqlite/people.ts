import type { Role } from '../../model/person.ts';
import type {
  MemberChange,
  PersonRecord,
  PersonStore,
  SecretStore,
  SessionRecord,
  SessionStore,
} from '../account-port.ts';
import type { Database } from './database.ts';
import type { SqlValue } from './driver.ts';

interface PersonRow {
  readonly id: string;
  readonly organization: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly password_hash: string;
  readonly created_at: number;
}

function toPerson({ password_hash, created_at, ...person }: PersonRow): PersonRecord {
  return { ...person, passwordHash: password_hash, createdAt: created_at };
}

/** What ends with a person. */
const BELONGINGS = ['sessions', 'identities', 'second_factors', 'used_codes'] as const;

export function createPersonStore(db: Database): PersonStore {
  const find = (column: 'id' | 'email', value: string) => {
    const row = db.get<PersonRow>(`SELECT * FROM people WHERE ${column} = ?`, value);
    return row === undefined ? null : toPerson(row);
  };

  /** Changes one member, unless that would leave the organization without an owner. */
  const change = async (
    organization: string,
    id: string,
    keepsOwner: boolean,
    work: () => void,
  ): Promise<MemberChange> => {
    const outcome = db.transaction((): MemberChange => {
      const person = find('id', id);
      if (person?.organization !== organization) return 'unknown';
      const others = db.get<{ count: number }>(
        "SELECT count(*) AS count FROM people WHERE organization = ? AND role = 'owner' AND id <> ?",
        organization,
        id,
      );
      if (person.role === 'owner' && !keepsOwner && others?.count === 0) return 'last-owner';
      work();
      return 'done';
    });
    await db.flush();
    return outcome;
  };

  return {
    insert: async (person) => {
      const { changes } = db.run(
        'INSERT INTO people VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
        person.id,
        person.organization,
        person.email,
        person.name,
        person.role,
        person.passwordHash,
        person.createdAt,
      );
      await db.flush();
      return changes > 0;
    },
    find: async (id) => find('id', id),
    findByEmail: async (email) => find('email', email),
    list: async (organization) =>
      db
        .all<PersonRow>(
          'SELECT * FROM people WHERE organization = ? ORDER BY created_at, id',
          organization,
        )
        .map(toPerson),
    setPassword: async (id, passwordHash) => {
      db.run('UPDATE people SET password_hash = ? WHERE id = ?', passwordHash, id);
      await db.flush();
    },
    setName: async (id, name) => {
      db.run('UPDATE people SET name = ? WHERE id = ?', name, id);
      await db.flush();
    },
    setRole: (organization, id, role) =>
      change(organization, id, role === 'owner', () => {
        db.run('UPDATE people SET role = ? WHERE id = ?', role, id);
      }),
    remove: (organization, id) =>
      change(organization, id, false, () => {
        db.run('DELETE FROM people WHERE id = ?', id);
        for (const table of BELONGINGS) db.run(`DELETE FROM ${table} WHERE person = ?`, id);
      }),
  };
}

interface SessionRow {
  readonly id: string;
  readonly hash: string;
  readonly person: string;
  readonly address: string;
  readonly user_agent: string;
  readonly created_at: number;
  readonly expires_at: number;
}

function toSession({ user_agent, created_at, expires_at, ...row }: SessionRow): SessionRecord {
  return { ...row, userAgent: user_agent, createdAt: created_at, expiresAt: expires_at };
}

export function createSessionStore(db: Database): SessionStore {
  const remove = async (condition: string, ...values: SqlValue[]): Promise<boolean> => {
    const { changes } = db.run(`DELETE FROM sessions WHERE ${condition}`, ...values);
    await db.flush();
    return changes > 0;
  };
  return {
    insert: async (session) => {
      db.run(
        'INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?)',
        session.id,
        session.hash,
        session.person,
        session.address,
        session.userAgent,
        session.createdAt,
        session.expiresAt,
      );
      await db.flush();
    },
    findByHash: async (hash) => {
      const row = db.get<SessionRow>('SELECT * FROM sessions WHERE hash = ?', hash);
      return row === undefined ? null : toSession(row);
    },
    list: async (person) =>
      db
        .all<SessionRow>(
          'SELECT * FROM sessions WHERE person = ? ORDER BY created_at DESC, id DESC',
          person,
        )
        .map(toSession),
    remove: (person, id) => remove('person = ? AND id = ?', person, id),
    removeOthers: async (person, keptId) => {
      await remove('person = ? AND id IS NOT ?', person, keptId);
    },
    prune: async (before) => {
      await remove('expires_at < ?', before);
    },
  };
}

export function createSecretStore(db: Database): SecretStore {
  return {
    keep: async (name, value) => {
      db.run('INSERT INTO secrets VALUES (?, ?) ON CONFLICT DO NOTHING', name, value);
      await db.flush();
      const row = db.get<{ value: string }>('SELECT value FROM secrets WHERE name = ?', name);
      return row?.value ?? value;
    },
  };
}
