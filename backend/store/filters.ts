/** What a filter asks, for stores that keep totals by label: which of them can answer it. */
import { type EventFilter, GROUP_FIELDS } from '../model/query.ts';

/** Whether the labels of an event decide, apart from its time. */
export function isAboutLabels(filter: EventFilter): boolean {
  return filter.version === undefined && filter.id === undefined && filter.search === undefined;
}

export function hasLabels(filter: EventFilter): boolean {
  return GROUP_FIELDS.some((label) => filter[label] !== undefined);
}

/** Whether every event of the range matches. */
export function isUnconditional(filter: EventFilter): boolean {
  return isAboutLabels(filter) && !hasLabels(filter);
}

/** Whether the range is all of time. */
export function isOpen({ from, to }: EventFilter): boolean {
  return from === undefined && to === undefined;
}
