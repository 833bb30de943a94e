/** What a filter asks, for stores that keep totals by label: which of them can answer it. */
import { type EventFilter, GROUP_FIELDS } from '../model/query.ts';

/** Whether the labels of an event decide, apart from its time. */
export function isAboutLabels(filter: EventFilter): boolean {
  return isOfAnyVersion(filter) && filter.id === undefined && filter.search === undefined;
}

function isOfAnyVersion({ version, not }: EventFilter): boolean {
  return version === undefined && not?.version === undefined;
}

export function hasLabels({ not, ...filter }: EventFilter): boolean {
  return GROUP_FIELDS.some((label) => filter[label] !== undefined || not?.[label] !== undefined);
}

/**
 * Events of excluded versions are counted and taken off, which costs what they are and not what is
 * left: the filter with them, and the filter of them. Undefined where a filter names what it wants
 * anyway, or excludes no version.
 */
export function splitByVersion(
  filter: EventFilter,
): { readonly all: EventFilter; readonly excluded: EventFilter } | undefined {
  const { not, version, id } = filter;
  if (not?.version === undefined || version !== undefined || id !== undefined) return undefined;
  const all = { ...filter, not: { ...not, version: undefined } };
  return { all, excluded: { ...all, version: not.version } };
}

/** Whether every event of the range matches. */
export function isUnconditional(filter: EventFilter): boolean {
  return isAboutLabels(filter) && !hasLabels(filter);
}

/** Whether the range is all of time. */
export function isOpen({ from, to }: EventFilter): boolean {
  return from === undefined && to === undefined;
}
