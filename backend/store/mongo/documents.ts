/** What lies in MongoDB. `data` and `extensions` are JSON text: BSON keys cannot hold every key. */
import type { Collection, Db } from 'mongodb';
import type { Severity } from '../../model/event.ts';
import type { Scope } from '../../model/key.ts';
import type { GroupField } from '../../model/query.ts';
import type { Trust } from '../../model/trust.ts';
import {
  ACCOUNT_INDEXES,
  type AttemptDocument,
  type LinkDocument,
  type PersonDocument,
  type SecretDocument,
  type SessionDocument,
} from './account-documents.ts';
import {
  AUDIT_INDEXES,
  type AuditDocument,
  CONTEXT_INDEXES,
  type ContextDocument,
} from './console-documents.ts';
import {
  IDENTITY_INDEXES,
  type IdentityCollections,
  identityCollectionsOf,
  USED_CODE_INDEXES,
} from './identity-documents.ts';
import { createMissing } from './indexes.ts';
import {
  type IntegrationDocument,
  METRIC_INDEXES,
  type MetricHourDocument,
  type MetricRetentionDocument,
  type MetricSeriesDocument,
  type MetricSettingsDocument,
} from './metric-documents.ts';
import { type OAuthCollections, oauthCollectionsOf, prepareOAuth } from './oauth-documents.ts';
import { PROVIDER_INDEXES, type ProviderDocument } from './provider-documents.ts';
import type { LeaseDocument, RemovalDocument, RetentionDocument } from './retention-documents.ts';
import { VIEW_INDEXES, type ViewDocument } from './view-documents.ts';

export interface EventDocument {
  /** The receipt: sorts by the time of receipt. */
  readonly _id: string;
  /** Event time and receipt as one text that sorts as the timeline does: see `placeOf`. */
  readonly place: string;
  readonly organization: string;
  readonly id: string;
  readonly source: string;
  readonly type: string;
  readonly time: Date;
  readonly subject: string | null;
  readonly severity: Severity | null;
  readonly version: string | null;
  readonly foldedVersion: string | null;
  readonly datacontenttype: string;
  readonly dataschema: string | null;
  readonly data: string | null;
  readonly extensions: string | null;
  readonly createdAt: Date;
  readonly series: string;
}

/** One for each combination of labels; its totals are those up to and with `chunk` of the ledger. */
export interface SeriesDocument {
  readonly _id: string;
  readonly organization: string;
  readonly type: string;
  readonly source: string;
  readonly subject: string | null;
  readonly severity: Severity | null;
  readonly foldedType: string;
  readonly foldedSource: string;
  readonly chunk: number;
  readonly count: number;
  /** The last removal that is taken out of the count. */
  readonly removal?: number;
  /** Places of the oldest and the newest event; while there is none, the last and the first text. */
  readonly first: string;
  readonly last: string;
}

export interface HourDocument {
  readonly _id: string;
  readonly organization: string;
  readonly series: string;
  /** Since the Unix epoch. */
  readonly hour: number;
  readonly chunk: number;
  readonly count: number;
  readonly removal?: number;
}

export interface LabelDocument {
  readonly _id: string;
  readonly organization: string;
  readonly field: GroupField;
  readonly value: string | null;
  readonly chunk: number;
  readonly count: number;
  readonly removal?: number;
  /** Event times, ms. */
  readonly first: number;
  readonly last: number;
}

export interface DayDocument {
  readonly _id: string;
  readonly organization: string;
  readonly field: GroupField;
  readonly value: string | null;
  /** Since the Unix epoch. */
  readonly day: number;
  readonly chunk: number;
  readonly count: number;
  readonly removal?: number;
}

export interface VersionDocument {
  readonly _id: string;
  readonly organization: string;
  readonly folded: string;
  readonly version: string;
  /** Three characters each, from every place of the padded text. */
  readonly trigrams: readonly string[];
}

/** The order in which events became visible: see `ledger.ts`. */
export interface LedgerDocument {
  /** The position of the first entry. */
  readonly _id: number;
  /** The position behind the last entry, which the next document has as its `_id`. */
  readonly next: number;
  readonly at: Date;
  readonly entries: readonly LedgerEntry[];
}

