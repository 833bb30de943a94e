/** Everything that changes what is listed; all of it goes through the address. */
import { type ReadonlySignal, signal } from '@preact/signals';
import { isNarrow } from '../media.ts';
import type { Navigation } from '../navigation.ts';
import { type Range, type Span, shifted, spanOf, zoomedOut } from '../ranges.ts';
import { applySearch, parseSearch } from '../search-syntax.ts';
import type { Store } from '../store.ts';
import {
  clearFilters,
  excludeValue,
  type ListField,
  toggleValue,
  type ViewState,
} from '../url-state.ts';

export interface FilterActions {
  /** Asks for a value, or leaves it out; the same again takes that back. */
  readonly filter: (field: ListField, value: string, isExcluded?: boolean) => void;
  readonly clear: () => void;
  readonly search: (text: string, isFirst: boolean) => void;
  readonly choose: (range: Range) => void;
  /** The end is exclusive. */
  readonly pick: (span: Span) => void;
  readonly zoomOut: () => void;
  /** To the stretch of the same length before the one that is shown, or behind it. */
  readonly shift: (direction: 1 | -1) => void;
  /** The range that was shown before; null where the range has not changed. */
  readonly before: ReadonlySignal<Range | null>;
  readonly back: () => void;
}

/** More steps back nobody remembers. */
const MAX_STEPS = 50;

export function createFilterActions({ view, show }: Navigation, store: Store): FilterActions {
  const before = signal<Range | null>(null);
  let steps: readonly Range[] = [];
  const remember = (kept: readonly Range[]) => {
    steps = kept.slice(-MAX_STEPS);
    before.value = steps.at(-1) ?? null;
  };
  const choose = ({ from, to }: Range) => {
    const shown = view.peek();
    if (from === shown.from && to === shown.to) return;
    remember([...steps, { from: shown.from, to: shown.to }]);
    show({ ...shown, from, to });
  };
  const around = (change: (span: Span, now: number) => Range) => {
    const now = Date.now();
    const span = spanOf(view.peek(), store.counts.peek().summary, now);
    if (span !== null) choose(change(span, now));
  };
  return {
    ...{ before, choose },
    filter: (field, value, isExcluded = false) => {
      const change = isExcluded ? excludeValue : toggleValue;
      const wanted = change(view.peek(), field, value);
      // Details in front of the list would hide what the filter did.
      show(isNarrow.peek() ? { ...wanted, event: null } : wanted);
    },
    clear: () => show(clearFilters(view.peek())),
    search: (text, isFirst) => {
      const wanted = applySearch(view.peek(), parseSearch(text));
      if (isDifferent(wanted, view.peek())) show(wanted, isFirst ? 'push' : 'replace');
    },
    // Both ends of a range are part of it.
    pick: ({ start, end }) => choose({ from: toIso(start), to: toIso(end - 1) }),
    zoomOut: () => around(zoomedOut),
    shift: (direction) => around((span, now) => shifted(span, direction, now)),
    back: () => {
      const last = steps.at(-1);
      if (last === undefined) return;
      show({ ...view.peek(), ...last });
      remember(steps.slice(0, -1));
    },
  };
}

function isDifferent(one: ViewState, other: ViewState): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}
