/** The questions that the dashboard asks of the server. Errors are values, nothing is thrown. */
import type { StoredEvent } from '../backend/model/event.ts';
import type { Scope } from '../backend/model/key.ts';
import type { Person } from '../backend/model/person.ts';
import {
  type Bucket,
  GROUP_FIELDS,
  type GroupField,
  PAGE_LIMIT,
  STATE_TYPES,
} from '../backend/model/query.ts';
import { type ApiResult, type Envelope, request } from './requests.ts';
import { clearField, type EventReference, toApiParameters, type ViewState } from './url-state.ts';

export interface Account {
  readonly organization: { readonly id: string; readonly name: string };
  readonly scope: Scope;
  /** Null: an API key, which is nobody. */
  readonly person: Person | null;
}

/** Where older events are read on. */
export interface Continuation {
  /** The end of the range that is being read: a cursor only fits the query that it came from. */
  readonly to: string;
  /** Null: from the end of the range. */
  readonly cursor: string | null;
}

/** Where newer events are read on: oldest first, from behind those that are known. */
export interface UpwardContinuation {
  /** The start of the range that is being read. */
  readonly from: string;
  readonly cursor: string | null;
}

/** What comes before a list. */
export interface NewerPage {
  /** Newest first. */
  readonly events: readonly StoredEvent[];
  /** Null when the newest event is among them. */
  readonly newer: UpwardContinuation | null;
}

export interface EventPage {
  readonly events: readonly StoredEvent[];
  /** Null when the oldest event is among them. */
  readonly next: Continuation | null;
}

export interface ValueCount {
  /** Null: events without the field. */
  readonly value: string | null;
  readonly count: number;
}

export type FacetValues = Readonly<Record<GroupField, readonly ValueCount[]>>;

export interface HistogramBucket {
  readonly start: string;
  readonly count: number;
  readonly values: readonly ValueCount[];
}

export interface Summary {
  readonly from: string | null;
  readonly to: string | null;
  readonly bucket: Bucket;
  readonly total: number;
  /** Oldest first; buckets without events are left out. */
  readonly histogram: readonly HistogramBucket[];
}

export interface ChangesRange {
  /** Empty for now. */
  readonly to: string;
  readonly subjects: readonly string[];
}

/** What ran where. */
export interface StateAnswer {
  /** ms. */
  readonly moment: number;
  /** One for each cell. */
  readonly events: readonly StoredEvent[];
}

export interface Api {
  /** Who is signed in, by key or by cookie. */
  me(): Promise<ApiResult<Account>>;
  /** Newest first, from the beginning or from where the list ended. */
  events(view: ViewState, signal: AbortSignal, from?: Continuation): Promise<ApiResult<EventPage>>;
  /** Newest first: what changed versions up to a moment, in these environments or in all. */
  changes(
    range: ChangesRange,
    signal: AbortSignal,
    cursor: string | null,
  ): Promise<ApiResult<EventPage>>;
  /** `at` as in an address; empty for now. */
  state(at: string, signal: AbortSignal): Promise<ApiResult<StateAnswer>>;
  /** What is newer than where the list begins. */
  newer(
    view: ViewState,
    signal: AbortSignal,
    from: UpwardContinuation,
  ): Promise<ApiResult<NewerPage>>;
  /** Null where there is no such event. */
  event(reference: EventReference): Promise<ApiResult<StoredEvent | null>>;
  summary(view: ViewState, signal: AbortSignal): Promise<ApiResult<Summary>>;
  /** The counts of a field leave its own filter aside: they say what choosing a value would do. */
  facets(view: ViewState, signal: AbortSignal): Promise<ApiResult<FacetValues>>;
}

const EVENTS = '/api/v1/events';

/** The members' names in the answer of `/facets`. */
const FACET_MEMBERS = {
  type: 'types',
  source: 'sources',
  subject: 'subjects',
  severity: 'severities',
} as const satisfies Record<GroupField, string>;

