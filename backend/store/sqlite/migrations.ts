/**
 * The schema, as the steps that lead to it. `PRAGMA user_version` counts the steps that a file has
 * seen; a step is never edited once it has been released. `test/store/sqlite.test.ts`
 * opens a file of every earlier version.
 */
import { IDENTITY_SCHEMA } from './identity-schema.ts';
import { OAUTH_SCHEMA } from './oauth-schema.ts';
import { PROVIDER_SCHEMA } from './provider-schema.ts';
import { SAMPLE_RETENTION_SCHEMA } from './sample-retention-schema.ts';
import { VIEW_SCHEMA } from './view-schema.ts';

export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE organizations (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE setup_links (
    hash TEXT PRIMARY KEY,
    organization TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    used_at INTEGER
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE api_keys (
    id TEXT PRIMARY KEY,
    organization TEXT NOT NULL,
    name TEXT NOT NULL,
    scope TEXT NOT NULL,
    prefix TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    created_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER,
    expires_at INTEGER,
    revoked_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX api_keys_of_organization ON api_keys (organization, created_at);

  -- The distinct values of type, source, subject and severity: what facets and search look at.
  -- value is '' where events lack the field; folded is foldCase(value).
  CREATE TABLE labels (
    organization TEXT NOT NULL,
    field TEXT NOT NULL,
    value TEXT NOT NULL,
    folded TEXT NOT NULL,
    count INTEGER NOT NULL,
    first_time INTEGER NOT NULL,
    last_time INTEGER NOT NULL,
    PRIMARY KEY (organization, field, value)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE label_days (
    organization TEXT NOT NULL,
    field TEXT NOT NULL,
    day INTEGER NOT NULL,
    value TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (organization, field, day, value)
  ) STRICT, WITHOUT ROWID;

  -- One row for each combination of labels that has occurred: what rare filters, filtered counts
  -- and the state matrix look at instead of the events.
  CREATE TABLE series (
    id INTEGER PRIMARY KEY,
    organization TEXT NOT NULL,
    type TEXT NOT NULL,
    source TEXT NOT NULL,
    subject TEXT,
    severity TEXT,
    count INTEGER NOT NULL DEFAULT 0,
    first_time INTEGER,
    -- The newest event by (time, seq).
    last_time INTEGER,
    last_seq INTEGER
  ) STRICT;
  CREATE UNIQUE INDEX series_labels
    ON series (organization, type, source, ifnull(subject, ''), ifnull(severity, ''));
  CREATE INDEX series_by_source ON series (organization, source);

  CREATE TABLE series_hours (
    organization TEXT NOT NULL,
    hour INTEGER NOT NULL,
    series INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (organization, hour, series)
  ) STRICT, WITHOUT ROWID;

  -- The distinct versions: the one searched field that may grow with the history. The index holds
  -- foldCase(version) and two characters of padding, so that every character starts a trigram and
  -- texts of one or two characters can be found as the beginning of some.
  CREATE TABLE versions (
    id INTEGER PRIMARY KEY,
    organization TEXT NOT NULL,
    version TEXT NOT NULL,
    folded TEXT NOT NULL,
    UNIQUE (organization, version)
  ) STRICT;
  CREATE VIRTUAL TABLE versions_search USING fts5 (
    padded,
    content = '',
    contentless_delete = 1,
    tokenize = 'trigram case_sensitive 1'
  );
  CREATE VIRTUAL TABLE versions_trigrams USING fts5vocab (versions_search, 'row');

  -- AUTOINCREMENT: seq is the feed's cursor, so a number must never come back after a deletion.
  CREATE TABLE events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    organization TEXT NOT NULL,
    id TEXT NOT NULL,
    source TEXT NOT NULL,
    type TEXT NOT NULL,
    time INTEGER NOT NULL,
    subject TEXT,
    severity TEXT,
    version TEXT,
    datacontenttype TEXT NOT NULL,
    dataschema TEXT,
    data TEXT,
    extensions TEXT,
    created_at INTEGER NOT NULL,
    series INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX events_identity ON events (organization, id, source);
  CREATE INDEX events_by_time ON events (organization, time);
  CREATE INDEX events_by_series ON events (series, time);
  CREATE INDEX events_by_version ON events (organization, version, time)
    WHERE version IS NOT NULL;
  `,
  `
  -- Up to here the events are in labels, series and their hours and days; those behind are counted
  -- later, many at once.
  CREATE TABLE counted (seq INTEGER NOT NULL) STRICT;
  INSERT INTO counted SELECT ifnull(max(seq), 0) FROM events;
  `,
  `
  -- folded is foldName(name).
  CREATE TABLE trusts (
    id TEXT PRIMARY KEY,
    organization TEXT NOT NULL,
    provider TEXT NOT NULL,
    issuer TEXT NOT NULL,
    name TEXT NOT NULL,
    folded TEXT NOT NULL,
    resource_id TEXT,
    environment TEXT,
    created_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER,
    revoked_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX trusts_active ON trusts (issuer, folded, ifnull(environment, ''))
    WHERE revoked_at IS NULL;
  CREATE INDEX trusts_by_name ON trusts (issuer, folded);
  CREATE INDEX trusts_by_resource ON trusts (issuer, resource_id);
  CREATE INDEX trusts_of_organization ON trusts (organization, created_at);
  `,
  `
  CREATE TABLE people (
    id TEXT PRIMARY KEY,
    organization TEXT NOT NULL,
    email TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX people_of_organization ON people (organization, created_at);

  CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    person TEXT NOT NULL,
    address TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sessions_of_person ON sessions (person, created_at);
  CREATE INDEX sessions_by_expiry ON sessions (expires_at);

  -- What the server has made for itself, such as what it signs cookies with.
  CREATE TABLE secrets (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Invitations and links to set a password anew. Only the hash of what is in the link is kept.
  CREATE TABLE links (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    organization TEXT NOT NULL,
    email TEXT NOT NULL,
    role TEXT,
    person TEXT,
    created_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX links_of_organization ON links (organization, kind, created_at);

  -- Attempts to sign in: how many within a stretch of time, by the hash of who tried.
  CREATE TABLE attempts (
    hash TEXT NOT NULL,
    until INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (hash, until)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX attempts_by_end ON attempts (until);
  `,
  `
  -- AUTOINCREMENT: seq orders entries of the same moment, and none is ever deleted.
  -- details is JSON.
  CREATE TABLE audit (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    organization TEXT NOT NULL,
    time INTEGER NOT NULL,
    actor_kind TEXT NOT NULL,
    actor_id TEXT,
    actor_name TEXT NOT NULL,
    action TEXT NOT NULL,
    target_kind TEXT,
    target_id TEXT,
    target_name TEXT,
    details TEXT NOT NULL
  ) STRICT;
  CREATE INDEX audit_by_time ON audit (organization, time);
  CREATE INDEX audit_by_action ON audit (organization, action, time);
  CREATE INDEX audit_by_actor_id ON audit (organization, actor_id, time);
  CREATE INDEX audit_by_actor_name ON audit (organization, actor_name, time);

  -- length counts code points, so that the history is listed without its texts.
  CREATE TABLE contexts (
    organization TEXT NOT NULL,
    version INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    actor_kind TEXT NOT NULL,
    actor_id TEXT,
    actor_name TEXT NOT NULL,
    length INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (organization, version)
  ) STRICT;
  `,
  `
  -- rules is JSON: at most 50 of them, read and written as one.
  CREATE TABLE retention (
    organization TEXT PRIMARY KEY,
    rules TEXT NOT NULL,
    updated_at INTEGER,
    run_at INTEGER,
    run_deleted INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Rises when series or versions are deleted: what processes remember of them is then void.
  CREATE TABLE vocabulary (generation INTEGER NOT NULL) STRICT;
  INSERT INTO vocabulary VALUES (0);

  -- When a label was seen first, once its oldest events are gone.
  CREATE INDEX series_first_type ON series (organization, type, first_time);
  CREATE INDEX series_first_source ON series (organization, source, first_time);
  CREATE INDEX series_first_subject ON series (organization, subject, first_time);
  CREATE INDEX series_first_severity ON series (organization, severity, first_time);
  `,
  `
  -- source is '' for the metrics of a whole environment. first_time and last_time are of samples.
  CREATE TABLE metric_series (
    id INTEGER PRIMARY KEY,
    organization TEXT NOT NULL,
    metric TEXT NOT NULL,
    subject TEXT NOT NULL,
    source TEXT NOT NULL,
    unit TEXT,
    first_time INTEGER NOT NULL,
    last_time INTEGER NOT NULL,
    UNIQUE (organization, metric, subject, source)
  ) STRICT;
  CREATE INDEX metric_series_by_subject ON metric_series (organization, subject, source);

  -- About 25 bytes a sample: a year of minutes of one series is 13 MB.
  CREATE TABLE metric_samples (
    series INTEGER NOT NULL,
    time INTEGER NOT NULL,
    value REAL NOT NULL,
    PRIMARY KEY (series, time)
  ) STRICT, WITHOUT ROWID;

  -- Whole hours since the Unix epoch.
  CREATE TABLE metric_hours (
    series INTEGER NOT NULL,
    hour INTEGER NOT NULL,
    count INTEGER NOT NULL,
    sum REAL NOT NULL,
    min REAL NOT NULL,
    max REAL NOT NULL,
    PRIMARY KEY (series, hour)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE metric_settings (
    organization TEXT NOT NULL,
    metric TEXT NOT NULL,
    display_name TEXT,
    unit TEXT,
    direction TEXT,
    PRIMARY KEY (organization, metric)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE integrations (
    id TEXT PRIMARY KEY,
    organization TEXT NOT NULL,
    name TEXT NOT NULL,
    sealed TEXT NOT NULL,
    created_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX integrations_of_organization ON integrations (organization, created_at);
  `,
  VIEW_SCHEMA,
  OAUTH_SCHEMA,
  PROVIDER_SCHEMA,
  IDENTITY_SCHEMA,
  SAMPLE_RETENTION_SCHEMA,
];
