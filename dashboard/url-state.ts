/** What is shown, as the query string says it: the whole state of a view is its address. */
import { SEVERITIES, type Severity, type StoredEvent } from '../backend/model/event.ts';
import { eventLinkParameters, TIMELINE_PATH } from '../backend/model/links.ts';
import type { EventFilter } from '../backend/model/query.ts';
import { isTimeZone, parseQueryTime } from '../backend/model/time.ts';

/** The fields that hold lists of exact values, in the order of the address. */
export const LIST_FIELDS = ['severity', 'type', 'subject', 'source', 'version'] as const;
export type ListField = (typeof LIST_FIELDS)[number];

/** What stands in front of a field that is left out. */
const NOT = 'not.';

/** Names one event; ids are unique within a source only. */
export interface EventReference {
  readonly id: string;
  /** Null in addresses that somebody wrote by hand. */
  readonly source: string | null;
}

/** Exact values by field; those of one field are alternatives. */
export interface ValueLists {
  readonly severity: readonly Severity[];
  readonly type: readonly string[];
  readonly subject: readonly string[];
  readonly source: readonly string[];
  readonly version: readonly string[];
}

export interface ViewState extends ValueLists {
  /** What is left out. */
  readonly not: ValueLists;
  /** Empty when nothing is searched for. */
  readonly search: string;
  /** A preset such as `-24h`, an ISO 8601 time with an offset, or empty for an open end. */
  readonly from: string;
  readonly to: string;
  /** An IANA time zone that the link brings along; empty: the reader's choice. */
  readonly zone: string;
  /** Runs of alike events stand as one row each. */
  readonly areBurstsGrouped: boolean;
  /** The event whose details are open. */
  readonly event: EventReference | null;
}

export const NO_VALUES: ValueLists = {
  severity: [],
  type: [],
  subject: [],
  source: [],
  version: [],
};

export const EMPTY_VIEW: ViewState = {
  ...NO_VALUES,
  not: NO_VALUES,
  search: '',
  from: '',
  to: '',
  zone: '',
  areBurstsGrouped: true,
  event: null,
};

export interface RangePreset {
  readonly from: string;
  readonly label: string;
  readonly name: string;
}

export const RANGE_PRESETS: readonly RangePreset[] = [
  { from: '-1h', label: '1h', name: 'last hour' },
  { from: '-6h', label: '6h', name: 'last 6 hours' },
  { from: '-24h', label: '24h', name: 'last 24 hours' },
  { from: '-7d', label: '7d', name: 'last 7 days' },
  { from: '-30d', label: '30d', name: 'last 30 days' },
  { from: '', label: 'All', name: 'all time' },
];

/** Reads a query string; what it does not know or cannot use is left out. `now` in ms. */
export function readViewState(parameters: URLSearchParams, now: number): ViewState {
  const zone = parameters.get('tz') ?? '';
  return {
    ...readLists(parameters, ''),
    not: readLists(parameters, NOT),
    search: parameters.get('search') ?? '',
    zone: isTimeZone(zone) ? zone : '',
    areBurstsGrouped: parameters.get('bursts') !== 'off',
    ...readRange(parameters.get('from') ?? '', parameters.get('to') ?? '', now),
    event: readReference(parameters),
  };
}

/** The event whose details are open, which every view names alike. */
export function readReference(parameters: URLSearchParams): EventReference | null {
  const id = parameters.get('event') ?? '';
  return id === '' ? null : { id, source: parameters.get('eventSource') || null };
}

/** The same query with another event open, or none. */
export function withReference(
  parameters: URLSearchParams,
  event: EventReference | null,
): URLSearchParams {
  const next = new URLSearchParams(parameters);
  next.delete('event');
  next.delete('eventSource');
  if (event === null) return next;
  const link = eventLinkParameters(event.id, event.source);
  for (const [name, value] of Object.entries(link)) next.set(name, value);
  return next;
}

/** With its question mark; empty for no parameters. */
export function toQuery(parameters: URLSearchParams): string {
  return parameters.size === 0 ? '' : `?${parameters}`;
}

/** The query string of a view, with its question mark; empty for the plain view. */
export function writeViewState(view: ViewState): string {
  return toQuery(withReference(toViewParameters(view), view.event));
}

/** The address of the timeline when it shows the view. */
export function timelineAddress(view: ViewState): string {
  return `${TIMELINE_PATH}${writeViewState(view)}`;
}

