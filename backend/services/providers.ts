import { conflict, invalidField, MilepostError, notFound, ProviderError } from '../errors.ts';
import type { Actor, AuditTarget } from '../model/audit.ts';
import {
  type Credentials,
  PROVIDER_FACTS,
  PROVIDER_LIMITS,
  type Provider,
  type ProviderQuery,
  type ProviderSettings,
  UNTRIED,
} from '../model/provider.ts';
import type { ProviderRecord, ProviderStore } from '../store/provider-port.ts';
import type { Audit } from './audit.ts';
import type { PlacedSeries, ProviderPolling } from './provider-poll.ts';
import type { Seal } from './seal.ts';

/** What one query of a test has brought, or why it has not. */
export type Tried =
  | { readonly query: ProviderQuery; readonly series: readonly PlacedSeries[] }
  | { readonly query: ProviderQuery; readonly error: string };

export interface Wanted {
  readonly organization: string;
  readonly settings: ProviderSettings;
  /** Null: those that are kept. */
  readonly credentials: Credentials | null;
}

export interface Providers {
  /** Rejects with VALIDATION_ERROR for credentials that the kind does not have. */
  create(wanted: Wanted & { readonly actor: Actor }): Promise<Provider>;
  list(organization: string): Promise<readonly Provider[]>;
  find(organization: string, id: string): Promise<Provider>;
  /** Credentials have to be given again for another kind or server: they go where they were meant to. */
  change(id: string, wanted: Wanted & { readonly actor: Actor }): Promise<Provider>;
  remove(organization: string, id: string, actor: Actor): Promise<void>;
  /** Asks now, and stores nothing. `id`: whose credentials are used where none are given. */
  test(id: string | null, wanted: Wanted): Promise<readonly Tried[]>;
  /** What to ask with. Rejects when SECRET_KEY is another one than it was. */
  credentialsOf(provider: ProviderRecord): Credentials;
}

export interface ProvidersDependencies {
  readonly providers: ProviderStore;
  readonly polling: Pick<ProviderPolling, 'preview'>;
  readonly audit: Pick<Audit, 'change'>;
  /** Called when a secret is needed first; may throw what the caller has to configure. */
  readonly seal: () => Seal;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
  readonly newId: () => string;
}

/** Where samples are fetched from. */
export function createProviders(dependencies: ProvidersDependencies): Providers {
  const { providers, polling, audit, seal, clock, newId } = dependencies;

  const credentialsOf = ({ sealed, id }: ProviderRecord): Credentials => {
    try {
      return JSON.parse(seal().open(sealed, id)) as Credentials;
    } catch (error) {
      if (error instanceof MilepostError) throw error;
      const message =
        'the credentials cannot be decrypted: SECRET_KEY is not the one that they were kept with; give them again';
      throw new MilepostError('UNAVAILABLE', message, { cause: error });
    }
  };

  const find = async (organization: string, id: string): Promise<ProviderRecord> => {
    const found = await providers.find(organization, id);
    if (found === null) throw notFound(`id: there is no provider ${id}`);
    return found;
  };

  const credentialsFor = (before: ProviderRecord, { settings, credentials }: Wanted) => {
    if (credentials !== null) return checked(settings, credentials);
    const kept = credentialsOf(before);
    if (Object.keys(kept).length === 0) return checked(settings, kept);
    if (before.kind === settings.kind && originOf(before.url) === originOf(settings.url)) {
      return kept;
    }
    throw invalidField('credentials', 'have to be given again for another server');
  };

  return {
    credentialsOf,
    create: async ({ organization, settings, credentials, actor }) => {
      const given = checked(settings, credentials ?? {});
      if ((await providers.list(organization)).length >= PROVIDER_LIMITS.providers) {
        throw conflict(
          `there are ${PROVIDER_LIMITS.providers} providers already, remove one first`,
        );
      }
      const id = newId();
      const now = clock();
      const provider: Provider = {
        ...settings,
        ...{ id, organization, createdBy: actor.name, createdAt: now, updatedAt: now },
        ...{ credentialNames: Object.keys(given), nextAt: now, state: UNTRIED },
      };
      const sealed = seal().seal(JSON.stringify(given), id);
      const deed = {
        organization,
        actor,
        action: 'provider.created',
        ...traceOf(provider),
      } as const;
      await audit.change(deed, () => providers.insert({ ...provider, sealed }));
      return provider;
    },
    list: async (organization) => (await providers.list(organization)).map(withoutSecret),
    find: async (organization, id) => withoutSecret(await find(organization, id)),
    change: async (id, { actor, ...wanted }) => {
      const { organization, settings } = wanted;
      const before = await find(organization, id);
      const given = credentialsFor(before, wanted);
      const now = clock();
      const changed: ProviderRecord = {
        ...before,
        ...settings,
        ...{ credentialNames: Object.keys(given), updatedAt: now, nextAt: now },
        ...{ sealed: seal().seal(JSON.stringify(given), id) },
      };
      const deed = {
        organization,
        actor,
        action: 'provider.changed',
        ...traceOf(changed),
      } as const;
      await audit.change(deed, () => providers.replace(changed));
      return withoutSecret(changed);
    },
    remove: async (organization, id, actor) => {
      const provider = await find(organization, id);
      const deed = {
        organization,
        actor,
        action: 'provider.removed',
        ...traceOf(provider),
      } as const;
      await audit.change(deed, () => providers.remove(organization, id));
    },
    test: async (id, wanted) => {
      const { organization, settings } = wanted;
      const credentials =
        id === null
          ? checked(settings, wanted.credentials ?? {})
          : credentialsFor(await find(organization, id), wanted);
      return Promise.all(
        settings.queries.map(async (query): Promise<Tried> => {
          try {
            return { query, series: await polling.preview(settings, credentials, query) };
          } catch (error) {
            if (error instanceof ProviderError) return { query, error: error.message };
            throw error;
          }
        }),
      );
    },
  };
}

/** Those that the kind knows. Throws VALIDATION_ERROR for others, and for those that are missing. */
function checked({ kind }: ProviderSettings, given: Credentials): Credentials {
  const known = PROVIDER_FACTS[kind].credentials;
  const entries = Object.entries(given).filter(([, value]) => value !== '');
  for (const [name, value] of entries) {
    const field = `credentials.${name}`;
    if (!known.some((one) => one.name === name)) {
      const names = known.map((one) => one.name).join(', ');
      throw invalidField(field, `is not known, ${kind} has ${names}`);
    }
    // They go into headers, but for the file of a service account.
    if (name !== 'serviceAccount' && !/^[\x20-\x7e\xa0-\xff]*$/.test(value)) {
      throw invalidField(field, 'has characters that a header cannot carry');
    }
  }
  const kept = Object.fromEntries(entries);
  const missing = known.find(({ name, isRequired }) => isRequired && kept[name] === undefined);
  if (missing !== undefined) throw invalidField(`credentials.${missing.name}`, 'is required');
  if (kept['token'] !== undefined && kept['username'] !== undefined) {
    throw invalidField('credentials.token', 'goes without a user name, give one of them');
  }
  return kept;
}

function originOf(url: string): string {
  return new URL(url).origin;
}

function traceOf(provider: Provider) {
  const target: AuditTarget = { kind: 'provider', id: provider.id, name: provider.name };
  const { kind, url, isPaused, queries } = provider;
  return { target, details: { kind, url, isPaused, metrics: queries.map(({ metric }) => metric) } };
}

function withoutSecret({ sealed: _, ...provider }: ProviderRecord): Provider {
  return provider;
}
