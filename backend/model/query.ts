import type { Severity, TimelineEvent } from './event.ts';

/** Values within one field are alternatives; fields narrow each other. Times in ms, inclusive. */
export interface EventFilter {
  readonly type?: readonly string[] | undefined;
  readonly source?: readonly string[] | undefined;
  readonly subject?: readonly string[] | undefined;
  readonly severity?: readonly Severity[] | undefined;
  readonly version?: readonly string[] | undefined;
  readonly id?: readonly string[] | undefined;
  /** Case-insensitive substring of type, version or source. */
  readonly search?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** What no event may be; one without the field is never excluded by it. */
  readonly not?: Exclusion | undefined;
}

/** The fields whose exact values can be excluded. */
export const EXCLUDED_FIELDS = ['type', 'source', 'subject', 'severity', 'version'] as const;
export type ExcludedField = (typeof EXCLUDED_FIELDS)[number];
export type Exclusion = { readonly [Field in ExcludedField]?: EventFilter[Field] };

/** The fields whose exact values a filter lists. */
export const FILTER_FIELDS = ['type', 'source', 'subject', 'severity', 'version', 'id'] as const;
/** The fields that `search` looks at. */
export const SEARCH_FIELDS = ['type', 'version', 'source'] as const;
/** The fields whose distinct values are few enough to be listed and grouped by. */
export const GROUP_FIELDS = ['type', 'source', 'subject', 'severity'] as const;
export type GroupField = (typeof GROUP_FIELDS)[number];

export type Order = 'asc' | 'desc';

/** Where a page ended: the next one starts strictly behind it. */
export interface PagePosition {
  /** ms since the Unix epoch. */
  readonly time: number;
  readonly receipt: string;
}

export const PAGE_LIMIT = { min: 1, max: 100, default: 25 } as const;

export const BUCKETS = ['1m', '5m', '1h', '1d'] as const;
export type Bucket = (typeof BUCKETS)[number];
export const BUCKET_MS: Readonly<Record<Bucket, number>> = {
  '1m': 60_000,
  '5m': 300_000,
  '1h': 3_600_000,
  '1d': 86_400_000,
};

/** Types that say which version runs in a cell of the state matrix. */
export const STATE_TYPES = ['deployment', 'release', 'rollback'] as const;

/**
 * The form in which search compares text. Lower case first, then upper case: so that ß, ẞ and SS
 * meet, and the two small sigmas too. Idempotent.
 */
export function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase();
}

/** The filter's meaning, for one event: stores must agree with it, live feeds use it as it is. */
export function matches(event: TimelineEvent, filter: EventFilter): boolean {
  for (const field of FILTER_FIELDS) {
    const wanted: readonly (string | null)[] | undefined = filter[field];
    if (wanted !== undefined && !wanted.includes(event[field])) return false;
  }
  if (filter.not !== undefined && isExcluded(event, filter.not)) return false;
  if (filter.from !== undefined && event.time < filter.from) return false;
  if (filter.to !== undefined && event.time > filter.to) return false;
  return filter.search === undefined || matchesSearch(event, foldCase(filter.search));
}

function isExcluded(event: TimelineEvent, not: Exclusion): boolean {
  return EXCLUDED_FIELDS.some((field) => {
    const unwanted: readonly (string | null)[] = not[field] ?? [];
    return unwanted.includes(event[field]);
  });
}

function matchesSearch(event: TimelineEvent, folded: string): boolean {
  return SEARCH_FIELDS.some((field) => {
    const value = event[field];
    return value !== null && foldCase(value).includes(folded);
  });
}
