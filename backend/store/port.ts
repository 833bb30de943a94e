/**
 * What Milepost needs of a database, in its own words. An adapter exists when it passes
 * `test/contract`. Every call names the organization; nothing crosses.
 *
 * Every method may throw `MilepostError('UNAVAILABLE')` when the database does not answer.
 */
import type { AuditEntry, AuditFilter, NewAuditEntry } from '../model/audit.ts';
import type { ContextRevision, ContextVersion } from '../model/business-context.ts';
import type { NewEvent, TimelineEvent } from '../model/event.ts';
import type { ApiKey } from '../model/key.ts';
import type { EventFilter, GroupField, Order, PagePosition } from '../model/query.ts';
import type {
  RetainedLabels,
  RetentionRule,
  RetentionRun,
  RetentionSettings,
} from '../model/retention.ts';
import type { Provider, Trust } from '../model/trust.ts';
import type {
  AttemptStore,
  LinkStore,
  PersonStore,
  SecretStore,
  SessionStore,
} from './account-port.ts';
import type { IdentityStore, SecondFactorStore } from './identity-port.ts';
import type { IntegrationStore, MetricStore } from './metric-port.ts';
import type { ConnectionStore, OAuthClientStore, OAuthTokenStore } from './oauth-port.ts';
import type { LeaseStore, ProviderStore } from './provider-port.ts';
import type { ViewStore } from './view-port.ts';

/** `existing`: an event with the same organization, source and id was there before. */
export type AppendOutcome =
  | { readonly kind: 'created'; readonly event: TimelineEvent }
  | { readonly kind: 'existing'; readonly event: TimelineEvent };

export interface Page {
  readonly events: readonly TimelineEvent[];
  readonly hasMore: boolean;
}

export interface PageRequest {
  readonly filter: EventFilter;
  readonly order: Order;
  readonly limit: number;
  readonly after?: PagePosition | undefined;
}

/** How many events one value of a field has within a filter. */
export interface ValueCount {
  /** Null: events without the field. */
  readonly value: string | null;
  readonly count: number;
  /** Event time of the newest and the oldest, ms. */
  readonly firstSeen: number;
  readonly lastSeen: number;
}

export interface BucketCount {
  /** Start of the bucket, ms; a multiple of the bucket's length since the Unix epoch. */
  readonly start: number;
  readonly value: string | null;
  readonly count: number;
}

export interface CellState {
  readonly source: string;
  readonly subject: string | null;
  readonly event: TimelineEvent;
}

/** The timeline's oldest and newest event time, ms; null while it is empty. */
export type TimeSpan = { readonly first: number; readonly last: number } | null;

export interface FeedEntry {
  /** Rises by one or more with each event, over all organizations. */
  readonly position: number;
  readonly event: TimelineEvent;
}

export interface FeedStretch {
  /** All entries behind the given position, in order, of every organization; or the first `limit`. */
  readonly entries: readonly FeedEntry[];
  /** Everything up to here is in `entries`. */
  readonly position: number;
}

/** Which events retention deletes, and how many at a time. */
export interface Expiry {
  /** The moment of the deletion, ms. */
  readonly now: number;
  /** Events with these labels that happened before this time (ms) go; undefined: none does. */
  readonly cutoffOf: (labels: RetainedLabels) => number | undefined;
  /** Events of one step at most. */
  readonly limit: number;
  /** Deletes nothing, and counts what would go. */
  readonly isTrial?: boolean;
}

export interface EventStore {
  /** Appends that one process may have under way, the feed still being in the order of receipt. */
  readonly appendsAtOnce: 1 | 2;
  /**
   * Writes what is new, durably, before it answers; all in one commit or, after an error, nothing.
   * Answers in the order of `events`. Two equal identities in one call: the second is `existing`.
   */
  append(events: readonly NewEvent[]): Promise<readonly AppendOutcome[]>;
  page(organization: string, request: PageRequest): Promise<Page>;
  /** At most `limit` events with this id, of this source or of any. */
  withId(
    organization: string,
    id: string,
    source: string | undefined,
    limit: number,
  ): Promise<readonly TimelineEvent[]>;
  /** The exact counts of the values of each field, most frequent first. */
  countValues(
    organization: string,
    fields: readonly GroupField[],
    filter: EventFilter,
  ): Promise<Readonly<Partial<Record<GroupField, readonly ValueCount[]>>>>;
  /** Only buckets that have events, oldest first. */
  countBuckets(
    organization: string,
    field: GroupField,
    bucketMs: number,
    filter: EventFilter,
  ): Promise<readonly BucketCount[]>;
  span(organization: string): Promise<TimeSpan>;
  /** For each (source, subject): the newest event of these types, by event time up to `at`. */
  latestByCell(
    organization: string,
    types: readonly string[],
    filter: Pick<EventFilter, 'source' | 'subject'>,
    at?: number,
  ): Promise<readonly CellState[]>;
  /**
   * The feed in the order in which events became visible: who has read up to a position never
   * misses a lower one. `expired` when the position is too old to be replayed.
   */
  since(position: number, limit: number): Promise<FeedStretch | 'expired'>;
  /** The position behind the newest event. */
  head(): Promise<number>;
  /** Calls back when another process may have appended; returns how to stop. */
  onRemoteAppend(wake: () => void): () => void;
  /**
   * Deletes what has expired, one short step each time it is asked to go on; says how many events
   * the step deleted, which may be none. May be left at any step. Never deletes what runs in a cell
   * of the state matrix at `now`. A deleted event is as if it had never been: its identity is free.
   */
  expire(organization: string, expiry: Expiry): AsyncGenerator<number, void, undefined>;
}

