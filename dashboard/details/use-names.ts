import { useAnswer } from '../use-answer.ts';
import type { InsightApi } from './insight-api.ts';

export interface Names {
  readonly sources: readonly string[];
  readonly subjects: readonly string[];
}

/** The systems and environments that there are; none until they are known. */
export function useNames(api: InsightApi): Names {
  const { state } = useAnswer({ key: '', ask: (signal) => api.facets(signal) });
  if (state.value.kind !== 'ready') return { sources: [], subjects: [] };
  const { sources, subjects } = state.value.value;
  return { sources: valuesOf(sources), subjects: valuesOf(subjects) };
}

function valuesOf(counts: readonly { readonly value: string | null }[]): string[] {
  return counts.flatMap(({ value }) => value ?? []).toSorted();
}
