/** Tables of saved views: see `views.ts`. */
export const VIEW_SCHEMA = `
  CREATE TABLE views (
    id TEXT PRIMARY KEY,
    organization TEXT NOT NULL,
    name TEXT NOT NULL,
    address TEXT NOT NULL,
    is_shared INTEGER NOT NULL,
    owner TEXT NOT NULL,
    owner_name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX views_of_organization ON views (organization, created_at);
`;