export interface RetentionStore extends LeaseStore {
  read(organization: string): Promise<RetentionSettings>;
  write(organization: string, rules: readonly RetentionRule[], at: number): Promise<void>;
  /** Who has rules. */
  organizations(): Promise<readonly string[]>;
  recordRun(organization: string, run: RetentionRun): Promise<void>;
}

export interface KeyRecord extends ApiKey {
  /** SHA-256 of the full key, hexadecimal. */
  readonly hash: string;
}

export interface KeyStore {
  insert(key: KeyRecord): Promise<void>;
  findByHash(hash: string): Promise<KeyRecord | null>;
  list(organization: string): Promise<readonly KeyRecord[]>;
  /** False when the organization has no such key; a key that is revoked already stays as it is. */
  revoke(organization: string, id: string, at: number): Promise<boolean>;
  /** Remembers the newest use of each key; older times are ignored. */
  touch(uses: ReadonlyMap<string, number>): Promise<void>;
}

export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
}

/** The one-time link by which the owner of a new organization gets in. Only its hash is kept. */
export interface SetupLink {
  readonly hash: string;
  readonly organization: string;
  readonly createdAt: number;
}

export interface OrganizationStore {
  /** False when the id is taken. */
  insert(organization: Organization): Promise<boolean>;
  find(id: string): Promise<Organization | null>;
  list(): Promise<readonly Organization[]>;
  /** False when there is no such organization. */
  rename(id: string, name: string): Promise<boolean>;
  insertSetupLink(link: SetupLink): Promise<void>;
  /** The organization of a link that was not used; else null. */
  findSetupLink(hash: string): Promise<string | null>;
  /** The organization, the first time; null for an unknown hash and for a link that was used. */
  useSetupLink(hash: string, at: number): Promise<string | null>;
}

export interface TrustStore {
  /** False when the same issuer, name (in whatever case) and environment is trusted already. */
  insert(trust: Trust): Promise<boolean>;
  /** Whose issuer this is, as long as a record that is not revoked names it; else null. */
  providerOf(issuer: string): Promise<Provider | null>;
  /** The records of an issuer with this id or this name, oldest first; revoked ones too. */
  find(issuer: string, resourceId: string, name: string): Promise<readonly Trust[]>;
  list(organization: string): Promise<readonly Trust[]>;
  /** Gives a record its resource id, unless it has one. Answers with the one that it has then. */
  pin(id: string, resourceId: string): Promise<string>;
  /** False when the organization has no such record; one that is revoked already stays as it is. */
  revoke(organization: string, id: string, at: number): Promise<boolean>;
  /** Remembers the newest use of each record; older times are ignored. */
  touch(uses: ReadonlyMap<string, number>): Promise<void>;
}

/** Append only: nothing here changes or takes back an entry. */
export interface AuditStore {
  /** Durable before it answers. */
  insert(entry: NewAuditEntry): Promise<void>;
  /** Newest first; entries of the same moment in the order in which they came, newest first. */
  page(
    organization: string,
    request: {
      readonly filter: AuditFilter;
      readonly limit: number;
      readonly after?: PagePosition | undefined;
    },
  ): Promise<{ readonly entries: readonly AuditEntry[]; readonly hasMore: boolean }>;
}

export interface ContextStore {
  latest(organization: string): Promise<ContextVersion | null>;
  find(organization: string, version: number): Promise<ContextVersion | null>;
  /** Newest first, at most `limit`. */
  history(organization: string, limit: number): Promise<readonly ContextRevision[]>;
  /** False when the organization has that version already: of several writers, one gets it. */
  insert(organization: string, version: ContextVersion): Promise<boolean>;
}

export interface Store {
  /** For logs and documents: `sqlite` or `mongodb`. */
  readonly kind: 'sqlite' | 'mongodb';
  readonly events: EventStore;
  readonly keys: KeyStore;
  readonly organizations: OrganizationStore;
  readonly trusts: TrustStore;
  readonly audit: AuditStore;
  readonly contexts: ContextStore;
  readonly people: PersonStore;
  readonly sessions: SessionStore;
  readonly identities: IdentityStore;
  readonly secondFactors: SecondFactorStore;
  readonly secrets: SecretStore;
  readonly links: LinkStore;
  readonly attempts: AttemptStore;
  readonly retention: RetentionStore;
  readonly metrics: MetricStore;
  readonly integrations: IntegrationStore;
  readonly views: ViewStore;
  readonly oauthClients: OAuthClientStore;
  readonly connections: ConnectionStore;
  readonly oauthTokens: OAuthTokenStore;
  readonly providers: ProviderStore;
  ping(): Promise<void>;
  close(): Promise<void>;
}