/** The filter, and how it is shown. */
function toViewParameters(view: ViewState): URLSearchParams {
  const parameters = toApiParameters(view);
  if (view.zone !== '') parameters.set('tz', view.zone);
  if (!view.areBurstsGrouped) parameters.set('bursts', 'off');
  return parameters;
}

/** The filter as the API takes it: on purpose the same words as in the address. */
export function toApiParameters(view: ViewState): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const field of LIST_FIELDS) {
    for (const value of view[field]) parameters.append(field, value);
    for (const value of view.not[field]) parameters.append(NOT + field, value);
  }
  for (const field of ['search', 'from', 'to'] as const) {
    if (view[field] !== '') parameters.set(field, view[field]);
  }
  return parameters;
}

/** The filter as the model takes it; relative times count from `now`, ms. */
export function toEventFilter(view: ViewState, now: number): EventFilter {
  return {
    ...toLists(view),
    not: toLists(view.not),
    search: view.search === '' ? undefined : view.search,
    from: readTime(view.from, 'start', now),
    to: readTime(view.to, 'end', now),
  };
}

/** Adds the value to what is wanted, or takes it away. It is not left out any more. */
export function toggleValue(view: ViewState, field: ListField, value: string): ViewState {
  const not = { ...view.not, [field]: without(view.not[field], value) };
  return { ...view, not, [field]: toggle(view[field], value) };
}

/** Leaves the value out, or lets it in again. It is not asked for any more. */
export function excludeValue(view: ViewState, field: ListField, value: string): ViewState {
  const not = { ...view.not, [field]: toggle(view.not[field], value) };
  return { ...view, not, [field]: without(view[field], value) };
}

function toggle(values: readonly string[], value: string): readonly string[] {
  return values.includes(value) ? without(values, value) : [...values, value];
}

function without(values: readonly string[], value: string): readonly string[] {
  return values.filter((one) => one !== value);
}

export function clearField(view: ViewState, field: ListField): ViewState {
  return { ...view, [field]: [], not: { ...view.not, [field]: [] } };
}

/** Everything goes that narrows the list. */
export function clearFilters({ event, zone, areBurstsGrouped }: ViewState): ViewState {
  return { ...EMPTY_VIEW, event, zone, areBurstsGrouped };
}

export function isFiltered(view: ViewState): boolean {
  return toApiParameters(view).size > 0;
}

/** How far a preset reaches back; undefined for ranges of one's own. */
export function presetOf({ from, to }: Pick<ViewState, 'from' | 'to'>): RangePreset | undefined {
  return to === '' ? RANGE_PRESETS.find((preset) => preset.from === from) : undefined;
}

export function referenceTo(event: StoredEvent): EventReference {
  return { id: event.id, source: event.source };
}

/** The address of one event and nothing else, to hand on. */
export function permalink(origin: string, event: EventReference): string {
  return `${origin}${timelineAddress({ ...EMPTY_VIEW, event })}`;
}

export function isSameReference(one: EventReference | null, other: EventReference | null): boolean {
  return one?.id === other?.id && (one?.source ?? null) === (other?.source ?? null);
}

function readRange(from: string, to: string, now: number): Pick<ViewState, 'from' | 'to'> {
  const start = readTime(from, 'start', now);
  const end = readTime(to, 'end', now);
  if (start !== undefined && end !== undefined && start > end) return { from: '', to: '' };
  return { from: start === undefined ? '' : from, to: end === undefined ? '' : to };
}

function readTime(text: string, edge: 'start' | 'end', now: number): number | undefined {
  if (text === '') return undefined;
  const time = parseQueryTime(text, { now, edge });
  return time.kind === 'at' ? time.ms : undefined;
}

function readLists(parameters: URLSearchParams, prefix: string): ValueLists {
  const list = (name: ListField) => unique(parameters.getAll(prefix + name));
  return {
    severity: list('severity').filter(isSeverity),
    type: list('type'),
    subject: list('subject'),
    source: list('source'),
    version: list('version'),
  };
}

/** Empty lists ask for nothing. */
function toLists(lists: ValueLists) {
  const list = <Value>(values: readonly Value[]) => (values.length === 0 ? undefined : values);
  return {
    severity: list(lists.severity),
    type: list(lists.type),
    subject: list(lists.subject),
    source: list(lists.source),
    version: list(lists.version),
  };
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)].filter((value) => value !== '');
}

export function isSeverity(value: string): value is Severity {
  return (SEVERITIES as readonly string[]).includes(value);
}
