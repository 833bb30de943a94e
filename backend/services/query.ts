import { invalidField, notFound } from '../errors.ts';
import type { TimelineEvent } from '../model/event.ts';
import {
  BUCKET_MS,
  BUCKETS,
  type Bucket,
  type EventFilter,
  GROUP_FIELDS,
  type GroupField,
  type Order,
  STATE_TYPES,
} from '../model/query.ts';
import type { BucketCount, CellState, EventStore, ValueCount } from '../store/port.ts';
import { decodeCursor, encodeCursor, queryFingerprint } from './cursor.ts';
import { type FilterRequest, toFilter, toMoment } from './range.ts';

export interface ListRequest extends FilterRequest {
  readonly order: Order;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface EventList {
  readonly events: readonly TimelineEvent[];
  readonly nextCursor: string | null;
  /** The range that was used, ms; undefined where it is open. */
  readonly range: Pick<EventFilter, 'from' | 'to'>;
}

export interface SummaryRequest extends FilterRequest {
  readonly by: GroupField;
  readonly bucket: Bucket | 'auto';
}

export interface Summary {
  /** ms; null when there is no event and no range was given. */
  readonly range: { readonly from: number; readonly to: number } | null;
  readonly by: GroupField;
  readonly bucket: Bucket;
  readonly total: number;
  readonly counts: readonly ValueCount[];
  /** Buckets with events, oldest first. */
  readonly histogram: readonly BucketCount[];
}

export type Facets = Readonly<Record<GroupField, readonly ValueCount[]>>;

export interface StateRequest {
  readonly source?: readonly string[] | undefined;
  readonly subject?: readonly string[] | undefined;
  readonly at?: string | undefined;
  readonly timezone?: string | undefined;
}

export interface State {
  /** ms. */
  readonly at: number;
  readonly cells: readonly CellState[];
}

/** What can be asked of the timeline. All doors ask here, so they cannot disagree. */
export interface Query {
  list(organization: string, request: ListRequest): Promise<EventList>;
  /** One event. Rejects with NOT_FOUND, and asks for `source` where several share the id. */
  get(organization: string, id: string, source?: string): Promise<TimelineEvent>;
  summary(organization: string, request: SummaryRequest): Promise<Summary>;
  /** How many events match; far cheaper than a summary for a long history. */
  count(organization: string, request: FilterRequest): Promise<number>;
  facets(organization: string, request: FilterRequest): Promise<Facets>;
  /** Everything that matches, in pages; holds one page in memory at a time. */
  export(
    organization: string,
    request: FilterRequest & { readonly order: Order },
  ): AsyncGenerator<readonly TimelineEvent[]>;
  /** Which version runs where: the newest deployment, release or rollback by event time. */
  state(organization: string, request: StateRequest): Promise<State>;
}

const EXPORT_PAGE = 500;
/** More buckets than this are not asked for on purpose; `auto` stays far below. */
const MAX_BUCKETS = 10_000;
/** `auto` takes the first bucket that cuts the range into this many at the most. */
const AUTO_BUCKETS = 250;
const MAX_SOURCES_NAMED = 5;

export interface QueryDependencies {
  readonly events: EventStore;
  readonly clock: () => number;
}

export function createQuery({ events, clock }: QueryDependencies): Query {
  return {
    list: async (organization, request) => {
      const { order, limit } = request;
      const fingerprint = queryFingerprint(organization, request, order);
      const cursor =
        request.cursor === undefined ? undefined : decodeCursor(request.cursor, fingerprint);
      const resolved = toFilter(request, clock());
      const filter =
        cursor === undefined ? resolved : { ...resolved, from: cursor.from, to: cursor.to };
      const page = await events.page(organization, { filter, order, limit, after: cursor });
      const last = page.events.at(-1);
      const nextCursor =
        page.hasMore && last !== undefined
          ? encodeCursor(
              { time: last.time, receipt: last.receipt, from: filter.from, to: filter.to },
              fingerprint,
            )
          : null;
      return { events: page.events, nextCursor, range: { from: filter.from, to: filter.to } };
    },
    get: async (organization, id, source) => {
      const found = await events.withId(organization, id, source, MAX_SOURCES_NAMED);
      const [event, other] = found;
      if (event === undefined) throw notFound(`event: there is no event with the id ${id}`);
      if (other !== undefined) {
        const sources = found.map((one) => one.source).join(', ');
        throw invalidField('source', `is required, several events have the id ${id}: ${sources}`);
      }
      return event;
    },
    summary: (organization, request) => summarize(events, organization, request, clock()),
    count: async (organization, request) => {
      // Stores keep totals of days; the days that the range cuts are all they have to read.
      const filter = toFilter(request, clock());
      const days = await events.countBuckets(organization, 'type', BUCKET_MS['1d'], filter);
      return days.reduce((sum, { count }) => sum + count, 0);
    },
    facets: async (organization, request) => {
      const counts = await events.countValues(
        organization,
        GROUP_FIELDS,
        toFilter(request, clock()),
      );
      return {
        type: counts.type ?? [],
        source: counts.source ?? [],
        subject: counts.subject ?? [],
        severity: counts.severity ?? [],
      };
    },
    export: (organization, { order, ...request }) =>
      exportPages(events, organization, toFilter(request, clock()), order),
    state: async (organization, { at, timezone, source, subject }) => {
      const now = clock();
      const moment = toMoment('at', at ?? 'now', timezone, now);
      const cells = await events.latestByCell(
        organization,
        STATE_TYPES,
        { source, subject },
        moment,
      );
      return { at: moment, cells };
    },
  };
}

async function* exportPages(
  events: EventStore,
  organization: string,
  filter: EventFilter,
  order: Order,
): AsyncGenerator<readonly TimelineEvent[]> {
  let after: { time: number; receipt: string } | undefined;
  for (;;) {
    const page = await events.page(organization, { filter, order, limit: EXPORT_PAGE, after });
    yield page.events;
    const last = page.events.at(-1);
    if (!page.hasMore || last === undefined) return;
    after = { time: last.time, receipt: last.receipt };
  }
}

async function summarize(
  events: EventStore,
  organization: string,
  request: SummaryRequest,
  now: number,
): Promise<Summary> {
  const { by } = request;
  const filter = toFilter(request, now);
  const range = await rangeOf(events, organization, filter);
  const bucket = request.bucket === 'auto' ? autoBucket(range) : request.bucket;
  if (range === null) return { range, by, bucket, total: 0, counts: [], histogram: [] };
  checkBuckets(range, bucket);
  const [values, histogram] = await Promise.all([
    events.countValues(organization, [by], filter),
    events.countBuckets(organization, by, BUCKET_MS[bucket], filter),
  ]);
  const counts = values[by] ?? [];
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return { range, by, bucket, total, counts, histogram };
}

async function rangeOf(events: EventStore, organization: string, { from, to }: EventFilter) {
  if (from !== undefined && to !== undefined) return { from, to };
  const span = await events.span(organization);
  if (span === null) return null;
  const start = from ?? Math.min(span.first, to ?? span.first);
  return { from: start, to: to ?? Math.max(span.last, start) };
}

type Range = { readonly from: number; readonly to: number };

function autoBucket(range: Range | null): Bucket {
  if (range === null) return '1h';
  const fits = (bucket: Bucket) => (range.to - range.from) / BUCKET_MS[bucket] <= AUTO_BUCKETS;
  return BUCKETS.find(fits) ?? '1d';
}

function checkBuckets(range: Range, bucket: Bucket): void {
  const count = Math.ceil((range.to - range.from) / BUCKET_MS[bucket]);
  if (count <= MAX_BUCKETS || bucket === '1d') return;
  throw invalidField(
    'bucket',
    `${bucket} cuts the range into ${count} buckets, use auto or a longer one`,
  );
}
