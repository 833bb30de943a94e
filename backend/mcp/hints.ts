/** What to say instead of an empty list: why it is empty, and what would not be. */
import { distance } from 'fastest-levenshtein';
import { foldCase, type GroupField } from '../model/query.ts';
import type { Facets } from '../services/query.ts';
import type { FilterRequest } from '../services/range.ts';
import type { ValueCount } from '../store/port.ts';
import { type Range, toTime, toUtc } from './output.ts';
import { clip, quote } from './text.ts';
import type { ToolContext } from './tool.ts';

const NAMED_FIELDS = ['type', 'source', 'subject'] as const satisfies readonly GroupField[];
const SUGGESTIONS = 3;
/** Changed letters, of ten, up to which a value counts as near. */
const NEAR = 4;

/** The oldest and newest event time (ms) and how many events there are; null when there are none. */
export function spanOf(facets: Facets) {
  // Every event has a type, so the types tell about all events.
  const [first] = facets.type;
  if (first === undefined) return null;
  return {
    first: Math.min(...facets.type.map((one) => one.firstSeen)),
    last: Math.max(...facets.type.map((one) => one.lastSeen)),
    count: facets.type.reduce((sum, one) => sum + one.count, 0),
  };
}

/** For a query that found nothing. */
export async function emptyHints(
  context: ToolContext,
  request: FilterRequest,
  range: Range,
): Promise<string[]> {
  const { query, principal } = context;
  const facets = await query.facets(principal.organization, {});
  const span = spanOf(facets);
  if (span === null) return ['The timeline is empty: no event has been recorded yet.'];
  const unknown = NAMED_FIELDS.flatMap((field) => unknownValues(field, request, facets));
  const isHopeless = NAMED_FIELDS.some((field) => {
    const wanted = request[field];
    return wanted !== undefined && !wanted.some((value) => isKnown(facets[field], value));
  });
  const nearest = isHopeless ? [] : await nearestHints(context, request, range);
  return [
    ...unknown,
    ...nearest,
    `The timeline reaches from ${toTime(span.first, request.timezone)} to ${toTime(span.last, request.timezone)} (${span.count} events).`,
  ];
}

/** What was probably meant by names that no event has; for any question that found nothing. */
export async function unknownNameHints(
  { query, principal }: ToolContext,
  request: Pick<FilterRequest, (typeof NAMED_FIELDS)[number]>,
): Promise<string[]> {
  if (NAMED_FIELDS.every((field) => request[field] === undefined)) return [];
  const facets = await query.facets(principal.organization, {});
  return NAMED_FIELDS.flatMap((field) => unknownValues(field, request, facets));
}

function unknownValues(
  field: (typeof NAMED_FIELDS)[number],
  request: FilterRequest,
  facets: Facets,
): string[] {
  const known = facets[field];
  return (request[field] ?? [])
    .filter((value) => !isKnown(known, value))
    .slice(0, SUGGESTIONS)
    .map((value) => {
      const near = closestValues(value, known);
      const meant =
        near.length > 0
          ? `did you mean ${near.map(quote).join(' or ')}?`
          : `the most frequent are ${topValues(known)}; list_event_${field}s has all.`;
      return `No event has the ${field} ${quote(value)}; ${meant}`;
    });
}

function isKnown(known: readonly ValueCount[], value: string): boolean {
  return known.some((one) => one.value === value);
}

/** Values that hold the wanted one, or that differ from it by few letters; nearest first. */
function closestValues(wanted: string, known: readonly ValueCount[]): string[] {
  const folded = foldCase(clip(wanted, 100));
  return known
    .flatMap(({ value }) => {
      if (value === null) return [];
      const other = foldCase(clip(value, 100));
      const isPart = other.includes(folded) || folded.includes(other);
      const far = (10 * distance(folded, other)) / Math.max(folded.length, other.length);
      return isPart || far <= NEAR ? [{ value, far: isPart ? far / 10 : far }] : [];
    })
    .sort((one, other) => one.far - other.far)
    .slice(0, SUGGESTIONS)
    .map(({ value }) => value);
}

function topValues(known: readonly ValueCount[]): string {
  const values = known.flatMap(({ value }) => (value === null ? [] : [quote(value)]));
  return values.slice(0, 2 * SUGGESTIONS).join(', ') || 'none, no event has one';
}

/** Where the same filters would find something, on either side of the range. */
async function nearestHints(
  { query, principal }: ToolContext,
  request: FilterRequest,
  { from, to }: Range,
): Promise<string[]> {
  const { timezone, from: _from, to: _to, ...fields } = request;
  const before = toUtc(from === undefined ? undefined : from - 1);
  const after = toUtc(to === undefined ? undefined : to + 1);
  const find = async (side: 'before' | 'after', bound: Pick<FilterRequest, 'from' | 'to'>) => {
    const order = side === 'before' ? 'desc' : 'asc';
    const list = await query.list(principal.organization, { ...fields, ...bound, order, limit: 1 });
    return list.events.map(
      (event) =>
        `The nearest match ${side} the range is at ${toTime(event.time, timezone)} (id ${quote(event.id)}); widen ${side === 'before' ? 'from' : 'to'}.`,
    );
  };
  const nearest = [
    ...(before === undefined ? [] : await find('before', { to: before })),
    ...(after === undefined ? [] : await find('after', { from: after })),
  ];
  if (nearest.length > 0) return nearest;
  const search =
    request.search === undefined ? '' : ' search looks into type, version and source only.';
  return [`No event at any time matches all filters together; drop some.${search}`];
}
