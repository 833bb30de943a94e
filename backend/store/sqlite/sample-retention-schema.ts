/** How long samples are kept. */
export const SAMPLE_RETENTION_SCHEMA = `
  -- days: null for ever. Who is not here keeps them as long as is usual.
  CREATE TABLE metric_retention (
    organization TEXT PRIMARY KEY,
    days INTEGER
  ) STRICT, WITHOUT ROWID;
  `;
