import type { Provider, ProviderSettings, ProviderState } from '../../model/provider.ts';
import type { ProviderRecord, ProviderStore } from '../provider-port.ts';
import type { Database } from './database.ts';
import { createLeaseStore } from './leases.ts';

type Settings = ProviderSettings & Pick<Provider, 'credentialNames'>;

interface ProviderRow {
  readonly id: string;
  readonly organization: string;
  readonly settings: string;
  readonly sealed: string;
  readonly is_paused: number;
  readonly created_by: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly next_at: number;
  readonly state: string;
}

function toRecord(row: ProviderRow): ProviderRecord {
  return {
    ...(JSON.parse(row.settings) as Settings),
    id: row.id,
    organization: row.organization,
    sealed: row.sealed,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    nextAt: row.next_at,
    state: JSON.parse(row.state) as ProviderState,
  };
}

function settingsOf(provider: ProviderRecord): string {
  const { name, kind, url, certificate, intervalSeconds, historyDays, isPaused, queries } =
    provider;
  const { credentialNames } = provider;
  const settings: Settings = {
    ...{ name, kind, url, certificate, intervalSeconds, historyDays, isPaused, queries },
    credentialNames,
  };
  return JSON.stringify(settings);
}

export function createProviderStore(db: Database): ProviderStore {
  return {
    ...createLeaseStore(db, 'providers'),
    insert: async (provider) => {
      db.run(
        'INSERT INTO providers VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
        provider.id,
        provider.organization,
        settingsOf(provider),
        provider.sealed,
        provider.isPaused ? 1 : 0,
        provider.createdBy,
        provider.createdAt,
        provider.updatedAt,
        provider.nextAt,
        JSON.stringify(provider.state),
      );
      await db.flush();
    },
    find: async (organization, id) => {
      const row = db.get<ProviderRow>(
        'SELECT * FROM providers WHERE organization = ? AND id = ?',
        organization,
        id,
      );
      return row === undefined ? null : toRecord(row);
    },
    list: async (organization) =>
      db
        .all<ProviderRow>(
          'SELECT * FROM providers WHERE organization = ? ORDER BY created_at, id',
          organization,
        )
        .map(toRecord),
    replace: async (provider) => {
      const { changes } = db.run(
        `UPDATE providers SET settings = ?, sealed = ?, is_paused = ?, updated_at = ?, next_at = ?
         WHERE organization = ? AND id = ?`,
        settingsOf(provider),
        provider.sealed,
        provider.isPaused ? 1 : 0,
        provider.updatedAt,
        provider.nextAt,
        provider.organization,
        provider.id,
      );
      await db.flush();
      return changes > 0;
    },
    remove: async (organization, id) => {
      const { changes } = db.run(
        'DELETE FROM providers WHERE organization = ? AND id = ?',
        organization,
        id,
      );
      await db.flush();
      return changes > 0;
    },
    due: async (now, limit) =>
      db
        .all<ProviderRow>(
          'SELECT * FROM providers WHERE is_paused = 0 AND next_at <= ? ORDER BY next_at, id LIMIT ?',
          now,
          limit,
        )
        .map(toRecord),
    saveState: async (id, state, nextAt) => {
      db.run(
        'UPDATE providers SET state = ?, next_at = ? WHERE id = ?',
        JSON.stringify(state),
        nextAt,
        id,
      );
    },
  };
}
