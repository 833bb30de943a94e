import type {
  ClientRecord,
  ConnectionRecord,
  ConnectionStore,
  OAuthClientStore,
  OAuthTokenStore,
  TokenRecord,
} from '../oauth-port.ts';
import { touchIn } from './credentials.ts';
import type { Database } from './database.ts';

interface ClientRow {
  readonly id: string;
  readonly name: string;
  readonly redirect_uris: string;
  readonly created_at: number;
  readonly used_at: number | null;
}

export function createOAuthClientStore(db: Database): OAuthClientStore {
  return {
    insert: async ({ id, name, redirectUris, createdAt, usedAt }) => {
      const uris = JSON.stringify(redirectUris);
      db.run('INSERT INTO oauth_clients VALUES (?, ?, ?, ?, ?)', id, name, uris, createdAt, usedAt);
      await db.flush();
    },
    find: async (id) => {
      const row = db.get<ClientRow>('SELECT * FROM oauth_clients WHERE id = ?', id);
      return row === undefined ? null : toClient(row);
    },
    touch: async (id, at) => {
      db.run('UPDATE oauth_clients SET used_at = max(ifnull(used_at, 0), ?) WHERE id = ?', at, id);
    },
    prune: async (unused, used) => {
      db.run(
        'DELETE FROM oauth_clients WHERE (used_at IS NULL AND created_at < ?) OR used_at < ?',
        unused,
        used,
      );
    },
  };
}

function toClient({ redirect_uris, created_at, used_at, ...row }: ClientRow): ClientRecord {
  const redirectUris = JSON.parse(redirect_uris) as string[];
  return { ...row, redirectUris, createdAt: created_at, usedAt: used_at };
}

interface ConnectionRow {
  readonly id: string;
  readonly organization: string;
  readonly person: string;
  readonly client_id: string;
  readonly client_name: string;
  readonly client_place: string;
  readonly is_verified: number;
  readonly can_write: number;
  readonly created_at: number;
  readonly last_used_at: number | null;
  readonly expires_at: number;
}

function toConnection(row: ConnectionRow): ConnectionRecord {
  return {
    id: row.id,
    organization: row.organization,
    person: row.person,
    clientId: row.client_id,
    clientName: row.client_name,
    clientPlace: row.client_place,
    isVerified: row.is_verified === 1,
    canWrite: row.can_write === 1,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  };
}

export function createConnectionStore(db: Database): ConnectionStore {
  const remove = async (condition: string, ...values: (string | number)[]): Promise<boolean> => {
    const removed = db.transaction(() => {
      const found = `SELECT id FROM connections WHERE ${condition}`;
      db.run(`DELETE FROM oauth_tokens WHERE connection IN (${found})`, ...values);
      return db.run(`DELETE FROM connections WHERE ${condition}`, ...values).changes;
    });
    await db.flush();
    return removed > 0;
  };
  return {
    insert: async (connection) => {
      db.run(
        'INSERT INTO connections VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
        connection.id,
        connection.organization,
        connection.person,
        connection.clientId,
        connection.clientName,
        connection.clientPlace,
        Number(connection.isVerified),
        Number(connection.canWrite),
        connection.createdAt,
        connection.lastUsedAt,
        connection.expiresAt,
      );
      await db.flush();
    },
    find: async (id) => {
      const row = db.get<ConnectionRow>('SELECT * FROM connections WHERE id = ?', id);
      return row === undefined ? null : toConnection(row);
    },
    list: async (organization) =>
      db
        .all<ConnectionRow>(
          'SELECT * FROM connections WHERE organization = ? ORDER BY created_at DESC, id DESC',
          organization,
        )
        .map(toConnection),
    extend: async (id, expiresAt) => {
      db.run('UPDATE connections SET expires_at = ? WHERE id = ?', expiresAt, id);
      await db.flush();
    },
    remove: (organization, id) => remove('organization = ? AND id = ?', organization, id),
    removeOf: async (person) => {
      await remove('person = ?', person);
    },
    touch: touchIn(db, 'connections'),
    prune: async (before) => {
      await remove('expires_at < ?', before);
    },
  };
}

interface TokenRow {
  readonly hash: string;
  readonly kind: TokenRecord['kind'];
  readonly connection: string;
  readonly expires_at: number;
  readonly redirect_uri: string | null;
  readonly challenge: string | null;
}

function toToken({ expires_at, redirect_uri, ...row }: TokenRow): TokenRecord {
  return { ...row, expiresAt: expires_at, redirectUri: redirect_uri };
}

export function createOAuthTokenStore(db: Database): OAuthTokenStore {
  return {
    insert: async (tokens) => {
      db.transaction(() => {
        for (const { hash, kind, connection, expiresAt, redirectUri, challenge } of tokens) {
          db.run(
            'INSERT INTO oauth_tokens VALUES (?, ?, ?, ?, ?, ?)',
            hash,
            kind,
            connection,
            expiresAt,
            redirectUri,
            challenge,
          );
        }
      });
      await db.flush();
    },
    find: async (hash) => {
      const row = db.get<TokenRow>('SELECT * FROM oauth_tokens WHERE hash = ?', hash);
      return row === undefined ? null : toToken(row);
    },
    use: async (hash, at, expiresAt) => {
      const { changes } = db.run(
        'INSERT INTO oauth_uses VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
        hash,
        at,
        expiresAt,
      );
      await db.flush();
      if (changes > 0) return null;
      const first = db.get<{ used_at: number }>(
        'SELECT used_at FROM oauth_uses WHERE hash = ?',
        hash,
      );
      return first?.used_at ?? at;
    },
    remove: async (hash) => {
      db.run('DELETE FROM oauth_tokens WHERE hash = ?', hash);
      await db.flush();
    },
    prune: async (before) => {
      db.run('DELETE FROM oauth_tokens WHERE expires_at < ?', before);
      db.run('DELETE FROM oauth_uses WHERE expires_at < ?', before);
    },
  };
}
