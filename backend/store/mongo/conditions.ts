import type { Filter } from 'mongodb';
import { type EventFilter, type ExcludedField, foldCase, GROUP_FIELDS } from '../../model/query.ts';
import { hasLabels } from '../filters.ts';
import type { Collections, EventDocument, SeriesDocument } from './documents.ts';
import { guard } from './errors.ts';
import { LAST_PLACE, LAST_RECEIPT, placeOf } from './places.ts';
import { literally, matchingVersions } from './search.ts';

/** Up to this many index entries are merged in order by the server; beyond it reads the timeline. */
const MERGED_SERIES = 200;

/** The labels that a filter names, over events as well as series. */
function labelFilter(organization: string, filter: EventFilter): Record<string, unknown> {
  const condition: Record<string, unknown> = { organization };
  for (const label of GROUP_FIELDS) {
    const values = valuesOf(filter, label);
    if (values !== undefined) condition[label] = values;
  }
  return condition;
}

/** What one field may be; undefined where that is anything. Null is in no list of unwanted values. */
function valuesOf({ not, ...filter }: EventFilter, field: ExcludedField): unknown {
  const wanted: readonly string[] | undefined = filter[field];
  const unwanted: readonly string[] | undefined = not?.[field];
  if (wanted === undefined) return unwanted === undefined ? undefined : { $nin: [...unwanted] };
  const left = wanted.filter((value) => !unwanted?.includes(value));
  return left.length === 1 ? left[0] : { $in: left };
}

/** The series that the filter's labels (and its search, by type or source) take whole. */
export async function matchingSeries(
  { series }: Collections,
  organization: string,
  filter: EventFilter,
): Promise<SeriesDocument[]> {
  const condition = labelFilter(organization, filter) as Filter<SeriesDocument>;
  if (filter.search !== undefined) {
    const pattern = { $regex: literally(foldCase(filter.search)) };
    condition.$or = [{ foldedType: pattern }, { foldedSource: pattern }];
  }
  return guard(() => series.find(condition).toArray());
}

/** Everything a filter asks of one event; undefined when nothing can match. */
export async function eventFilter(
  collections: Collections,
  organization: string,
  filter: EventFilter,
): Promise<Filter<EventDocument> | undefined> {
  const condition = labelFilter(organization, filter);
  condition['place'] = placeRange(filter);
  if (filter.id !== undefined) condition['id'] = { $in: [...filter.id] };
  const versions = valuesOf(filter, 'version');
  if (versions !== undefined) condition['version'] = versions;
  if (filter.search !== undefined) {
    const alternatives = await searchAlternatives(collections, organization, filter, filter.search);
    if (alternatives.length === 0) return undefined;
    condition['$or'] = alternatives;
    return condition as Filter<EventDocument>;
  }
  const isRare = hasLabels(filter) && filter.id === undefined && filter.version === undefined;
  if (isRare) {
    const found = await guard(() =>
      collections.series
        .find(labelFilter(organization, filter) as Filter<SeriesDocument>)
        .project<{ _id: string }>({ _id: 1 })
        .limit(MERGED_SERIES + 1)
        .toArray(),
    );
    if (found.length === 0) return undefined;
    if (found.length <= MERGED_SERIES) condition['series'] = { $in: found.map(({ _id }) => _id) };
  }
  return condition as Filter<EventDocument>;
}

async function searchAlternatives(
  collections: Collections,
  organization: string,
  filter: EventFilter,
  search: string,
): Promise<Filter<EventDocument>[]> {
  const [series, versions] = await Promise.all([
    matchingSeries(collections, organization, filter),
    matchingVersions(collections, organization, search),
  ]);
  const alternatives: Filter<EventDocument>[] = [];
  if (series.length > 0) alternatives.push({ series: { $in: series.map(({ _id }) => _id) } });
  if (versions === undefined) {
    alternatives.push({ foldedVersion: { $regex: literally(foldCase(search)) } });
  } else if (versions.length > 0) {
    alternatives.push({ organization, version: { $in: [...versions] } });
  }
  return alternatives;
}

/** The range as texts that sort: a place behind the first is in it, one behind the last is not. */
function placeRange({ from, to }: EventFilter): { $gte: string; $lte: string } {
  return {
    $gte: from === undefined ? '' : placeOf(from, ''),
    $lte: to === undefined ? LAST_PLACE : placeOf(to, LAST_RECEIPT),
  };
}
