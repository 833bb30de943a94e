/** Tables of what metrics are fetched from: see `providers.ts`. */
export const PROVIDER_SCHEMA = `
  -- settings and state are JSON, read and written as one. sealed: the credentials, encrypted.
  CREATE TABLE providers (
    id TEXT PRIMARY KEY,
    organization TEXT NOT NULL,
    settings TEXT NOT NULL,
    sealed TEXT NOT NULL,
    is_paused INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    next_at INTEGER NOT NULL,
    state TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX providers_of_organization ON providers (organization, created_at);
  CREATE INDEX providers_by_next ON providers (is_paused, next_at);
`;
