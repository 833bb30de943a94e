/** Tables of who people are elsewhere, and of their second factors: see `identities.ts`. */
export const IDENTITY_SCHEMA = `
  CREATE TABLE identities (
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    person TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (issuer, subject),
    UNIQUE (person, issuer)
  ) STRICT, WITHOUT ROWID;

  -- recovery is JSON: a list of hashes.
  CREATE TABLE second_factors (
    person TEXT PRIMARY KEY,
    sealed TEXT NOT NULL,
    recovery TEXT NOT NULL,
    confirmed_at INTEGER,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE used_codes (
    person TEXT NOT NULL,
    code TEXT NOT NULL,
    until INTEGER,
    PRIMARY KEY (person, code)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX used_codes_by_end ON used_codes (until);
`;