/** `key` undefined: the cookie of a session says who asks. */
export function createApi(key: string | undefined): Api {
  const facetsOf = async (parameters: URLSearchParams, signal: AbortSignal) =>
    data<Record<string, readonly ValueCount[]>>(
      await request({ path: `${EVENTS}/facets`, key, parameters, signal }),
    );
  return {
    me: async () => data<Account>(await request({ path: '/api/v1/me', key })),
    events: async (view, signal, from = { to: view.to, cursor: null }) => {
      const parameters = toApiParameters({ ...view, to: from.to });
      parameters.set('limit', String(PAGE_LIMIT.max));
      if (from.cursor !== null) parameters.set('cursor', from.cursor);
      const answer = await request({ path: EVENTS, key, parameters, signal });
      return map(answer, (envelope) => toPage(envelope, from.to));
    },
    changes: async ({ to, subjects }, signal, cursor) => {
      const parameters = new URLSearchParams({ limit: String(PAGE_LIMIT.max) });
      for (const type of STATE_TYPES) parameters.append('type', type);
      for (const subject of subjects) parameters.append('subject', subject);
      if (to !== '') parameters.set('to', to);
      if (cursor !== null) parameters.set('cursor', cursor);
      const answer = await request({ path: EVENTS, key, parameters, signal });
      return map(answer, (envelope) => toPage(envelope, to));
    },
    state: async (at, signal) => {
      const parameters = new URLSearchParams(at === '' ? {} : { at });
      const answer = await request({ path: '/api/v1/state', key, parameters, signal });
      return map(answer, ({ data: cells, at: moment }) => ({
        moment: Date.parse(String(moment)),
        events: (cells as readonly { readonly event: StoredEvent }[]).map(({ event }) => event),
      }));
    },
    newer: async (view, signal, { from, cursor }) => {
      const parameters = toApiParameters({ ...view, from });
      parameters.set('limit', String(PAGE_LIMIT.max));
      parameters.set('order', 'asc');
      if (cursor !== null) parameters.set('cursor', cursor);
      const answer = await request({ path: EVENTS, key, parameters, signal });
      return map(answer, (envelope) => {
        const { events, next } = toPage(envelope, '');
        return {
          events: events.toReversed(),
          newer: next === null ? null : { from, cursor: next.cursor },
        };
      });
    },
    // Not by its path: ids may hold what addresses cannot.
    event: async ({ id, source }) => {
      const parameters = new URLSearchParams({ id, limit: '1' });
      if (source !== null) parameters.set('source', source);
      const answer = await request({ path: EVENTS, key, parameters });
      return map(answer, (envelope) => toPage(envelope, '').events[0] ?? null);
    },
    summary: async (view, signal) => {
      const parameters = toApiParameters(view);
      parameters.set('by', 'severity');
      return data<Summary>(await request({ path: `${EVENTS}/summary`, key, parameters, signal }));
    },
    facets: (view, signal) => readFacets(view, (parameters) => facetsOf(parameters, signal)),
  };
}

type FacetAnswer = ApiResult<Record<string, readonly ValueCount[]>>;

/** One request for the fields without a filter, and one for each that has its own. */
async function readFacets(
  view: ViewState,
  ask: (parameters: URLSearchParams) => Promise<FacetAnswer>,
): Promise<ApiResult<FacetValues>> {
  const asked = new Map<string, Promise<FacetAnswer>>();
  const answers = GROUP_FIELDS.map((field) => {
    const parameters = toApiParameters(clearField(view, field));
    const answer = asked.get(String(parameters)) ?? ask(parameters);
    asked.set(String(parameters), answer);
    return answer;
  });
  const values: Partial<Record<GroupField, readonly ValueCount[]>> = {};
  for (const [index, answer] of (await Promise.all(answers)).entries()) {
    const field = GROUP_FIELDS[index];
    if (!answer.ok) return answer;
    if (field !== undefined) values[field] = answer.value[FACET_MEMBERS[field]] ?? [];
  }
  const { type = [], source = [], subject = [], severity = [] } = values;
  return { ok: true, value: { type, source, subject, severity } };
}

function toPage({ data: events, page }: Envelope, to: string): EventPage {
  const { nextCursor } = page as { nextCursor: string | null };
  return {
    events: events as readonly StoredEvent[],
    next: nextCursor === null ? null : { to, cursor: nextCursor },
  };
}

/** What the envelope holds. */
export function data<Value>(result: ApiResult<Envelope>): ApiResult<Value> {
  return map(result, (envelope) => envelope['data'] as Value);
}

function map<From, To>(result: ApiResult<From>, change: (value: From) => To): ApiResult<To> {
  return result.ok ? { ok: true, value: change(result.value) } : result;
}
