/** Figures about what is shown: the histogram's and the filters'. Pure. */
import type { GroupField } from '../backend/model/query.ts';
import type { FacetValues, Summary, ValueCount } from './api.ts';
import type { Message } from './messages.ts';

export interface Counts {
  /** Null until they are known. */
  readonly summary: Summary | null;
  readonly facets: FacetValues | null;
}

export const NO_COUNTS: Counts = { summary: null, facets: null };

export function applyToCounts(counts: Counts, message: Message): Counts {
  if (message.kind === 'count-failed') return NO_COUNTS;
  if (message.kind !== 'counted') return counts;
  return { summary: message.summary, facets: keepOrder(counts.facets, message.facets) };
}

/** Values stay where they are while their counts change: nobody should click on the wrong one. */
function keepOrder(before: FacetValues | null, after: FacetValues): FacetValues {
  if (before === null) return after;
  const field = (name: GroupField) => keepPlaces(before[name], after[name]);
  return {
    type: field('type'),
    source: field('source'),
    subject: field('subject'),
    severity: field('severity'),
  };
}

function keepPlaces(before: readonly ValueCount[], after: readonly ValueCount[]) {
  const places = new Map(before.map(({ value }, index) => [value, index]));
  const place = ({ value }: ValueCount) => places.get(value) ?? before.length;
  return after.toSorted((one, other) => place(one) - place(other));
}
