/** Everything that changes what is listed; all of it goes through the address. */
import type { Range } from '../components/range-picker.tsx';
import type { Bar } from '../histogram.ts';
import { isNarrow } from '../media.ts';
import type { Navigation } from '../navigation.ts';
import { clearFilters, type ListField, toggleValue } from '../url-state.ts';

export interface FilterActions {
  readonly filter: (field: ListField, value: string) => void;
  readonly clear: () => void;
  readonly search: (text: string, isFirst: boolean) => void;
  readonly choose: (range: Range) => void;
  readonly pick: (bar: Bar) => void;
}

export function createFilterActions({ view, show }: Navigation): FilterActions {
  return {
    filter: (field, value) => {
      const wanted = toggleValue(view.peek(), field, value);
      // Details in front of the list would hide what the filter did.
      show(isNarrow.peek() ? { ...wanted, event: null } : wanted);
    },
    clear: () => show(clearFilters(view.peek())),
    search: (search, isFirst) => show({ ...view.peek(), search }, isFirst ? 'push' : 'replace'),
    choose: (range) => show({ ...view.peek(), ...range }),
    pick: ({ start, end }) => {
      // Both ends of a range are part of it.
      const range = { from: toIso(start), to: toIso(end - 1) };
      show({ ...view.peek(), ...range });
    },
  };
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}