export interface LedgerEntry {
  readonly receipt: string;
  readonly series: string;
  /** Event time, ms. */
  readonly time: number;
}

/** A running process, as long as it says so. */
export interface NodeDocument {
  readonly _id: string;
  readonly at: Date;
}

export interface MetaDocument {
  readonly _id: 'schema' | 'compaction' | 'removal';
  /** Schema version, the last chunk of the ledger that is in the totals, or the last removal done. */
  readonly value: number;
}

export interface KeyDocument {
  readonly _id: string;
  readonly organization: string;
  readonly name: string;
  readonly scope: Scope;
  readonly prefix: string;
  readonly hash: string;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

export interface OrganizationDocument {
  readonly _id: string;
  readonly name: string;
  readonly createdAt: number;
}

export interface SetupLinkDocument {
  readonly _id: string;
  readonly organization: string;
  readonly createdAt: number;
}

export interface SetupUseDocument {
  readonly _id: string;
  readonly usedAt: number;
}

export interface TrustDocument extends Omit<Trust, 'id'> {
  readonly _id: string;
  readonly folded: string;
  /** What may be trusted once at a time; the record's own id when it is revoked. Unique. */
  readonly place: string;
}

/** Which id the first token pinned a trust record to. */
export interface TrustPinDocument {
  readonly _id: string;
  readonly resourceId: string;
}

export interface Collections extends OAuthCollections, IdentityCollections {
  readonly events: Collection<EventDocument>;
  readonly series: Collection<SeriesDocument>;
  readonly hours: Collection<HourDocument>;
  readonly labels: Collection<LabelDocument>;
  readonly days: Collection<DayDocument>;
  readonly versions: Collection<VersionDocument>;
  readonly ledger: Collection<LedgerDocument>;
  readonly nodes: Collection<NodeDocument>;
  readonly meta: Collection<MetaDocument>;
  readonly keys: Collection<KeyDocument>;
  readonly organizations: Collection<OrganizationDocument>;
  readonly setupLinks: Collection<SetupLinkDocument>;
  readonly setupUses: Collection<SetupUseDocument>;
  readonly trusts: Collection<TrustDocument>;
  readonly trustPins: Collection<TrustPinDocument>;
  readonly audit: Collection<AuditDocument>;
  readonly contexts: Collection<ContextDocument>;
  readonly people: Collection<PersonDocument>;
  readonly sessions: Collection<SessionDocument>;
  readonly secrets: Collection<SecretDocument>;
  readonly links: Collection<LinkDocument>;
  readonly attempts: Collection<AttemptDocument>;
  readonly removals: Collection<RemovalDocument>;
  readonly leases: Collection<LeaseDocument>;
  readonly retention: Collection<RetentionDocument>;
  readonly metricSeries: Collection<MetricSeriesDocument>;
  readonly metricHours: Collection<MetricHourDocument>;
  readonly metricSettings: Collection<MetricSettingsDocument>;
  readonly integrations: Collection<IntegrationDocument>;
  readonly metricRetention: Collection<MetricRetentionDocument>;
  readonly views: Collection<ViewDocument>;
  readonly providers: Collection<ProviderDocument>;
}

export function collectionsOf(db: Db): Collections {
  return {
    ...identityCollectionsOf(db),
    events: db.collection('events'),
    series: db.collection('series'),
    hours: db.collection('series_hours'),
    labels: db.collection('labels'),
    days: db.collection('label_days'),
    versions: db.collection('versions'),
    ledger: db.collection('ledger'),
    nodes: db.collection('nodes'),
    meta: db.collection('meta'),
    keys: db.collection('api_keys'),
    organizations: db.collection('organizations'),
    setupLinks: db.collection('setup_links'),
    setupUses: db.collection('setup_uses'),
    trusts: db.collection('trusts'),
    trustPins: db.collection('trust_pins'),
    audit: db.collection('audit'),
    contexts: db.collection('contexts'),
    people: db.collection('people'),
    sessions: db.collection('sessions'),
    secrets: db.collection('secrets'),
    links: db.collection('links'),
    attempts: db.collection('attempts'),
    removals: db.collection('removals'),
    leases: db.collection('leases'),
    retention: db.collection('retention'),
    metricSeries: db.collection('metric_series'),
    metricHours: db.collection('metric_hours'),
    metricSettings: db.collection('metric_settings'),
    integrations: db.collection('integrations'),
    metricRetention: db.collection('metric_retention'),
    views: db.collection('views'),
    ...oauthCollectionsOf(db),
    providers: db.collection('providers'),
  };
}

/** Raised when what lies in the database is no longer what this program writes. */
const SCHEMA_VERSION = 1;

/**
 * Makes the indexes that the queries need, where they are missing; refuses a newer schema. May be
 * done again: nodes that start at once on a new database get in each other's way.
 */
export async function prepare(collections: Collections): Promise<void> {
  const { events, series, hours, labels, days, versions, ledger, keys, trusts, meta } = collections;
  const { audit, contexts } = collections;
  const found = await meta.findOne({ _id: 'schema' });
  if (found !== null && found.value > SCHEMA_VERSION) {
    throw new Error(
      `the database has schema version ${found.value}, this Milepost knows ${SCHEMA_VERSION}; start a newer Milepost`,
    );
  }
  await createMissing(events, [
    { name: 'identity', key: { organization: 1, id: 1, source: 1 }, unique: true },
    { name: 'by_place', key: { organization: 1, place: -1 } },
    { name: 'by_series', key: { series: 1, place: -1 } },
    { name: 'by_version', key: { organization: 1, version: 1, place: -1 } },
  ]);
  await createMissing(series, [
    { name: 'by_labels', key: { organization: 1, type: 1, source: 1 } },
    { name: 'by_source', key: { organization: 1, source: 1 } },
  ]);
  await createMissing(hours, [{ name: 'by_hour', key: { organization: 1, hour: 1 } }]);
  await createMissing(labels, [{ name: 'by_field', key: { organization: 1, field: 1 } }]);
  await createMissing(days, [{ name: 'by_day', key: { organization: 1, field: 1, day: 1 } }]);
  await createMissing(versions, [{ name: 'by_trigram', key: { organization: 1, trigrams: 1 } }]);
  await createMissing(ledger, [
    { name: 'by_next', key: { next: 1 }, unique: true },
    { name: 'by_time', key: { at: 1 } },
  ]);
  await createMissing(keys, [
    { name: 'by_hash', key: { hash: 1 }, unique: true },
    { name: 'by_organization', key: { organization: 1, createdAt: 1 } },
  ]);
  await createMissing(trusts, [
    { name: 'by_place', key: { place: 1 }, unique: true },
    { name: 'by_name', key: { issuer: 1, folded: 1 } },
    { name: 'by_resource', key: { issuer: 1, resourceId: 1 } },
    { name: 'by_organization', key: { organization: 1, createdAt: 1 } },
  ]);
  await createMissing(audit, AUDIT_INDEXES);
  await createMissing(contexts, CONTEXT_INDEXES);
  await prepareAccounts(collections);
  await prepareOAuth(collections);
  await createMissing(collections.metricSeries, METRIC_INDEXES.series);
  await createMissing(collections.metricHours, METRIC_INDEXES.hours);
  await createMissing(collections.metricSettings, METRIC_INDEXES.settings);
  await createMissing(collections.integrations, METRIC_INDEXES.integrations);
  await createMissing(collections.providers, PROVIDER_INDEXES);
  await createMissing(collections.views, VIEW_INDEXES);
  await meta.updateOne({ _id: 'schema' }, { $set: { value: SCHEMA_VERSION } }, { upsert: true });
}

async function prepareAccounts(collections: Collections): Promise<void> {
  const { people, sessions, links, attempts, identities, usedCodes } = collections;
  await createMissing(links, ACCOUNT_INDEXES.links);
  await createMissing(attempts, ACCOUNT_INDEXES.attempts);
  await createMissing(people, ACCOUNT_INDEXES.people);
  await createMissing(sessions, ACCOUNT_INDEXES.sessions);
  await createMissing(identities, IDENTITY_INDEXES);
  await createMissing(usedCodes, USED_CODE_INDEXES);
}
