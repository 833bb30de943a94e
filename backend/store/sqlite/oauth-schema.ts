/** The tables of assistants that sign in: a migration of its own, which never changes. */
export const OAUTH_SCHEMA = `
  -- Assistants that sign in for a person. redirect_uris is a JSON array.
  CREATE TABLE oauth_clients (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    redirect_uris TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    used_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE connections (
    id TEXT PRIMARY KEY,
    organization TEXT NOT NULL,
    person TEXT NOT NULL,
    client_id TEXT NOT NULL,
    client_name TEXT NOT NULL,
    client_place TEXT NOT NULL,
    is_verified INTEGER NOT NULL,
    can_write INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX connections_of_organization ON connections (organization, created_at);
  CREATE INDEX connections_of_person ON connections (person);
  CREATE INDEX connections_by_expiry ON connections (expires_at);
  CREATE TABLE oauth_tokens (
    hash TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    connection TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    redirect_uri TEXT,
    challenge TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX oauth_tokens_of_connection ON oauth_tokens (connection);
  CREATE INDEX oauth_tokens_by_expiry ON oauth_tokens (expires_at);
  -- Codes and refresh tokens that were used: a second use is noticed.
  CREATE TABLE oauth_uses (
    hash TEXT PRIMARY KEY,
    used_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX oauth_uses_by_expiry ON oauth_uses (expires_at);
  `;
